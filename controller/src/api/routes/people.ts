import { z } from 'zod'
import { changeRole, MAY_NOT_MANAGE, removeMember } from '../../accounts/members.ts'
import { mayManagePeople, ROLES } from '../../accounts/roles.ts'
import type { MemberRow } from '../../db/people.ts'
import { readMembers } from '../../db/people.ts'
import type { Database } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { actorOf, callerOf, usage } from '../request-context.ts'
import { KEYED_ERRORS, UsageObject, errors, pageOf } from '../schemas/answers.ts'
import { paging } from '../schemas/parameters.ts'
import { IsoTime } from '../schemas/time.ts'
import { managerOf } from './invitations.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const SESSION = { access: { area: 'session' } } as const
const MANAGE_PEOPLE = { access: { area: 'session', othersAreTold: MAY_NOT_MANAGE } } as const
const BY_SESSION = { tags: ['Account'], security: [{ session: [] }] }

const MAX_PER = 200

const id = z.string().meta({
  description: 'What memberIds of alerts and teams hold.',
  example: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
})

const Person = z
  .object({
    id,
    name: z.string().meta({ description: 'For people.', example: 'Ada' }),
    role: z.string().meta({ description: `One of ${ROLES.join(', ')}.`, example: 'owner' }),
    email: z.string().nullable().meta({
      description:
        'Shown to owners and admins who are signed in; null: not to you, or the person cannot sign in.',
      example: 'ada@example.com',
    }),
    secondFactor: z.boolean().nullable().meta({
      description: 'Whether signing in takes them a second step; shown to the same.',
      example: true,
    }),
    joinedAt: IsoTime.nullable().meta({
      description: 'When they came to the workspace; shown to the same.',
    }),
  })
  .meta({ id: 'Person' })

/** The answer of GET /people. */
export const PeopleList = z.object({
  ...pageOf('People of the workspace.'),
  people: z.array(Person).meta({ description: 'By name.' }),
  usage: UsageObject,
})

const PersonPath = z.object({ id })

/** People of a workspace: for whoever may see its monitoring, and changed by owners and admins. */
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
      const { sessionId, role } = callerOf(request)
      const showsAll = sessionId !== null && mayManagePeople(role)
      const found = await readMembers(db, workspaceId, { limit: per, offset: (page - 1) * per })
      const people = found.people.map((row) => (showsAll ? row : withoutAccount(row)))
      return { total: found.total, people, page, per, usage: usage(request) }
    },
  )

  app.patch(
    '/api/v1/people/:id',
    {
      config: MANAGE_PEOPLE,
      schema: {
        ...BY_SESSION,
        summary: "Change somebody's role",
        description:
          'By owners, and by admins where no owner is concerned. It holds from the next request on, for their keys too. An owner who can sign in remains (409).',
        operationId: 'changePerson',
        params: PersonPath,
        body: z
          .strictObject({
            role: z.enum(ROLES).meta({ description: 'What they may do.', example: 'viewer' }),
          })
          .meta({ id: 'PersonChange' }),
        response: {
          200: z.object({
            id,
            role: z.string().meta({ description: 'The role they have now.', example: 'viewer' }),
          }),
          ...errors(400, 404, 409),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request) => {
      const { role } = request.body
      await changeRole(db, managerOf(request), request.params.id, role)
      return { id: request.params.id, role }
    },
  )

  app.delete(
    '/api/v1/people/:id',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Take somebody out of the workspace',
        description:
          'By owners and admins, and by everybody for themselves. Their keys of it are refused. Their account stays. An owner who can sign in remains (409).',
        operationId: 'removePerson',
        params: PersonPath,
        response: {
          200: z.object({
            deleted: z.literal(true).meta({ description: 'They belong to it no longer.' }),
            id,
          }),
          ...errors(404, 409),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request) => {
      await removeMember(db, managerOf(request), request.params.id)
      return { deleted: true as const, id: request.params.id }
    },
  )
}

/** What everybody of a workspace knows of each other. */
function withoutAccount({ id: personId, name, role }: MemberRow) {
  return { id: personId, name, role, email: null, secondFactor: null, joinedAt: null }
}
