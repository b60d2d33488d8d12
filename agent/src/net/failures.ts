import type { Cause } from '@sightline/shared/causes'
import type { FailureSourceWord, Phase } from '@sightline/shared/check-words'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { printable } from '../outcome/printable.ts'

interface Meaning {
  readonly source: FailureSourceWord
  readonly cause: Cause
  /** The sentence after "The connection to <peer> ". */
  readonly text: string
}

/** What each code of the operating system or of Node says about whose fault it is. */
const BY_CODE: Readonly<Record<string, Meaning>> = {
  ECONNREFUSED: { source: 'target', cause: 'connectionRefused', text: 'was refused' },
  ECONNRESET: { source: 'target', cause: 'connectionReset', text: 'was reset by the other side' },
  ECONNABORTED: { source: 'target', cause: 'connectionReset', text: 'was aborted' },
  EPIPE: { source: 'target', cause: 'connectionReset', text: 'was closed by the other side' },
  ETIMEDOUT: { source: 'network', cause: 'connectionTimeout', text: 'timed out' },
  // Also of a connection that a firewall rejects ("administratively prohibited"): RFC 1122, section 3.2.2.1.
  EHOSTUNREACH: {
    source: 'network',
    cause: 'hostUnreachable',
    text: 'failed: the host cannot be reached, or a firewall forbids it',
  },
  EHOSTDOWN: { source: 'network', cause: 'hostUnreachable', text: 'failed: the host is down' },
  ENETUNREACH: {
    source: 'network',
    cause: 'networkUnreachable',
    text: 'failed: its network cannot be reached',
  },
  ENETDOWN: {
    source: 'agent',
    cause: 'agentEgressDown',
    text: "failed: the agent's network is down",
  },
  // What connecting says of a route of the kind "blackhole".
  EINVAL: {
    source: 'agent',
    cause: 'agentEgressDown',
    text: "was dropped by the agent's own machine",
  },
  // Of a machine whose system was started without IPv6.
  EAFNOSUPPORT: {
    source: 'agent',
    cause: 'agentEgressDown',
    text: "could not be begun: the agent's machine does not speak this version of the Internet Protocol",
  },
  // What sending over UDP says where TCP says EADDRNOTAVAIL.
  EADDRINUSE: {
    source: 'agent',
    cause: 'agentFault',
    text: 'could not be begun: the agent has no free local port',
  },
  EADDRNOTAVAIL: {
    source: 'agent',
    cause: 'agentFault',
    text: 'could not be begun: the agent has no free local address or port',
  },
  EMFILE: {
    source: 'agent',
    cause: 'agentFault',
    text: 'could not be begun: the agent has too many files open',
  },
  ENFILE: {
    source: 'agent',
    cause: 'agentFault',
    text: "could not be begun: the agent's machine has too many files open",
  },
  ENOBUFS: {
    source: 'agent',
    cause: 'agentFault',
    text: "could not be begun: the agent's machine has no buffers left",
  },
  ENOMEM: {
    source: 'agent',
    cause: 'agentFault',
    text: "could not be begun: the agent's machine has no memory left",
  },
  EACCES: {
    source: 'agent',
    cause: 'agentEgressDown',
    text: "was forbidden by the agent's own machine",
  },
  EPERM: {
    source: 'agent',
    cause: 'agentEgressDown',
    text: "was forbidden by the agent's own machine",
  },
}

/** Codes of a broken HTTP conversation. Node's parser errors all begin with HPE_. */
function isProtocolCode(code: string): boolean {
  return code.startsWith('HPE_') || code === 'ERR_HTTP_INVALID_HEADER_VALUE'
}

/** Codes of OpenSSL's and Node's TLS errors. */
export function isTlsCode(code: string): boolean {
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')
}

const WANTS_CERTIFICATE = 'it asks visitors for a certificate of their own, and checks have none'

/** What has no alert of its own before TLS 1.3. */
const SAYS_LITTLE =
  'it says only "handshake failure": it may share no cipher with the agent, not know the name that was asked for, or ask visitors for a certificate of their own'

/** Alerts whose names do not help. Before TLS 1.3 one word stands for a certificate that is missing and for one
 *  that is bad, and ours is never bad. Source: RFC 8446, section 6.2 */
