import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import type { WayOptions } from './open-library.ts'
import { passkeyHost } from './passkey-host.ts'

const HOLDER_UNKNOWN = {
  code: 'HOLDER_UNKNOWN',
  message: 'The device did not check who holds it: use one with a PIN, a fingerprint or the like.',
}

/** Passkeys, which stand for a password and a second factor: so the device must make sure who holds it. */
export function passkeyOptions(publicUrl: string): WayOptions {
  const { rpId, origins } = passkeyHost(publicUrl)
  const plugin = passkey({
    rpID: rpId,
    rpName: 'Sightline',
    origin: origins,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: async ({ verification }) => {
        requireHolder(verification.registrationInfo?.userVerified)
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        requireHolder(verification.authenticationInfo.userVerified)
      },
    },
    schema: {
      passkey: {
        modelName: 'person_passkeys',
        fields: {
          userId: 'person_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
  return { plugins: [plugin] }
}

/** Thrown as the library throws: it takes anything else for a failure of its own. */
function requireHolder(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw APIError.from('BAD_REQUEST', HOLDER_UNKNOWN)
}
