import { plainSerial } from '@sightline/shared/certificate-serial'
import { MAX_REVOKED_CONTROLLERS } from '@sightline/shared/protocol'
import type { PeerCertificate } from 'node:tls'
import { checkServerIdentity } from 'node:tls'
import type { FactStore } from '../state/facts.ts'

/** Keeps by which certificates nobody is a controller any more. */
export interface RevokedControllers {
  /** Judges a controller by its certificate, whose authority was seen to be one of ours.
   *  @returns why it is refused; undefined: it is not */
  readonly check: (host: string, certificate: PeerCertificate) => Error | undefined
  /** Takes what a controller told, in place of what was told before.
   *  @returns whether the one that was met last is among them */
  readonly take: (serials: readonly string[]) => boolean
}

/** @param store keeps them over restarts: whoever has a stolen key is met also by an agent that was started anew */
export function createRevokedControllers(
  store: Pick<FactStore, 'read' | 'setRevokedControllers'>,
): RevokedControllers {
  let revoked: ReadonlySet<string> = new Set(store.read().revokedControllers)
  let met = ''
  return {
    check(host, certificate) {
      met = plainSerial(certificate.serialNumber)
      if (!revoked.has(met)) return checkServerIdentity(host, certificate)
      return new Error(
        `the certificate ${met} of the controller ${host} is revoked: give that controller another (certificates issue --controller ${host}), or find out who has its key`,
      )
    },
    take(serials) {
      const told = new Set(serials.slice(0, MAX_REVOKED_CONTROLLERS))
      const isSame = told.size === revoked.size && [...told].every((serial) => revoked.has(serial))
      revoked = told
      if (!isSame) store.setRevokedControllers([...told])
      return told.has(met)
    },
  }
}
