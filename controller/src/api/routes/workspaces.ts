import { z } from 'zod'
import {
  createWorkspace,
  MAX_OWNED_WORKSPACES,
  MAY_NOT_RENAME,
  renameWorkspace,
} from '../../accounts/workspaces.ts'
import type { Database } from '../../db/pool.ts'
import { findWorkspaceById } from '../../db/workspaces.ts'
import { label } from '../../input/fields.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { managerOf } from './invitations.ts'

const SESSION = { access: { area: 'session' } } as const
const RENAME = { access: { area: 'session', othersAreTold: MAY_NOT_RENAME } } as const
const COMMON = { tags: ['Account'], security: [{ session: [] }] }

const name = label(100).meta({ description: 'For people.', example: 'Shop' })

/** The answer of routes about one workspace. */
export const WorkspaceAnswer = z.object({
  workspace: z
    .object({
      id: z.string().meta({ description: 'Id.', example: 'wsp_4fTq1Zb7Kx0Pq2Lr9sWd' }),
      name: z.string().meta({ description: 'For people.', example: 'Shop' }),
    })
    .meta({ description: 'The workspace.' }),
})

/** Workspaces: made by those who run the installation, named by those who manage their people. */
export function addWorkspaceRoutes(app: Api, db: Database, now: () => Date): void {
  app.post(
    '/api/v1/workspaces',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Make a workspace',
        description: `For owners and admins of the first workspace. You are its owner then, and it has the plan of the first. At most ${MAX_OWNED_WORKSPACES} a person.`,
        operationId: 'createWorkspace',
        body: z.strictObject({ name }).meta({ id: 'WorkspaceCreation' }),
        response: { 201: WorkspaceAnswer, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { personId } = signedIn(request)
      const made = { personId, name: request.body.name, now: now() }
      const id = await createWorkspace(db, made)
      return reply.code(201).send({ workspace: { id, name: made.name } })
    },
  )

  app.patch(
    '/api/v1/workspace',
    {
      config: RENAME,
      schema: {
        ...COMMON,
        summary: 'Rename the workspace that you work in',
        description: 'By its owners and admins.',
        operationId: 'renameWorkspace',
        body: z.strictObject({ name }).meta({ id: 'WorkspaceChange' }),
        response: { 200: WorkspaceAnswer, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const manager = managerOf(request)
      await renameWorkspace(db, manager, request.body.name)
      const workspace = await findWorkspaceById(db, manager.workspaceId)
      return { workspace: { id: workspace?.publicId ?? '', name: request.body.name } }
    },
  )
}
