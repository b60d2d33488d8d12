import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SignIn, SignInAnswer } from '../../accounts/sign-in/sign-in.ts'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import { Password } from '../../accounts/sign-up.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import type { ClientOf } from '../sign-in-client.ts'
import { sendCookies } from '../sign-in-client.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'

const OPEN = { access: { area: 'open' }, cors: false } as const
const SESSION = { access: { area: 'session' }, cors: false } as const
const COMMON = { tags: ['Account'] }

/** Longer ones are nobody's. */
export const anyPassword = z.string().max(500)

const SignInBody = z
  .strictObject({
    email: z.string().max(254).meta({ description: 'In any case.', example: 'ada@example.com' }),
    password: anyPassword.meta({ description: 'The password.', example: 'correct horse battery' }),
    remember: z
      .boolean()
      .default(true)
      .meta({ description: 'false: the session ends with the browser, and after a day.' }),
  })
  .meta({ id: 'SignIn' })

const PasswordChange = z
  .strictObject({
    currentPassword: anyPassword.meta({
      description: 'The present one.',
      example: 'correct horse battery',
    }),
    newPassword: Password.meta({
      description: 'At least 10 characters.',
      example: 'staple the correct horse',
    }),
    endOtherSessions: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether every other session of yours ends.' }),
  })
  .meta({ id: 'PasswordChange' })

/** The answer of what begins and ends sessions. */
export const SignedInAnswer = z.object({
  signedIn: z.boolean().meta({ description: 'Whether there is a session now.', example: true }),
})

const SignInStep = z.object({
  ...SignedInAnswer.shape,
  needs: z.enum(['secondFactor']).nullable().meta({
    description:
      'What is missing: "secondFactor" asks for a code, at /api/auth/two-factor/verify, within 10 minutes; null: nothing.',
  }),
})

/** What signing in works with. */
export interface SignInDependencies {
  readonly signIn: SignIn
  /** Where tries are counted. */
  readonly limitsDb: Queryable
  readonly clientOf: ClientOf
  readonly now: () => Date
}

/** Signing in with a password, and out. Source: decisions, section 3 */
export function addSignInRoutes(app: Api, deps: SignInDependencies): void {
  const { signIn, limitsDb, clientOf, now } = deps

  app.post(
    '/api/auth/sign-in/email',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        security: [],
        summary: 'Sign in',
        description:
          'For the app: begins a session, by a cookie that scripts cannot read. The answer is the same whether or not there is an account of that address. Needs the Origin of this installation.',
        operationId: 'signIn',
        body: SignInBody,
        response: { 200: SignInStep, ...errors(400, 401, 403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const { email, password, remember } = request.body
      const client = clientOf(request)
      await refuseTooManyTries(limitsDb, { what: 'sign-in', ip: client.ip, account: email }, now())
      const answer = await signIn.ask({
        method: 'POST',
        path: '/sign-in/email',
        body: { email: email.trim(), password, rememberMe: remember },
        client,
      })
      sendCookies(reply, answer)
      const isHalf = answer.body['twoFactorRedirect'] === true
      return { signedIn: !isHalf, needs: isHalf ? ('secondFactor' as const) : null }
    },
  )

  app.post(
    '/api/auth/sign-out',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        security: [],
        summary: 'Sign out',
        description: 'Ends the session, if there is one.',
        operationId: 'signOut',
        response: { 200: SignedInAnswer, ...errors(403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const client = clientOf(request)
      sendCookies(reply, await signIn.ask({ method: 'POST', path: '/sign-out', body: {}, client }))
      return { signedIn: false }
    },
  )

  app.post(
    '/api/auth/change-password',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        security: [{ session: [] }],
        summary: 'Change your password',
        operationId: 'changePassword',
        body: PasswordChange,
        response: { 200: SignedInAnswer, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { currentPassword, newPassword, endOtherSessions } = request.body
      const answer = await askAsPerson(deps, request, '/change-password', {
        currentPassword,
        newPassword,
        revokeOtherSessions: endOtherSessions,
      })
      sendCookies(reply, answer)
      return { signedIn: true }
    },
  )
}

/** Asks for what takes the person's password: who has somebody's session must not guess that with it. */
export async function askAsPerson(
  { signIn, limitsDb, clientOf, now }: SignInDependencies,
  request: FastifyRequest,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<SignInAnswer> {
  const client = clientOf(request)
  const account = `person ${signedIn(request).personId}`
  await refuseTooManyTries(limitsDb, { what: 'password', ip: client.ip, account }, now())
  return signIn.ask({ method: 'POST', path, body, client })
}
