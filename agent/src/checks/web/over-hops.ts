import type { TlsDetails } from '../../net/certificate.ts'
import type { PhaseTimings } from '../../outcome/check-outcome.ts'
import { roundMs } from '../../outcome/check-outcome.ts'

/** A certificate that was shown on the way, and whose it is. */
export interface ShownCertificate {
  readonly tls: TlsDetails
  readonly host: string
}

function summed(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : roundMs(a + b)
}

/** The time of each phase with that of one more hop. @param before null: it is the first */
export function summedTimings(before: PhaseTimings | null, hop: PhaseTimings): PhaseTimings {
  if (before === null) return hop
  return {
    dnsMs: summed(before.dnsMs, hop.dnsMs),
    connectMs: summed(before.connectMs, hop.connectMs),
    tlsMs: summed(before.tlsMs, hop.tlsMs),
    firstByteMs: summed(before.firstByteMs, hop.firstByteMs),
    downloadMs: summed(before.downloadMs, hop.downloadMs),
  }
}

const expiryMs = (shown: ShownCertificate | null): number => {
  const expiresMs = Date.parse(shown?.tls.chainExpiresAt ?? shown?.tls.expiresAt ?? '')
  return Number.isNaN(expiresMs) ? Infinity : expiresMs
}

/** Which of two certificates expires first; the newer one when both do. */
export function earlierExpiry(
  before: ShownCertificate | null,
  newer: ShownCertificate | null,
): ShownCertificate | null {
  return newer === null || expiryMs(before) < expiryMs(newer) ? before : newer
}
