import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../db/pool.ts'
import type { ViewOwner } from '../../db/saved-views.ts'
import { deleteSavedView, putSavedView, readSavedViews } from '../../db/saved-views.ts'
import { label } from '../../input/fields.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'

const SESSION = { access: { area: 'session' } } as const
const COMMON = { tags: ['Account'], security: [{ session: [] }] }

/** More is a mistake of a program. */
const MAX_VIEWS = 50
const MAX_FIELDS = 20
const MAX_CHARACTERS = 500

const SavedView = z
  .strictObject({
    name: label(60).meta({ description: 'For the person.', example: 'Shops that are down' }),
    search: z
      .record(z.string().max(40), z.string().max(MAX_CHARACTERS))
      .refine((search) => Object.keys(search).length <= MAX_FIELDS, {
        message: `must have at most ${MAX_FIELDS} fields`,
      })
      .meta({
        description: 'What stands in the address of the page: filters, order and look.',
        example: { status: 'down', tag: 'shop' },
      }),
  })
  .meta({ id: 'SavedView' })

/** The answer of these routes. */
export const SavedViewList = z.object({
  views: z.array(SavedView).meta({ description: 'By name.' }),
})

const ViewPath = z.object({
  name: z.string().meta({ description: 'Name of the view.', example: 'Shops that are down' }),
})

/** Views of the list of monitors that a person saved, in the workspace they work in. Source: app design, section 3 */
export function addOwnViewRoutes(app: Api, db: Database, now: () => Date): void {
  app.get(
    '/api/v1/me/views',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'List your saved views',
        description: 'Of the list of monitors, in the workspace you work in.',
        operationId: 'listViews',
        response: { 200: SavedViewList, ...KEYED_ERRORS },
      },
    },
    async (request) => answer(ownerOf(request)),
  )

  app.put(
    '/api/v1/me/views',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Save a view',
        description: `One of the same name is replaced. At most ${MAX_VIEWS}.`,
        operationId: 'saveView',
        body: SavedView,
        response: { 200: SavedViewList, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      if (await putSavedView(db, owner, request.body, { at: now(), most: MAX_VIEWS })) {
        return answer(owner)
      }
      throw new AppError(
        'conflict',
        `You have ${MAX_VIEWS} views, which is the most you can have: remove one first.`,
      )
    },
  )

  app.delete(
    '/api/v1/me/views/:name',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Remove a view',
        operationId: 'deleteView',
        params: ViewPath,
        response: { 200: SavedViewList, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      if (await deleteSavedView(db, owner, request.params.name)) return answer(owner)
      throw new AppError('notFound', 'You have no view of that name here.')
    },
  )

  async function answer(owner: ViewOwner) {
    const views = await readSavedViews(db, owner)
    return { views: views.map(({ name, search }) => ({ name, search: { ...search } })) }
  }
}

function ownerOf(request: FastifyRequest): ViewOwner {
  const { personId, workspaceId } = signedIn(request)
  if (workspaceId !== null) return { personId, workspaceId }
  throw new AppError(
    'forbidden',
    'You belong to no workspace, so there is nothing to look at: ask an admin of one to invite you.',
  )
}
