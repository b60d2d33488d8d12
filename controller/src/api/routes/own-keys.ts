import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { KeyHolder } from '../../accounts/keys.ts'
import { createOwnKey, listKeys, MAX_OWN_KEYS, revokeKey } from '../../accounts/keys.ts'
import type { Database } from '../../db/pool.ts'
import { label } from '../../input/fields.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { OwnKeyCreated, OwnKeyList, OwnKeyRevoked } from '../schemas/own-key.ts'
import { TimeField } from '../schemas/time.ts'

const SESSION = { access: { area: 'session' } } as const
const COMMON = { tags: ['Account'], security: [{ session: [] }] }

const KeyPath = z.object({
  id: z.string().meta({ description: 'Id of the key.', example: 'key_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

const KeyCreation = z
  .strictObject({
    name: label(100).meta({ description: 'For people.', example: 'Deploy script' }),
    expiresAt: TimeField.nullable()
      .optional()
      .meta({ description: 'From when on it is refused; null or left out: never.' }),
  })
  .meta({ id: 'KeyCreation' })

/** Keys of somebody who is signed in, in the workspace they work in. Source: decisions, section 3 */
export function addOwnKeyRoutes(app: Api, db: Database, now: () => Date): void {
  app.get(
    '/api/v1/keys',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'List your API keys',
        description:
          'Keys of the person who is signed in, in the workspace they work in, those that are not in force any more among them. An API key gets 403 here.',
        operationId: 'listKeys',
        response: { 200: OwnKeyList, ...KEYED_ERRORS },
      },
    },
    async (request) => ({ keys: await listKeys(db, holderOf(request), now()) }),
  )

  app.post(
    '/api/v1/keys',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Create an API key',
        description: `It acts with your present role in the workspace you work in. At most ${MAX_OWN_KEYS} in force. Its value is shown this once: only its SHA-256 is kept.`,
        operationId: 'createKey',
        body: KeyCreation,
        response: { 201: OwnKeyCreated, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { name, expiresAt = null } = request.body
      const created = await createOwnKey(db, holderOf(request), { name, expiresAt, now: now() })
      return reply.code(201).send({ key: created.view, value: created.key })
    },
  )

  app.delete(
    '/api/v1/keys/:id',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Revoke one of your API keys',
        description: 'Its next call is refused. It stays in the list.',
        operationId: 'revokeKey',
        params: KeyPath,
        response: { 200: OwnKeyRevoked, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      if (!(await revokeKey(db, holderOf(request), id, now()))) {
        throw new AppError(
          'notFound',
          'You have no key with that id here, or it was revoked before.',
        )
      }
      return { deleted: true as const, id }
    },
  )
}

function holderOf(request: FastifyRequest): KeyHolder {
  const { personId, workspaceId } = signedIn(request)
  if (workspaceId !== null) return { personId, workspaceId }
  throw new AppError(
    'forbidden',
    'You belong to no workspace, so you can have no keys: ask an admin of one to invite you.',
  )
}
