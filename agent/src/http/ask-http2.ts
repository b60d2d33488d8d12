import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import type { Socket } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { failureOf, timeLimitFailure } from '../net/failures.ts'
import { printable } from '../outcome/printable.ts'
import type { AnswerLimits, Answered, WebAnswer, WebRequest } from './answer.ts'
import { createAnswerCollector, isFlood } from './answer.ts'
import type { AnswerHead } from './http1-head.ts'

const MAX_HEAD_BYTES = 64 * 1024
const MAX_INTERIM_ANSWERS = 20
/** HTTP/2 has no word for them. Source: RFC 9113, section 8.2.2 */
const CONNECTION_HEADERS = new Set(['host', 'connection', 'http2-settings'])

/** @param raw names and values by turns, as they came */
function headOf(received: IncomingHttpHeaders, raw: readonly string[]): AnswerHead {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(received)) {
    if (name.startsWith(':') || value === undefined) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { location, 'set-cookie': setCookies = [] } = received
  return {
    statusCode: Number(received[':status'] ?? 0),
    httpVersion: '2',
    headers,
    locations: location === undefined ? [] : [location],
    setCookies,
    robotsTags: raw.filter((_, at) => at % 2 === 1 && raw[at - 1] === 'x-robots-tag'),
  }
}

function headersOf(request: WebRequest): Record<string, string> {
  const { method, url, path, headers } = request
  return {
    ':method': method,
    ':scheme': url.protocol.slice(0, -1),
    ':authority': headers.get('host') ?? url.host,
    ':path': path,
    ...Object.fromEntries([...headers].filter(([name]) => !CONNECTION_HEADERS.has(name))),
  }
}

/** Error codes in the order of their numbers. Source: RFC 9113, section 7 */
const ERROR_NAMES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
]

const errorName = (code: number): string => ERROR_NAMES[code] ?? `code ${code}`

/** Whether less came than the answer announced: the protocol's library calls that an error of the
 *  protocol, people an answer that was cut short. */
function isShort(answer: WebAnswer | null): boolean {
  const announced = Number(answer?.headers.get('content-length') ?? 0)
  return answer !== null && answer.bodyBytes < announced
}

/** How often the bytes that came are counted: frames without content are not told to anyone. */
const FLOOD_LOOK_MS = 250

/** Requests that do no harm when they are sent twice. Source: RFC 9110, section 9.2.1 */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Sends one request over HTTP/2 and reads its answer; the connection is closed in any case. The
 *  server must be known to speak it (ALPN, or the monitor says so).
 *  Source: RFC 9113 */
