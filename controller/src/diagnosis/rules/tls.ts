import type { Cause } from '@sightline/shared/causes'
import type { Case, Finding, Rule } from '../case.ts'
import { asTold, isOfLayer, regionsOf } from '../case.ts'

/** Versions that a client of today refuses. */
const OLD_VERSION = /^TLSv1(?:\.1)?$/

/** Causes that are about the certificate alone. */
const OF_CERTIFICATE: ReadonlySet<Cause> = new Set([
  'certExpired',
  'certNotYetValid',
  'certHostnameMismatch',
  'certUntrusted',
  'certChainIncomplete',
])

/** A handshake that only succeeds with a version nobody accepts any more. */
function tooOld(facts: Case): Finding[] {
  if (facts.leading !== 'tlsHandshakeFailed') return []
  const old = facts
    .evidence('tls', 'failing')
    .filter(({ found }) => OLD_VERSION.test(found.certificate?.protocol ?? ''))
  const [first] = old
  if (first === undefined) return []
  const version = (first.found.certificate?.protocol ?? '').replace('TLSv', 'TLS ')
  const because = `the handshake succeeds only with ${version}`
  return [{ cause: 'tlsProtocolTooOld', regions: regionsOf(old), kinds: ['check', 'tls'], because }]
}

/** What the same handshake gives without verification, and the site without TLS. */
function leadingFinding(facts: Case): Finding {
  const pieces = facts.evidence('tls', 'failing')
  const unverified = pieces.filter(({ found }) => found.cause === null)
  if (OF_CERTIFICATE.has(facts.leading) && unverified.length > 0) {
    const because = 'the handshake succeeds without verification, so only the certificate is wrong'
    return asTold(facts, { kinds: ['tls'], because })
  }
  const plain = facts
    .evidence('plainHttp', 'failing')
    .find(({ found }) => found.statusCode !== null)
  if (plain !== undefined) {
    const because = `without TLS the site answers ${plain.found.statusCode ?? ''} on port ${plain.found.port}`
    return asTold(facts, { kinds: ['plainHttp'], because })
  }
  if (facts.evidence('connect', 'failing').some(({ found }) => found.cause === null)) {
    const because = 'the port takes connections, so the service is there and only TLS fails'
    return asTold(facts, { kinds: ['connect'], because })
  }
  return asTold(facts)
}

/** The handshake and the certificate. */
export const tlsRule: Rule = (facts) =>
  isOfLayer(facts, 'tls') ? [...tooOld(facts), leadingFinding(facts)] : []
