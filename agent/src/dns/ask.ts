import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { connectTo } from '../net/dial.ts'
import { startTls } from '../net/start-tls.ts'
import { askStream } from './ask-stream.ts'
import { askUdp } from './ask-udp.ts'
import type { DnsProtocol, DnsServer, Exchanged, Replied } from './exchange.ts'
import { HTTPS_PROTOCOLS, askHttps } from './https/ask-https.ts'
import type { DnsQuestion, EncodedQuestion } from './question.ts'
import { encodeQuestion } from './question.ts'

/** How long a question may take: the signal ends it, `limitMs` is how long that still is. */
export interface AskLimits {
  readonly signal: AbortSignal
  readonly limitMs: number
}

const NO_TIMES = { connectMs: null, tlsMs: null, firstByteMs: null } as const

async function timed(reply: Promise<Replied>): Promise<{ reply: Replied; firstByteMs: number }> {
  const startedAtMs = performance.now()
  return { reply: await reply, firstByteMs: performance.now() - startedAtMs }
}

/** "Port 53 of x is closed": for name servers that is a cause of its own.
 *  Source: monitoring design, section 5 */
function connectFailure(failure: CheckFailure, peer: string): CheckFailure {
  if (failure.cause !== 'connectionRefused') return failure
  const message = `No name server listens at ${peer}: the connection was refused.`
  return { ...failure, cause: 'nameserverDown', message }
}

async function overUdp(
  server: DnsServer,
  question: EncodedQuestion,
  { signal, limitMs }: AskLimits,
): Promise<Exchanged> {
  const { reply, firstByteMs } = await timed(askUdp(server, question, limitMs, signal))
  const timings = { ...NO_TIMES, firstByteMs: reply.ok ? firstByteMs : null }
  return { ...reply, timings, tls: null }
}

async function overConnection(
  server: DnsServer,
  protocol: Exclude<DnsProtocol, 'udp'>,
  question: EncodedQuestion,
  signal: AbortSignal,
): Promise<Exchanged> {
  const { ip, port, host } = server
  const peer = peerName(host, port)
  const attempt = await connectTo([ip], { host, port }, signal)
  const connected = { ...NO_TIMES, connectMs: attempt.connectMs }
  if ('failure' in attempt) {
    const failure = connectFailure(attempt.failure, peer)
    return { ok: false, failure, timings: connected, tls: null }
  }
  if (protocol === 'tcp') {
    const { reply, firstByteMs } = await timed(askStream(attempt.socket, question, peer, signal))
    const timings = { ...connected, firstByteMs: reply.ok ? firstByteMs : null }
    return { ...reply, timings, tls: null }
  }
  const alpn = protocol === 'https' ? HTTPS_PROTOCOLS : []
  const wishes = { verify: true, minVersion: '1.2', sni: null, alpn } as const
  const started = await startTls(attempt.socket, { host, port }, wishes, signal)
  const secured = { ...connected, tlsMs: started.tlsMs }
  if (!started.ok) {
    return { ok: false, failure: started.failure, timings: secured, tls: started.details }
  }
  const { socket, details } = started
  // The port is part of a URL's authority unless it is the usual one.
  const authority = port === 443 ? bracketed(host) : peer
  const { reply, firstByteMs } = await timed(
    protocol === 'https'
      ? askHttps(socket, question, { authority, peer }, signal)
      : askStream(socket, question, peer, signal),
  )
  const timings = { ...secured, firstByteMs: reply.ok ? firstByteMs : null }
  return { ...reply, timings, tls: details }
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

async function askOnce(
  server: DnsServer,
  protocol: DnsProtocol,
  question: DnsQuestion,
  limits: AskLimits,
): Promise<Exchanged> {
  const encoded = await encodeQuestion(question, protocol === 'https' ? { id: 0 } : {})
  return protocol === 'udp'
    ? overUdp(server, encoded, limits)
    : overConnection(server, protocol, encoded, limits.signal)
}

/** A server that answers over UDP is there, so one that cannot be connected to, or is silent then, lacks only TCP,
 *  which every name server must serve (RFC 7766, section 5). */
function withoutTcp(failure: CheckFailure, { ip, port }: DnsServer): CheckFailure {
  const { source, phase, cause } = failure
  if (phase === 'dns' && cause === 'dnsTimeout') {
    const message = `${peerName(ip, port)} answered over UDP, but cut its answer short, and did not give all of it over TCP in time.`
    return { ...failure, message }
  }
  if (phase !== 'connect' || source === 'agent') return failure
  return {
    ...failure,
    cause: cause === 'nameserverDown' ? 'protocolError' : cause,
    message: `${peerName(ip, port)} answered over UDP, but cut its answer short, and does not serve TCP, where all of it would be.`,
  }
}

/** A server's answer; `wasTruncated` says that the one over UDP was cut and TCP had to serve. */
export type Answered = Exchanged & { readonly wasTruncated: boolean }

/** Asks one server one question. An answer that was cut is fetched over TCP (RFC 7766, section 5),
 *  and a server that does not know EDNS is asked without (RFC 6891, section 7). */
export async function ask(
  server: DnsServer,
  protocol: DnsProtocol,
  question: DnsQuestion,
  limits: AskLimits,
): Promise<Answered> {
  const startedAtMs = performance.now()
  const leftLimits = (): AskLimits => ({
    signal: limits.signal,
    limitMs: Math.max(0, limits.limitMs - (performance.now() - startedAtMs)),
  })
  let first = await askOnce(server, protocol, question, limits)
  const isPlainer =
    first.ok &&
    question.edns &&
    !question.dnssec &&
    /^(?:FORMERR|NOTIMP|BADVERS)$/.test(first.message.rcode)
  if (isPlainer) {
    const plain = await askOnce(server, protocol, { ...question, edns: false }, leftLimits())
    if (plain.ok) first = plain
  }
  if (!first.ok || !first.message.isTruncated) return { ...first, wasTruncated: false }
  if (protocol !== 'udp') {
    const peer = peerName(server.ip, server.port)
    const message = `${peer} cut its answer short although the connection allows any length.`
    const failure = {
      source: 'target',
      phase: 'download',
      cause: 'protocolError',
      message,
    } as const
    return { ok: false, failure, timings: first.timings, tls: first.tls, wasTruncated: true }
  }
  const whole = await askOnce(server, 'tcp', question, leftLimits())
  if (whole.ok) return { ...whole, wasTruncated: true }
  return { ...whole, failure: withoutTcp(whole.failure, server), wasTruncated: true }
}
