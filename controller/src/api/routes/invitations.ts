import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Invitations } from '../../accounts/invitations.ts'
import { MAX_INVITATIONS } from '../../accounts/invitations.ts'
import type { Manager } from '../../accounts/members.ts'
import { MAY_NOT_MANAGE } from '../../accounts/members.ts'
import { ROLES } from '../../accounts/roles.ts'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import type { ClientOf } from '../sign-in-client.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { InvitationCreated, InvitationDeleted, InvitationList } from '../schemas/invitation.ts'

const SESSION = { access: { area: 'session' } } as const
const MANAGE_PEOPLE = { access: { area: 'session', othersAreTold: MAY_NOT_MANAGE } } as const
const COMMON = { tags: ['Account'], security: [{ session: [] }] }

const InvitationPath = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the invitation.', example: 'inv_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

const InvitationCreation = z
  .strictObject({
    email: z
      .email('must be an e-mail address such as grace@example.com')
      .max(254)
      .meta({ description: 'Whom to ask.', example: 'grace@example.com' }),
    role: z.enum(ROLES).meta({ description: 'What they may do then.', example: 'editor' }),
  })
  .meta({ id: 'InvitationCreation' })

/** Asking people into the workspace that somebody works in. */
export function addInvitationRoutes(
  app: Api,
  invitations: Invitations,
  deps: { limitsDb: Queryable; clientOf: ClientOf; now: () => Date },
): void {
  app.get(
    '/api/v1/invitations',
    {
      config: MANAGE_PEOPLE,
      schema: {
        ...COMMON,
        summary: 'List open invitations',
        operationId: 'listInvitations',
        response: { 200: InvitationList, ...KEYED_ERRORS },
      },
    },
    async (request) => ({ invitations: await invitations.list(managerOf(request)) }),
  )

  app.post(
    '/api/v1/invitations',
    {
      config: MANAGE_PEOPLE,
      schema: {
        ...COMMON,
        summary: 'Invite somebody',
        description: `Owners give every role, admins every one but owner. The link is shown this once, and mailed where the installation sends mail. An earlier invitation of the address ends. At most ${MAX_INVITATIONS} are open.`,
        operationId: 'createInvitation',
        body: InvitationCreation,
        response: { 201: InvitationCreated, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { ip } = deps.clientOf(request)
      await refuseTooManyTries(deps.limitsDb, { what: 'invite', ip, account: null }, deps.now())
      return reply.code(201).send(await invitations.invite(managerOf(request), request.body))
    },
  )

  app.delete(
    '/api/v1/invitations/:id',
    {
      config: MANAGE_PEOPLE,
      schema: {
        ...COMMON,
        summary: 'Take an invitation back',
        operationId: 'deleteInvitation',
        params: InvitationPath,
        response: { 200: InvitationDeleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      await invitations.takeBack(managerOf(request), id)
      return { deleted: true as const, id }
    },
  )

  app.post(
    '/api/v1/me/invitations',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Accept an invitation',
        description: 'Of the address that you are signed in with.',
        operationId: 'acceptInvitation',
        body: z
          .strictObject({
            token: z.string().max(100).meta({
              description: 'What the link has as "token".',
              example: '4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
            }),
          })
          .meta({ id: 'InvitationAcceptance' }),
        response: {
          200: z.object({
            joined: z.literal(true).meta({ description: 'You belong to the workspace.' }),
          }),
          ...errors(400, 404, 409),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request) => {
      await invitations.acceptAs(request.body.token, signedIn(request).personId)
      return { joined: true as const }
    },
  )
}

/** Who is signed in, as one of the workspace that they work in. */
export function managerOf(request: FastifyRequest): Manager {
  const { workspaceId, personId, role } = signedIn(request)
  if (workspaceId !== null && role !== null) return { workspaceId, personId, role }
  throw new AppError('forbidden', 'You belong to no workspace: ask an admin of one to invite you.')
}
