import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { provenByProvider } from '../proven-address.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import type { OidcSettings } from './oidc.ts'
import { isOwnAddress, letIn, mayCome, OIDC_ID } from './oidc.ts'
import type { WayOptions } from './open-library.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** What the identity provider adds to the library; null: there is none. */
export function oidcOptions(parts: SignInParts): WayOptions | null {
  const { oidc } = parts
  return oidc === null ? null : { plugins: [oidcPlugin(oidc)], ...hooksOf(parts, oidc) }
}

/** Asks the provider. */
function oidcPlugin(settings: OidcSettings) {
  return genericOAuth({
    config: [
      {
        providerId: OIDC_ID,
        name: settings.name,
        discoveryUrl: `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        scopes: ['openid', 'email', 'profile'],
        disableProviderLogout: true,
        mapProfileToUser: (profile) => ({
          emailVerified: isOwnAddress(settings, profile),
          name: nameOf(profile),
        }),
      },
    ],
  })
}

function nameOf({ name, preferred_username: user, email }: Readonly<Record<string, unknown>>) {
  const texts = [name, user, email].filter((text) => typeof text === 'string')
  const found = texts.map((text) => text.trim()).find((text) => text !== '')
  return (found ?? 'Somebody').slice(0, 100)
}

/** Who of the provider's people gets an account here, and what they are let into. */
function hooksOf({ db, now }: SignInParts, settings: OidcSettings): Omit<WayOptions, 'plugins'> {
  return {
    async validateUserInfo({ user, source }) {
      if (source.action === 'sign-in') return undefined
      if (user.emailVerified !== true) return { error: 'address_not_verified' }
      if (source.action === 'link-account') return undefined
      return (await mayCome(db, settings, user.email ?? '', now()))
        ? undefined
        : { error: 'not_invited' }
    },
    databaseHooks: {
      user: {
        create: {
          before: async () => ({ data: { publicId: newPublicId('psn') } }),
          after: ({ id, email }) => letIn(db, settings, { id: Number(id), email }, now()),
        },
      },
      account: {
        create: {
          // Nothing is asked of the provider later on: what is not kept cannot be taken.
          before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }),
          after: ({ userId }) => provenByProvider(db, Number(userId), now()),
        },
      },
    },
  }
}
