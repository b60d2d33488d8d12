import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import type { Invitations } from '../../accounts/invitations.ts'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import { Password, PersonName } from '../../accounts/sign-up.ts'
import type { Api } from '../api-types.ts'
import { errors } from '../schemas/answers.ts'
import { InvitationSeen } from '../schemas/invitation.ts'
import { sendCookies } from '../sign-in-client.ts'
import type { SignInDependencies } from './sign-in.ts'
import { SignedInAnswer } from './sign-in.ts'

const OPEN = { access: { area: 'open' }, cors: false } as const
const COMMON = { tags: ['Account'], security: [] }
const ERRORS = errors(400, 403, 429, 500, 503)

const token = z.string().max(100).meta({
  description: 'What the link has as "token".',
  example: '4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
})

/** The answer to whoever asks for a mail. */
export const MailAsked = z.object({
  asked: z.literal(true).meta({
    description: 'If there is an account of the address, a link is on its way to it.',
  }),
})

/** The answer once a password was chosen. */
export const PasswordReset = z.object({
  changed: z.literal(true).meta({ description: 'The password is another: sign in with it.' }),
})

/** What links lead to that are mailed or handed over: another password, an invitation. */
export function addSignInLinkRoutes(
  app: Api,
  deps: SignInDependencies & { invitations: Invitations; canMail: boolean },
): void {
  const { signIn, limitsDb, clientOf, now, invitations } = deps

  app.post(
    '/api/auth/request-password-reset',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'Have a link mailed to choose another password',
        description:
          'The answer is the same whether or not there is an account of that address. 409 where the installation sends no mail: its operator then makes links with "npm run cli -- reset-password".',
        operationId: 'requestPasswordReset',
        body: z
          .strictObject({
            email: z
              .email('must be an e-mail address such as ada@example.com')
              .max(254)
              .meta({ description: 'Whose password.', example: 'ada@example.com' }),
          })
          .meta({ id: 'PasswordResetRequest' }),
        response: { 200: MailAsked, ...ERRORS, ...errors(409) },
      },
    },
    async (request) => {
      const { email } = request.body
      const client = clientOf(request)
      if (!deps.canMail) throw noMail()
      await refuseTooManyTries(limitsDb, { what: 'reset', ip: client.ip, account: email }, now())
      const path = '/request-password-reset'
      await signIn.ask({ method: 'POST', path, body: { email }, client })
      return { asked: true as const }
    },
  )

  app.post(
    '/api/auth/reset-password',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'Choose another password by a mailed link',
        description:
          'Each link works once, for an hour. Every session of the person ends, and every other such link.',
        operationId: 'resetPassword',
        body: z
          .strictObject({
            token,
            newPassword: Password.meta({
              description: 'At least 10 characters.',
              example: 'staple the correct horse',
            }),
          })
          .meta({ id: 'PasswordResetBody' }),
        response: { 200: PasswordReset, ...ERRORS },
      },
    },
    async (request) => {
      const client = clientOf(request)
      await signIn.ask({ method: 'POST', path: '/reset-password', body: request.body, client })
      return { changed: true as const }
    },
  )

  app.post(
    '/api/auth/invitation',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'See what an invitation leads to',
        description: 'Changes nothing.',
        operationId: 'readInvitation',
        body: z.strictObject({ token }).meta({ id: 'InvitationToken' }),
        response: { 200: InvitationSeen, ...ERRORS, ...errors(404) },
      },
    },
    async (request) => {
      const link = await invitations.read(request.body.token)
      if (link.state !== 'unknown') return link
      throw new AppError('notFound', 'There is no such invitation, or it was taken back.')
    },
  )

  app.post(
    '/api/auth/invitation/accept',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'Accept an invitation with a new account',
        description:
          'Makes the account of the address invited, and signs in. Whoever has an account signs in, and joins with POST /api/v1/me/invitations.',
        operationId: 'acceptInvitationAnew',
        body: z
          .strictObject({
            token,
            name: PersonName.meta({ description: 'Name, for others.', example: 'Grace' }),
            password: Password.meta({
              description: 'At least 10 characters.',
              example: 'correct horse battery',
            }),
          })
          .meta({ id: 'InvitationAccount' }),
        response: { 200: SignedInAnswer, ...ERRORS, ...errors(404, 409) },
      },
    },
    async (request, reply) => {
      const { token: given, ...account } = request.body
      const email = await invitations.acceptAnew(given, account)
      const body = { email, password: account.password }
      const client = clientOf(request)
      const answer = await signIn.ask({ method: 'POST', path: '/sign-in/email', body, client })
      sendCookies(reply, answer)
      return { signedIn: true }
    },
  )
}

function noMail(): AppError {
  return new AppError(
    'conflict',
    'This installation sends no mail: ask whoever runs it for a link ("npm run cli -- reset-password").',
  )
}
