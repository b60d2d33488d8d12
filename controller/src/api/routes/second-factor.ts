import { z } from 'zod'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import type { Api } from '../api-types.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { sendCookies } from '../sign-in-client.ts'
import type { SignInDependencies } from './sign-in.ts'
import { anyPassword, askAsPerson, SignedInAnswer } from './sign-in.ts'

const OPEN = { access: { area: 'open' }, cors: false } as const
const SESSION = { access: { area: 'session' }, cors: false } as const
const COMMON = { tags: ['Account'], security: [] }
const BY_SESSION = { tags: ['Account'], security: [{ session: [] }] }

const ByPassword = z
  .strictObject({
    password: anyPassword.optional().meta({
      description: 'The password of whoever has one.',
      example: 'correct horse battery',
    }),
  })
  .meta({ id: 'ByPassword' })

const Code = z
  .strictObject({
    code: z.string().max(20).meta({ description: 'As it is shown.', example: '287082' }),
    trustDevice: z.boolean().default(false).meta({
      description: 'When signing in: asks for no code on this browser for 30 days.',
    }),
  })
  .meta({ id: 'SecondFactorCode' })

const backupCodes = z.array(z.string()).meta({
  description: 'Each does once in the place of a code. They are shown this once.',
  example: ['v3HqT-9sLkW', 'b8XcZ-2mNpR'],
})

/** A second factor that waits for its first code. */
export const SecondFactorBegun = z.object({
  uri: z.string().meta({
    description: 'What an authenticator app reads as a QR code (otpauth).',
    example:
      'otpauth://totp/Sightline:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Sightline&digits=6&period=30',
  }),
  backupCodes,
})

/** New backup codes. */
export const BackupCodes = z.object({ backupCodes })

/** The second step of signing in: codes of an authenticator app (RFC 6238), and backup codes. */
export function addSecondFactorRoutes(app: Api, deps: SignInDependencies): void {
  app.post(
    '/api/auth/two-factor/enable',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Set up a second factor',
        description:
          'It is asked for from the first code on that /api/auth/two-factor/verify gets.',
        operationId: 'enableSecondFactor',
        body: ByPassword,
        response: { 200: SecondFactorBegun, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const answer = await askAsPerson(deps, request, '/two-factor/enable', request.body)
      sendCookies(reply, answer)
      const { totpURI, backupCodes: codes } = answer.body
      return { uri: String(totpURI), backupCodes: textsOf(codes) }
    },
  )

  for (const { path, asked, operationId, summary, description } of [
    {
      path: '/api/auth/two-factor/verify',
      asked: '/two-factor/verify-totp',
      operationId: 'verifySecondFactor',
      summary: 'Enter a code',
      description:
        'Ends signing in, or the setting up of a second factor. Each code is taken once. After five wrong codes the password is asked for again; after ten the account waits for 15 minutes.',
    },
    {
      path: '/api/auth/two-factor/verify-backup-code',
      asked: '/two-factor/verify-backup-code',
      operationId: 'verifyBackupCode',
      summary: 'Enter a backup code',
      description: 'Ends signing in. Each code works once.',
    },
  ] as const) {
    app.post(
      path,
      {
        config: OPEN,
        schema: {
          ...COMMON,
          summary,
          description,
          operationId,
          body: Code,
          response: { 200: SignedInAnswer, ...errors(400, 401, 403, 429, 500, 503) },
        },
      },
      async (request, reply) => {
        const client = deps.clientOf(request)
        const tried = { what: 'second-factor', ip: client.ip, account: null }
        await refuseTooManyTries(deps.limitsDb, tried, deps.now())
        const body = { ...request.body, code: request.body.code.trim() }
        sendCookies(reply, await deps.signIn.ask({ method: 'POST', path: asked, body, client }))
        return { signedIn: true }
      },
    )
  }

  app.post(
    '/api/auth/two-factor/backup-codes',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Make new backup codes',
        description: 'Those made before work no longer.',
        operationId: 'makeBackupCodes',
        body: ByPassword,
        response: { 200: BackupCodes, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const path = '/two-factor/generate-backup-codes'
      const { body } = await askAsPerson(deps, request, path, request.body)
      return { backupCodes: textsOf(body['backupCodes']) }
    },
  )

  app.post(
    '/api/auth/two-factor/disable',
    {
      config: SESSION,
      schema: {
        ...BY_SESSION,
        summary: 'Remove your second factor',
        operationId: 'disableSecondFactor',
        body: ByPassword,
        response: { 200: SignedInAnswer, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      sendCookies(reply, await askAsPerson(deps, request, '/two-factor/disable', request.body))
      return { signedIn: true }
    },
  )
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
