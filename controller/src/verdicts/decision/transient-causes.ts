import type { Cause } from '@sightline/shared/causes'

/** Failures another try may well not meet: silence, connections that broke off, and pages that did not
 *  come about in a browser. All others are
 *  answers (a status, a certificate, a name that does not exist, a refusal), which a retry would only get
 *  again. Source: monitoring design, section 3, rule 1 */
const TRANSIENT: ReadonlySet<string> = new Set<Cause>([
  'timeout',
  'connectionTimeout',
  'bannerTimeout',
  'dnsTimeout',
  'udpNoReply',
  'packetLoss',
  // A router, or the own machine, asked for the host's hardware address and heard nothing.
  'hostUnreachable',
  'connectionReset',
  // A stall or a reset in the middle of the handshake has this cause too; so have a connection that was
  // closed without an answer, and a body that broke off.
  'tlsHandshakeFailed',
  'protocolError',
  'truncatedBody',
  // A browser asks for a hundred things where a plain check asks for one: any may have come late.
  'renderError',
])

/** Whether a failure of this cause needs a retry where it was met, before it is believed. One without a
 *  cause does. */
export function isTransient(cause: string | null): boolean {
  return cause === null || TRANSIENT.has(cause)
}