const ALERTS: Readonly<Record<string, string | undefined>> = {
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: WANTS_CERTIFICATE,
  'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE': WANTS_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: WANTS_CERTIFICATE,
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': SAYS_LITTLE,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: SAYS_LITTLE,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
    'it takes none of the versions of HTTP that were offered (no application protocol)',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'it does not know the name that was asked for (SNI)',
}

/** A handshake that one side broke off; OpenSSL's own message would name its source files. */
export function tlsFailure(code: string, peer: string): CheckFailure {
  const alert = code
    .replace(/^ERR_(?:SSL|TLS)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
  const message = `The TLS handshake with ${peer} failed: ${ALERTS[code] ?? alert}.`
  return { source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed', message }
}

/** A connection that was closed in an orderly way before there was an answer.
 *  @param peer "host:port" as people read it */
export function hangUp(phase: Phase, peer: string): CheckFailure {
  const message = `${peer} closed the connection without a complete answer.`
  return { source: 'target', phase, cause: 'protocolError', message, isHangUp: true }
}

/** What a socket's or parser's error means.
 *  @param peer "host:port" as people read it */
export function failureOf(error: unknown, phase: Phase, peer: string): CheckFailure {
  const thrown = error instanceof Error ? error : new Error(String(error))
  const { code = '', message, syscall }: NodeJS.ErrnoException = thrown
  if (isProtocolCode(code)) {
    const why = printable(message.replace(/^Parse Error:\s*/, ''), 200)
    const text = `The answer of ${peer} breaks the HTTP protocol: ${why}.`
    return { source: 'target', phase, cause: 'protocolError', message: text }
  }
  // Node says ECONNRESET for an orderly close as well, then without a system call.
  if (code === 'ECONNRESET' && syscall === undefined) return hangUp(phase, peer)
  // TLS 1.3 servers refuse a client after it believes the handshake to be done.
  if (isTlsCode(code)) return tlsFailure(code, peer)
  const meaning = BY_CODE[code]
  if (meaning === undefined) {
    // Never the message: it may name places of this machine.
    const text = `The connection to ${peer} failed (${printable(code === '' ? thrown.name : code, 60)}).`
    return { source: 'target', phase, cause: 'protocolError', message: text }
  }
  const text = `The connection to ${peer} ${meaning.text}.`
  return { source: meaning.source, phase, cause: meaning.cause, message: text }
}

/** Where the time limit struck. Source: monitoring design, section 5 ("where two fit"). */
const AT_LIMIT = {
  dns: {
    source: 'resolver',
    cause: 'dnsTimeout',
    text: 'The name of {peer} was not resolved within the time limit.',
  },
  connect: {
    source: 'network',
    cause: 'connectionTimeout',
    text: 'No connection to {peer} within the time limit.',
  },
  tls: {
    source: 'target',
    cause: 'tlsHandshakeFailed',
    text: 'The TLS handshake with {peer} did not end within the time limit.',
  },
  firstByte: {
    source: 'target',
    cause: 'timeout',
    text: '{peer} did not answer the request within the time limit.',
  },
  download: {
    source: 'target',
    cause: 'timeout',
    text: 'The answer of {peer} was not complete within the time limit.',
  },
  content: {
    source: 'target',
    cause: 'timeout',
    text: 'The exchange with {peer} was not over within the time limit.',
  },
  banner: {
    source: 'target',
    cause: 'bannerTimeout',
    text: '{peer} did not greet within the time limit.',
  },
  starttls: {
    source: 'target',
    cause: 'timeout',
    text: '{peer} did not answer STARTTLS within the time limit.',
  },
  auth: {
    source: 'target',
    cause: 'timeout',
    text: '{peer} did not answer the sign-in within the time limit.',
  },
  rcpt: {
    source: 'target',
    cause: 'timeout',
    text: '{peer} did not answer the test of the recipient within the time limit.',
  },
} as const satisfies Record<Phase, Meaning>

/** The failure of a check that its time limit ended in a phase. */
export function timeLimitFailure(phase: Phase, peer: string): CheckFailure {
  const { source, cause, text } = AT_LIMIT[phase]
  return { source, phase, cause, message: text.replace('{peer}', () => peer) }
}
