import type { CheckFailure } from '../outcome/check-failure.ts'
import type { TlsDetails } from '../net/certificate.ts'
import type { DnsMessage } from './message.ts'
import { readMessage } from './message.ts'

/** How a question travels. */
export type DnsProtocol = 'udp' | 'tcp' | 'tls' | 'https'

/** Ports where a server is asked when none is named.
 *  Sources: RFC 1035, section 4.2; RFC 7858, section 3.1; RFC 8484, section 4.1 */
export const DNS_PORTS = {
  udp: 53,
  tcp: 53,
  tls: 853,
  https: 443,
} as const satisfies Record<DnsProtocol, number>

/** A server at an address that the guard has judged, or that is exempt from it. */
export interface DnsServer {
  readonly ip: string
  readonly port: number
  /** What its certificate must be for: its name, else the address. */
  readonly host: string
}

/** Times in ms; null for what did not take place. `firstByteMs` is from question to answer. */
export interface ExchangeTimings {
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
}

/** A server's answer, or why there is none. The failure is told as the server's own. */
export type Exchanged = (
  | { readonly ok: true; readonly message: DnsMessage }
  | { readonly ok: false; readonly failure: CheckFailure }
) & { readonly timings: ExchangeTimings; readonly tls: TlsDetails | null }

/** What every transport gives back for the question alone. */
export type Replied =
  | { readonly ok: true; readonly message: DnsMessage }
  | { readonly ok: false; readonly failure: CheckFailure }

/** Reads the bytes that answer a question. @param peer "host:port" as people read it */
export function replied(bytes: Buffer, peer: string): Replied {
  const message = readMessage(bytes)
  return message === null
    ? noReply('protocolError', `The answer of ${peer} is no well-formed DNS message.`)
    : { ok: true, message }
}

/** A failure of the server while it was being asked. */
export function noReply(
  cause: 'protocolError' | 'dnsTimeout' | 'nameserverDown',
  message: string,
): Extract<Replied, { ok: false }> {
  return { ok: false, failure: { source: 'target', phase: 'dns', cause, message } }
}

/** Silence up to the time limit. */
export function silence(peer: string): Extract<Replied, { ok: false }> {
  return noReply('dnsTimeout', `${peer} did not answer the DNS question in time.`)
}