export async function askHttp2(
  socket: Socket,
  request: WebRequest,
  limits: AnswerLimits,
  peer: string,
  signal: AbortSignal,
): Promise<Answered> {
  // Most agents never need it.
  const { connect, constants } = await import('node:http2')
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    const collector = createAnswerCollector(request.method, limits, startedAtMs)
    let session: ClientHttp2Session | null = null
    let stream: ClientHttp2Stream | null = null
    let isSettled = false
    let isWhole = false
    let isEnded = false
    let interims = 0
    let isGoingAway = false
    let goawayCode: number | null = null

    const phase = (): 'firstByte' | 'download' =>
      collector.firstByteMs() === null ? 'firstByte' : 'download'

    function settle(failure: CheckFailure | null): void {
      if (isSettled) return
      isSettled = true
      clearInterval(floodLook)
      signal.removeEventListener('abort', giveUp)
      const totalMs = performance.now() - startedAtMs
      const firstByteMs = collector.firstByteMs()
      const answer = failure === null ? collector.answer() : null
      const again = failure === null ? null : wantsAgain()
      stream?.destroy()
      session?.destroy()
      socket.destroy()
      const downloadMs = firstByteMs === null ? null : totalMs - firstByteMs
      resolve({ answer, failure, firstByteMs, downloadMs, ...(again === null ? {} : { again }) })
    }

    /** Source: RFC 9113, sections 8.7 (refused), 6.8 (GOAWAY) and 7 (HTTP_1_1_REQUIRED) */
    function wantsAgain(): 'http1' | 'same' | null {
      if (collector.firstByteMs() !== null || signal.aborted) return null
      const code = stream?.rstCode
      const http1 = constants.NGHTTP2_HTTP_1_1_REQUIRED
      if (code === http1 || goawayCode === http1) return 'http1'
      const isRefused = code === constants.NGHTTP2_REFUSED_STREAM
      const isLeft = isGoingAway && SAFE_METHODS.has(request.method)
      return isRefused || isLeft ? 'same' : null
    }

    function giveUp(): void {
      settle(timeLimitFailure(phase(), peer))
    }

    function breaks(what: string): void {
      const message = `${peer} ${what}.`
      settle({ source: 'target', phase: phase(), cause: 'protocolError', message })
    }

    function cutShort(): void {
      const message = `${peer} closed the connection before the answer was complete.`
      settle({ source: 'target', phase: 'download', cause: 'truncatedBody', message })
    }

    function brokenOff(error: NodeJS.ErrnoException | null): void {
      if (isSettled) return
      const resetCode = stream?.rstCode ?? 0
      if (goawayCode !== null) {
        breaks(`ended the HTTP/2 connection (GOAWAY ${errorName(goawayCode)})`)
      } else if (error !== null && error.syscall !== undefined) {
        settle(failureOf(error, phase(), peer))
      } else if (resetCode === constants.NGHTTP2_PROTOCOL_ERROR && isShort(collector.answer())) {
        cutShort()
      } else if (resetCode === constants.NGHTTP2_HTTP_1_1_REQUIRED) {
        breaks('takes this request over HTTP/1.1 only')
      } else if (error?.code === 'ERR_HTTP2_ERROR') {
        breaks(`does not speak HTTP/2: ${printable(error.message, 100)}`)
      } else if (resetCode !== 0) {
        breaks(`broke the HTTP/2 request off (RST_STREAM ${errorName(resetCode)})`)
      } else if (error?.code?.startsWith('ERR_HTTP2_') === true) {
        breaks('breaks the HTTP/2 protocol')
      } else if (error !== null) {
        settle(failureOf(error, phase(), peer))
      } else if (phase() === 'download') cutShort()
      else breaks('closed the connection without a complete answer')
    }

    function begin(): void {
      session = connect(request.url.origin, {
        createConnection: () => socket,
        settings: { enablePush: false, maxHeaderListSize: MAX_HEAD_BYTES },
        maxHeaderListPairs: 1_000,
        maxSessionMemory: 1,
      })
      session.on('error', brokenOff)
      session.on('goaway', (code) => {
        if (code === constants.NGHTTP2_NO_ERROR) isGoingAway = true
        else goawayCode = code
      })
      session.on('close', () => brokenOff(null))
      stream = session.request(headersOf(request), { endStream: request.body === null })
      const asked = stream
      const push = asked.push.bind(asked)
      // Node ends the body of a request that was reset as it ends a whole one; only here, where it does
      // so, the two can be told apart: a stream is closed before its reset is told.
      asked.push = (chunk) => {
        if (chunk === null && !asked.closed) isWhole = true
        return push(chunk)
      }
      stream.on('error', brokenOff)
      stream.on('headers', () => {
        interims += 1
        if (interims > MAX_INTERIM_ANSWERS) {
          breaks(`sent more than ${MAX_INTERIM_ANSWERS} interim answers`)
        }
      })
      stream.on('response', (received, _flags, raw) => {
        if (!collector.head(headOf(received, raw))) settle(null)
      })
      stream.on('data', (chunk: Buffer) => {
        if (!isSettled && !collector.data(chunk)) settle(null)
      })
      stream.on('end', () => {
        isEnded = true
        if (isWhole && asked.rstCode === 0 && collector.firstByteMs() !== null) settle(null)
      })
      stream.on('close', () => {
        const isGood = isEnded && isWhole && asked.rstCode === 0
        if (isGood && collector.firstByteMs() !== null) settle(null)
        else brokenOff(null)
      })
      if (request.body !== null) stream.end(request.body)
    }

    const floodLook = setInterval(() => {
      if (isFlood(socket.bytesRead, limits)) breaks('sends much more than its answer')
    }, FLOOD_LOOK_MS)
    socket.on('error', brokenOff)
    socket.on('close', () => brokenOff(null))
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else if (socket.destroyed) brokenOff(null)
    else {
      try {
        begin()
      } catch {
        // Node refuses a header that HTTP/2 has no place for.
        const message = 'The agent could not put the request into HTTP/2: see the headers.'
        settle({ source: 'agent', phase: 'firstByte', cause: 'monitorMisconfigured', message })
      }
    }
  })
}
