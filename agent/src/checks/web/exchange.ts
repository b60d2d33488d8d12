import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { CheckFailure } from '../../check-failure.ts'
import type { TlsDetails } from '../../net/certificate.ts'
import { failureOf, timeLimitFailure } from '../../net/failures.ts'
import { peerName } from '../../net/peer.ts'
import { startTls } from '../../net/start-tls.ts'
import { SOFTWARE_VERSION } from '../../version.ts'
import type { CheckContext, PhaseTimings } from '../checker.ts'
import { NO_TIMINGS, roundMs } from '../checker.ts'

/** Largest header block of an answer, in bytes; a larger one breaks the protocol for us. */
const MAX_HEADER_BYTES = 64 * 1024

const DEFAULT_USER_AGENT = `Sightline/${SOFTWARE_VERSION}`

/** The answer to one request, or why there is none; what was learned on the way is there either way. */
export interface Exchange {
  readonly answer: {
    readonly statusCode: number
    readonly headers: IncomingHttpHeaders
    readonly bodyBytes: number
    /** The body is longer than the limit and was left there. */
    readonly isTruncated: boolean
  } | null
  readonly failure: CheckFailure | null
  /** The host has only addresses that may not be reached. */
  readonly isBlocked: boolean
  readonly ip: string | null
  readonly timings: PhaseTimings
  readonly tls: TlsDetails | null
}

type Settings = SettingsOf<'web'>
type Answered = Pick<Exchange, 'answer' | 'failure'> & {
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
}

/** Reads the body up to the limit; `done` may be called again afterwards, which changes nothing. */
function readBody(
  response: IncomingMessage,
  maxBytes: number,
  done: (end: { bytes: number; isTruncated: boolean } | { error: Error }) => void,
): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > maxBytes) done({ bytes: maxBytes, isTruncated: true })
  })
  response.once('end', () => done({ bytes, isTruncated: false }))
  response.once('error', (error) => done({ error }))
}

function brokenOff(error: NodeJS.ErrnoException, peer: string): CheckFailure {
  // Node's word for a body that ends before its announced length.
  if (error.code !== 'ECONNRESET') return failureOf(error, 'download', peer)
  const message = `${peer} closed the connection before the answer was complete.`
  return { source: 'target', phase: 'download', cause: 'truncatedBody', message }
}

/** The monitor's own headers win over the usual ones, but a connection serves one request. */
function headersFor(
  url: URL,
  settings: Settings,
  extraHeaders: Settings['headers'],
): Record<string, string> {
  const usual = {
    host: url.host,
    'user-agent': settings.userAgent ?? DEFAULT_USER_AGENT,
    accept: '*/*',
  }
  const own = Object.entries(extraHeaders).map(([name, value]) => [name.toLowerCase(), value])
  return { ...usual, ...Object.fromEntries(own), connection: 'close' }
}

function ask(
  socket: Socket,
  url: URL,
  settings: Settings,
  extraHeaders: Settings['headers'],
  peer: string,
  signal: AbortSignal,
): Promise<Answered> {
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    let firstByteMs: number | null = null
    let received: IncomingMessage | null = null

    const outgoing = request({
      createConnection: () => socket,
      setHost: false,
      method: settings.method,
      path: `${url.pathname}${url.search}`,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: headersFor(url, settings, extraHeaders),
    })

    function settle(end: Pick<Exchange, 'answer' | 'failure'>): void {
      signal.removeEventListener('abort', giveUp)
      const totalMs = performance.now() - startedAtMs
      resolve({
        ...end,
        firstByteMs,
        downloadMs: firstByteMs === null ? null : totalMs - firstByteMs,
      })
      outgoing.destroy()
      socket.destroy()
    }

    function giveUp(): void {
      const phase = received === null ? 'firstByte' : 'download'
      settle({ answer: null, failure: timeLimitFailure(phase, peer) })
    }

    function finish(response: IncomingMessage, bodyBytes: number, isTruncated: boolean): void {
      const { statusCode = 0, headers } = response
      settle({ answer: { statusCode, headers, bodyBytes, isTruncated }, failure: null })
    }

    outgoing.on('response', (response) => {
      received = response
      firstByteMs = performance.now() - startedAtMs
      if (settings.maxBodyBytes === 0 && settings.method !== 'HEAD') {
        finish(response, 0, false)
        return
      }
      readBody(response, settings.maxBodyBytes, (end) => {
        if ('error' in end) settle({ answer: null, failure: brokenOff(end.error, peer) })
        else finish(response, end.bytes, end.isTruncated)
      })
    })
    // Without a listener Node would leave a socket that switched protocols open.
    outgoing.on('upgrade', (response) => finish(response, 0, false))
    outgoing.on('error', (error) => {
      const phase = received === null ? 'firstByte' : 'download'
      settle({ answer: null, failure: failureOf(error, phase, peer) })
    })
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else outgoing.end()
  })
}

const rounded = (ms: number | null): number | null => (ms === null ? null : roundMs(ms))

/** One request over a connection of its own, from the name to the last byte.
 *  @param extraHeaders the monitor's own headers, as far as this host may see them */
export async function exchange(
  url: URL,
  settings: Settings,
  extraHeaders: Settings['headers'],
  context: CheckContext,
): Promise<Exchange> {
  const { signal } = context
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isSecure ? 443 : 80))
  const peer = peerName(host, port)
  const dialled = await context.dial({ host, port, family: settings.ipFamily }, signal)
  const dialTimings: PhaseTimings = {
    ...NO_TIMINGS,
    dnsMs: rounded(dialled.dnsMs),
    connectMs: rounded(dialled.connectMs),
  }
  const { ip } = dialled
  if (!dialled.ok) {
    const { failure, isBlocked } = dialled
    return { answer: null, failure, isBlocked, ip, timings: dialTimings, tls: null }
  }
  let socket: Socket = dialled.socket
  let tls: TlsDetails | null = null
  let tlsMs: number | null = null
  if (isSecure) {
    const { verify, minVersion, sni } = settings.tls
    const wishes = { verify, minVersion, sni, alpn: ['http/1.1'] }
    const started = await startTls(socket, { host, port }, wishes, signal)
    tls = started.details
    tlsMs = rounded(started.tlsMs)
    if (!started.ok) {
      const timings = { ...dialTimings, tlsMs }
      return { answer: null, failure: started.failure, isBlocked: false, ip, timings, tls }
    }
    socket = started.socket
  }
  const answered = await ask(socket, url, settings, extraHeaders, peer, signal)
  const timings: PhaseTimings = {
    ...dialTimings,
    tlsMs,
    firstByteMs: rounded(answered.firstByteMs),
    downloadMs: rounded(answered.downloadMs),
  }
  return { answer: answered.answer, failure: answered.failure, isBlocked: false, ip, timings, tls }
}
