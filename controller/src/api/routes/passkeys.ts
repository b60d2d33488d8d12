import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import { deletePasskey, notePasskeyUse, readPasskeys } from '../../db/passkeys.ts'
import type { Database } from '../../db/pool.ts'
import { label } from '../../input/fields.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import {
  PasskeyAdded,
  PasskeyAnswer,
  PasskeyDeleted,
  PasskeyList,
  PasskeyOptions,
} from '../schemas/passkey.ts'
import { sendCookies } from '../sign-in-client.ts'
import type { SignInDependencies } from './sign-in.ts'
import { SignedInAnswer } from './sign-in.ts'

const OPEN = { access: { area: 'open' }, cors: false } as const
const SESSION = { access: { area: 'session' }, cors: false } as const
const BY_SESSION = { tags: ['Account'], security: [{ session: [] }] }
const COMMON = { tags: ['Account'], security: [] }
const OPEN_ERRORS = errors(400, 401, 403, 429, 500, 503)

/** Passkeys of one person. */
const MAX_PASSKEYS = 20

const PasskeyPath = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the passkey.', example: 'pky_5f0c1a9be27d43806cb8f1d2' }),
})

const PasskeyBody = z
  .strictObject({
    response: PasskeyAnswer,
    name: label(60).meta({ description: 'For you.', example: 'Laptop' }),
  })
  .meta({ id: 'PasskeyCreation' })

/** Passkeys (WebAuthn): making them, and signing in with one. */
export function addPasskeyRoutes(app: Api, deps: SignInDependencies & { db: Database }): void {
  const { db, signIn, limitsDb, clientOf, now } = deps

  app.get(
    '/api/auth/passkeys',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'List your passkeys',
        operationId: 'listPasskeys',
        response: { 200: PasskeyList, ...KEYED_ERRORS },
      },
    },
    async (request) => ({ passkeys: await readPasskeys(db, signedIn(request).personId) }),
  )

  app.post(
    '/api/auth/passkeys/options',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Begin to make a passkey',
        description: `Asks for a session that began within a day (403). At most ${MAX_PASSKEYS} a person.`,
        operationId: 'beginPasskey',
        response: { 200: PasskeyOptions, ...errors(409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const passkeys = await readPasskeys(db, signedIn(request).personId)
      if (passkeys.length >= MAX_PASSKEYS) {
        throw new AppError('conflict', `You have ${MAX_PASSKEYS} passkeys: remove one first.`)
      }
      const path = '/passkey/generate-register-options'
      const answer = await signIn.ask({ method: 'GET', path, client: clientOf(request) })
      sendCookies(reply, answer)
      return { options: { ...answer.body } }
    },
  )

  app.post(
    '/api/auth/passkeys',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Keep a passkey that was made',
        operationId: 'createPasskey',
        body: PasskeyBody,
        response: { 201: PasskeyAdded, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { personId } = signedIn(request)
      const client = clientOf(request)
      const path = '/passkey/verify-registration'
      await signIn.ask({ method: 'POST', path, body: request.body, client })
      const [passkey] = await readPasskeys(db, personId)
      if (passkey === undefined) throw new Error('the passkey was not kept')
      return reply.code(201).send({ passkey })
    },
  )

  app.delete(
    '/api/auth/passkeys/:id',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Remove one of your passkeys',
        operationId: 'deletePasskey',
        params: PasskeyPath,
        response: { 200: PasskeyDeleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      if (await deletePasskey(db, signedIn(request).personId, id)) {
        return { deleted: true as const, id }
      }
      throw new AppError('notFound', 'You have no passkey with that id.')
    },
  )

  app.post(
    '/api/auth/sign-in/passkey/options',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'Begin to sign in with a passkey',
        operationId: 'beginPasskeySignIn',
        response: { 200: PasskeyOptions, ...OPEN_ERRORS },
      },
    },
    async (request, reply) => {
      const client = clientOf(request)
      await refuseTooManyTries(limitsDb, { what: 'passkey', ip: client.ip, account: null }, now())
      const path = '/passkey/generate-authenticate-options'
      const answer = await signIn.ask({ method: 'GET', path, client })
      sendCookies(reply, answer)
      return { options: { ...answer.body } }
    },
  )

  app.post(
    '/api/auth/sign-in/passkey',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'Sign in with a passkey',
        description:
          'Takes no second step: the device makes sure who holds it. Within 5 minutes of the options.',
        operationId: 'signInByPasskey',
        body: z.strictObject({ response: PasskeyAnswer }).meta({ id: 'PasskeySignIn' }),
        response: { 200: SignedInAnswer, ...OPEN_ERRORS },
      },
    },
    async (request, reply) => {
      const client = clientOf(request)
      await refuseTooManyTries(limitsDb, { what: 'passkey', ip: client.ip, account: null }, now())
      const path = '/passkey/verify-authentication'
      const answer = await signIn.ask({ method: 'POST', path, body: request.body, client })
      await notePasskeyUse(db, request.body.response.id, now())
      sendCookies(reply, answer)
      return { signedIn: true }
    },
  )
}
