import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'

/** Chains are two or three long; a hostile one may be longer. */
const MAX_CHAIN = 10

/** A look at a chain takes 45 µs, of a handshake's 1.3 ms: one holds for this long. */
const LOOK_EVERY_MS = 3_600_000
const MAX_KNOWN = 5_000

/** What is known of a chain: its end in UNIX ms where that comes before the certificate's own, else null. */
interface Known {
  readonly endsAtMs: number | null
  readonly seenAtMs: number
}

let roots: ReadonlySet<string> | null = null

/** Whether an authority of this name is trusted, which takes the place of one of its name that a server sends: roots were
 *  once signed by older ones, whose end matters to nobody. */
function isTrusted(subject: string): boolean {
  roots ??= new Set(getCACertificates('default').map((pem) => new X509Certificate(pem).subject))
  return roots.has(subject)
}

/** Those that a certificate builds on, as the server sent them, the nearest first, without roots. */
function issuersOf(certificate: X509Certificate): X509Certificate[] {
  const issuers: X509Certificate[] = []
  let each = certificate.issuerCertificate
  while (each !== undefined && issuers.length < MAX_CHAIN && each.subject !== each.issuer) {
    issuers.push(each)
    each = each.issuerCertificate
  }
  return issuers
}

function findEnd(certificate: X509Certificate, nowMs: number): number | null {
  const issuers = issuersOf(certificate)
  const endOf = ({ validToDate }: X509Certificate): number => validToDate.getTime()
  let earliestMs = endOf(certificate)
  // Hardly any ends earlier; the chain was accepted, so one that is over is none of it.
  const isEarlier = (each: X509Certificate): boolean =>
    endOf(each) < earliestMs && endOf(each) > nowMs
  if (!issuers.some(isEarlier)) return null
  const ownMs = earliestMs
  for (const issuer of issuers) {
    if (isTrusted(issuer.subject)) break
    if (isEarlier(issuer)) earliestMs = endOf(issuer)
  }
  return earliestMs < ownMs ? earliestMs : null
}

const known = new Map<string, Known>()

/** When the first of those that an accepted certificate builds on ends, in UNIX ms, if that is before its own end; else
 *  null. From then on it is not accepted any more.
 *  @param key what tells the server and its certificate from others; of bounded length, as it is kept */
export function chainEndMs(certificate: X509Certificate, key: string): number | null {
  const nowMs = Date.now()
  const before = known.get(key)
  if (before !== undefined && Math.abs(nowMs - before.seenAtMs) < LOOK_EVERY_MS) {
    return before.endsAtMs
  }
  const endsAtMs = findEnd(certificate, nowMs)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, { endsAtMs, seenAtMs: nowMs })
  return endsAtMs
}
