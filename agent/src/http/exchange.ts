import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { Socket } from 'node:net'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { TlsDetails } from '../net/certificate.ts'
import { startTls } from '../net/start-tls.ts'
import type { Dial } from '../net/dial.ts'
import type { PhaseTimings } from '../outcome/check-outcome.ts'
import { NO_TIMINGS, roundMs } from '../outcome/check-outcome.ts'
import type { Answered, AnswerLimits, WebAnswer, WebRequest } from './answer.ts'
import { askHttp1 } from './ask-http1.ts'
import type { KeptConnections } from './kept-connections.ts'
import { phased } from './phased.ts'

/** The answer to one request, or why there is none; what was learned on the way is there either way. */
export interface Exchange {
  readonly answer: WebAnswer | null
  readonly failure: CheckFailure | null
  /** What came of an answer that broke off. */
  readonly cut?: WebAnswer
  /** The host has only addresses that may not be reached. */
  readonly isBlocked: boolean
  readonly ip: string | null
  readonly timings: PhaseTimings
  readonly tls: TlsDetails | null
}

type Settings = SettingsOf<'web'>

const BOTH_VERSIONS = ['h2', 'http/1.1'] as const
const ONLY_HTTP1 = ['http/1.1'] as const

const rounded = (ms: number | null): number | null => (ms === null ? null : roundMs(ms))

/** How a request gets to its target, and for how long. */
export interface Way {
  /** Aborts at the time limit: what came so far is told. */
  readonly signal: AbortSignal
  readonly dial: Dial
}

/** An exchange, and how the server wants it to be tried once more. */
type Attempt = Exchange & { readonly again?: Answered['again'] }

async function attempt(
  request: WebRequest,
  settings: Settings,
  limits: AnswerLimits,
  way: Way,
  kept: KeptConnections | null,
): Promise<Attempt> {
  const { signal } = way
  const { url } = request
  const { httpVersion, ipFamily } = settings
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isSecure ? 443 : 80))
  const peer = peerName(host, port)
  const dialled = await way.dial({ host, port, family: ipFamily }, signal)
  const { ip, dnsMs, connectMs } = dialled
  const dialTimings = { ...NO_TIMINGS, dnsMs: rounded(dnsMs), connectMs: rounded(connectMs) }
  if (!dialled.ok) {
    const { failure, isBlocked } = dialled
    return { answer: null, failure, isBlocked, ip, timings: dialTimings, tls: null }
  }
  let socket: Socket = dialled.socket
  let tls: TlsDetails | null = null
  let tlsMs: number | null = null
  let speaksHttp2 = httpVersion === '2'
  if (isSecure) {
    const { verify, minVersion, sni } = settings.tls
    const alpn = httpVersion === '1.1' ? ONLY_HTTP1 : BOTH_VERSIONS
    const started = await startTls(
      socket,
      { host, port },
      { verify, minVersion, sni, alpn },
      signal,
    )
    tls = started.details
    tlsMs = rounded(started.tlsMs)
    const timings = { ...dialTimings, tlsMs }
    if (!started.ok) {
      return { answer: null, failure: started.failure, isBlocked: false, ip, timings, tls }
    }
    socket = started.socket
    const isHttp2Agreed = started.socket.alpnProtocol === 'h2'
    if (httpVersion === '2' && !isHttp2Agreed) {
      socket.destroy()
      const message = `${peer} does not offer HTTP/2.`
      const failure = { source: 'target', phase: 'tls', cause: 'protocolError', message } as const
      return { answer: null, failure, isBlocked: false, ip, timings, tls }
    }
    speaksHttp2 = isHttp2Agreed
  }
  // Loaded at its first use: agents without such a target never need it.
  const ask = speaksHttp2 ? (await import('./ask-http2.ts')).askHttp2 : askHttp1
  const answered = await ask(socket, request, limits, peer, signal, kept !== null)
  if (answered.isKept === true) kept?.keep(url.origin, { socket, ip: dialled.ip, tls })
  const timings: PhaseTimings = {
    ...dialTimings,
    tlsMs,
    firstByteMs: rounded(answered.firstByteMs),
    downloadMs: rounded(answered.downloadMs),
  }
  const { answer, failure, cut, again } = answered
  const rest = { ...(cut ? { cut } : {}), ...(again ? { again } : {}) }
  return { answer, failure, isBlocked: false, ip, timings, tls, ...rest }
}

/** One request over a connection of its own, from the name to the last byte. Over HTTPS HTTP/2 is
 *  spoken when the server chooses it, as browsers do; without TLS only when the monitor says so. What a
 *  server sent back over HTTP/2 without looking at it is asked once more, as browsers do. */
export async function exchange(
  request: WebRequest,
  settings: Settings,
  limits: AnswerLimits,
  way: Way,
): Promise<Exchange> {
  const first = await phased(() => attempt(request, settings, limits, way, null))
  const { again } = first
  if (again === undefined || (again === 'http1' && settings.httpVersion !== 'auto')) return first
  const changed = again === 'http1' ? ({ ...settings, httpVersion: '1.1' } as const) : settings
  return phased(() => attempt(request, changed, limits, way, null))
}

/** Asks over a connection that is kept.
 *  @returns null where there is none, or what came is no answer, as it may have been left open in vain */
async function askKept(
  request: WebRequest,
  limits: AnswerLimits,
  signal: AbortSignal,
  kept: KeptConnections,
): Promise<Exchange | null> {
  const { origin, host } = request.url
  const connection = kept.take(origin)
  if (connection === null) return null
  const { socket, ip, tls } = connection
  const answered = await askHttp1(socket, request, limits, host, signal, true)
  const { answer, failure, firstByteMs, downloadMs } = answered
  if (answered.isKept === true) kept.keep(origin, connection)
  if (failure !== null && !signal.aborted) {
    kept.forgo(origin)
    return null
  }
  const phases = { firstByteMs: rounded(firstByteMs), downloadMs: rounded(downloadMs) }
  return { answer, failure, isBlocked: false, ip, tls, timings: { ...NO_TIMINGS, ...phases } }
}

/** One request over a connection that was kept, or else over one that will be. HTTP/1.1 is spoken on it:
 *  a server that has only HTTP/2 is asked as above. What breaks on a connection that was kept is asked
 *  once more over one of its own, so the request must do no harm when it is sent twice. */
export async function exchangeKept(
  request: WebRequest,
  settings: Settings,
  limits: AnswerLimits,
  way: Way,
  kept: KeptConnections,
): Promise<Exchange> {
  const { signal } = way
  const { origin, protocol } = request.url
  const known = await phased(() => askKept(request, limits, signal, kept))
  if (known !== null) return known
  if (kept.isForgone(origin)) return exchange(request, settings, limits, way)
  const http1 = { ...settings, httpVersion: '1.1' } as const
  const first = await phased(() => attempt(request, http1, limits, way, kept))
  const { answer, failure } = first
  const mayWantHttp2 = protocol === 'https:' && /^(?:tls|firstByte)$/.test(failure?.phase ?? '')
  if (answer !== null || !mayWantHttp2 || signal.aborted) return first
  kept.forgo(origin)
  return exchange(request, settings, limits, way)
}
