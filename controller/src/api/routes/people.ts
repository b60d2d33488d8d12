import { z } from 'zod'
import { ROLES } from '../../accounts/roles.ts'
import { readMembers } from '../../db/people.ts'
import type { Database } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS, UsageObject } from '../schemas/answers.ts'
import { paging } from '../schemas/parameters.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const

const MAX_PER = 200

/** The answer of GET /people. */
export const PeopleList = z.object({
  total: z.int().meta({ description: 'People of the workspace.', example: 1 }),
  page: z.int().meta({ description: 'The page shown.', example: 1 }),
  per: z.int().meta({ description: 'Most entries of a page.', example: 50 }),
  people: z
    .array(
      z
        .object({
          id: z.string().meta({
            description: 'What memberIds of alerts and teams hold.',
            example: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
          }),
          name: z.string().meta({ description: 'For people.', example: 'Ada' }),
          role: z.string().meta({ description: `One of ${ROLES.join(', ')}.`, example: 'owner' }),
        })
        .meta({ id: 'Person' }),
    )
    .meta({ description: 'By name.' }),
  usage: UsageObject,
})

/** People of a workspace, for whoever may see its monitoring. */
export function addPeopleRoutes(app: Api, db: Database): void {
  app.get(
    '/api/v1/people',
    {
      config: VIEW,
      schema: {
        tags: ['Account'],
        security: [{ apiKey: [] }],
        summary: 'List the people of the workspace',
        description: 'By name. Their ids go into "memberIds" of alerts and teams.',
        operationId: 'listPeople',
        querystring: z.object(paging(MAX_PER)),
        response: { 200: PeopleList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const { workspaceId } = actorOf(request)
      const found = await readMembers(db, workspaceId, { limit: per, offset: (page - 1) * per })
      return { ...found, page, per, usage: usage(request) }
    },
  )
}
