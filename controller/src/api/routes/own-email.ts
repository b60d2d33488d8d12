import { z } from 'zod'
import type { EmailChanges } from '../../accounts/email-change.ts'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { IsoTime } from '../schemas/time.ts'
import type { SignInDependencies } from './sign-in.ts'
import { anyPassword } from './sign-in.ts'

const SESSION = { access: { area: 'session' } } as const
const COMMON = { tags: ['Account'], security: [{ session: [] }] }

const EmailChange = z
  .strictObject({
    email: z
      .email('must be an e-mail address such as ada@example.com')
      .max(254)
      .meta({ description: 'The address you want.', example: 'ada.lovelace@example.com' }),
    password: anyPassword.meta({
      description: 'Your password.',
      example: 'correct horse battery',
    }),
  })
  .meta({ id: 'OwnEmailChange' })

const EmailAsked = z.object({
  asked: z.literal(true).meta({ description: 'A mail is on its way to the new address.' }),
  email: z.string().meta({
    description: 'Where it went, in lower case.',
    example: 'ada.lovelace@example.com',
  }),
  expiresAt: IsoTime.meta({ description: 'Until when its link works.' }),
})

const Confirmation = z
  .strictObject({
    token: z.string().max(100).meta({
      description: 'What the link has as "token".',
      example: '4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
    }),
  })
  .meta({ id: 'OwnEmailConfirmation' })

const EmailConfirmed = z.object({
  email: z.string().meta({
    description: 'The address that you have now.',
    example: 'ada.lovelace@example.com',
  }),
})

/** Another address for somebody who is signed in. */
export function addOwnEmailRoutes(
  app: Api,
  emailChanges: EmailChanges,
  { limitsDb, clientOf, now }: Pick<SignInDependencies, 'limitsDb' | 'clientOf' | 'now'>,
): void {
  app.post(
    '/api/v1/me/email',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Ask for another e-mail address',
        description:
          'Mails a link to the new address, which works once, for an hour; the address changes when it is followed by whoever is signed in to the account, and the address before is told. The answer is the same where somebody else has the address: only who reads its mail is told. 409 where the installation sends no mail, and for an account without a password.',
        operationId: 'askForEmailChange',
        body: EmailChange,
        response: { 200: EmailAsked, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { personId } = signedIn(request)
      const account = `person ${personId}`
      const { ip } = clientOf(request)
      await refuseTooManyTries(limitsDb, { what: 'password', ip, account }, now())
      return { asked: true as const, ...(await emailChanges.ask(personId, request.body)) }
    },
  )

  app.post(
    '/api/v1/me/email/confirm',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Confirm another e-mail address by a mailed link',
        description:
          'Changes the address. Links to choose another password that were mailed to the one before work no more.',
        operationId: 'confirmEmailChange',
        body: Confirmation,
        response: { 200: EmailConfirmed, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => emailChanges.confirm(request.body.token, signedIn(request).personId),
  )
}
