import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { OIDC_ID } from '../../accounts/sign-in/oidc.ts'
import { passkeyHost } from '../../accounts/sign-in/passkey-host.ts'
import { refuseTooManyTries } from '../../accounts/sign-in/try-limits.ts'
import { hasOwnerAccount } from '../../db/installation.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { errors } from '../schemas/answers.ts'
import { sendCookies } from '../sign-in-client.ts'
import type { SignInDependencies } from './sign-in.ts'

const OPEN = { access: { area: 'open' }, cors: false } as const
const COMMON = { tags: ['Account'], security: [] }

/** A page of the app. */
const path = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'must be a path of the app such as /monitors')

/** The ways to sign in that there are. */
export const SignInWays = z
  .object({
    oidc: z
      .object({
        name: z.string().meta({ description: 'For people.', example: 'Example Corp' }),
      })
      .nullable()
      .meta({ description: "The company's identity provider; null: there is none." }),
    passkeys: z
      .object({
        host: z.string().meta({
          description: 'Host name that passkeys belong to: they work on pages of it alone.',
          example: 'sightline.example',
        }),
      })
      .meta({ description: 'Passkeys.' }),
    mail: z.boolean().meta({
      description: 'Whether a link to choose another password can be mailed.',
      example: true,
    }),
    hasOwner: z.boolean().meta({
      description:
        'Whether the owner has an account. It is made with a one-time link that only the operator can read.',
      example: true,
    }),
  })
  .meta({ id: 'SignInWays' })

const OidcBody = z
  .strictObject({
    to: path
      .default('/')
      .meta({ description: 'Where to go once signed in.', example: '/monitors' }),
    onError: path.default('/').meta({
      description:
        'Where to go else, with "error" in the query: "not_invited", "address_not_verified" or another word.',
      example: '/',
    }),
  })
  .optional()
  .meta({ id: 'OidcSignIn' })

/** Where to send the browser. */
export const OidcBegun = z.object({
  url: z.string().meta({
    description: 'Page of the identity provider to go to.',
    example: 'https://id.example.com/authorize?client_id=sightline&response_type=code',
  }),
})

/** Signing in by the company's identity provider (OpenID Connect). */
export function addProviderRoutes(
  app: Api,
  deps: SignInDependencies & {
    /** null: there is none. */
    oidcName: string | null
    canMail: boolean
    publicUrl: () => string
    db: Queryable
  },
): void {
  const { signIn, limitsDb, clientOf, now, oidcName, canMail, publicUrl, db } = deps
  // Once there is one it stays: only a new installation is asked about again.
  let isOwned = false

  app.get(
    '/api/auth/ways',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'The ways to sign in, besides a password',
        operationId: 'readSignInWays',
        response: { 200: SignInWays, ...errors(429, 500, 503) },
      },
    },
    async () => {
      isOwned ||= await hasOwnerAccount(db)
      return {
        oidc: oidcName === null ? null : { name: oidcName },
        passkeys: { host: passkeyHost(publicUrl()).rpId },
        mail: canMail,
        hasOwner: isOwned,
      }
    },
  )

  app.post(
    '/api/auth/sign-in/oidc',
    {
      config: OPEN,
      schema: {
        ...COMMON,
        summary: 'Sign in with the identity provider',
        description:
          'Sends the browser there. Whoever has no account gets one if they are invited, or if the domain of their address is one of SIGHTLINE_OIDC_DOMAINS. 404 where there is no provider.',
        operationId: 'signInByOidc',
        body: OidcBody,
        response: { 200: OidcBegun, ...errors(400, 403, 404, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      if (oidcName === null) throw noProvider()
      const client = clientOf(request)
      await refuseTooManyTries(limitsDb, { what: 'oidc', ip: client.ip, account: null }, now())
      const { to = '/', onError = '/' } = request.body ?? {}
      const answer = await signIn.ask({
        method: 'POST',
        path: '/sign-in/social',
        body: {
          provider: OIDC_ID,
          callbackURL: to,
          errorCallbackURL: onError,
          disableRedirect: true,
        },
        client,
      })
      sendCookies(reply, answer)
      return { url: String(answer.body['url']) }
    },
  )

  // Where the provider sends the browser back to: no part of the API for others.
  app.get(
    `/api/auth/callback/${OIDC_ID}`,
    { config: OPEN, schema: { hide: true } },
    async (request, reply) => {
      if (oidcName === null) throw noProvider()
      const client = clientOf(request)
      await refuseTooManyTries(limitsDb, { what: 'oidc', ip: client.ip, account: null }, now())
      const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
      const answer = await signIn.ask({
        method: 'GET',
        path: `/callback/${OIDC_ID}${query}`,
        client,
      })
      sendCookies(reply, answer)
      return reply.redirect(answer.location ?? '/')
    },
  )
}

function noProvider(): AppError {
  return new AppError(
    'notFound',
    'This installation has no identity provider: sign in in another way.',
  )
}
