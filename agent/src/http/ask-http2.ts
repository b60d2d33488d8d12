import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { timeLimitFailure } from '../net/failures.ts'
import type { AnswerLimits, Answered, WebRequest } from './answer.ts'
import { createAnswerCollector, isFlood } from './answer.ts'
import { followBody } from './http2-body.ts'
import type { Http2End } from './http2-failure.ts'
import { breach, http2Failure, NO_ERROR, wantsAgain } from './http2-failure.ts'
import { headersOf, headOf } from './http2-head.ts'

const MAX_HEAD_BYTES = 64 * 1024
const MAX_INTERIM_ANSWERS = 20
/** How often the bytes that came are counted: frames without content are not told to anyone. */
const FLOOD_LOOK_MS = 250

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
  const { connect } = await import('node:http2')
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    const collector = createAnswerCollector(request.method, limits, startedAtMs)
    let session: ClientHttp2Session | null = null
    let stream: ClientHttp2Stream | null = null
    let isSettled = false
    let interims = 0
    let isGoingAway = false
    let goawayCode: number | null = null

    const phase = (): 'firstByte' | 'download' =>
      collector.firstByteMs() === null ? 'firstByte' : 'download'

    const end = (): Http2End => ({ resetCode: stream?.rstCode ?? 0, goawayCode, isGoingAway })

    function settle(failure: CheckFailure | null): void {
      if (isSettled) return
      isSettled = true
      clearInterval(floodLook)
      signal.removeEventListener('abort', giveUp)
      const totalMs = performance.now() - startedAtMs
      const firstByteMs = collector.firstByteMs()
      const came = collector.answer()
      const answer = failure === null ? came : null
      const cut = failure === null || came === null ? {} : { cut: came }
      const mayHelp = failure !== null && firstByteMs === null && !signal.aborted
      const again = mayHelp ? wantsAgain(end(), request.method) : null
      stream?.destroy()
      session?.destroy()
      socket.destroy()
      const downloadMs = firstByteMs === null ? null : totalMs - firstByteMs
      const retry = again === null ? {} : { again }
      resolve({ answer, failure, firstByteMs, downloadMs, ...cut, ...retry })
    }

    const giveUp = (): void => settle(timeLimitFailure(phase(), peer))
    const breaks = (what: string): void => settle(breach(what, phase(), peer))

    function brokenOff(error: NodeJS.ErrnoException | null): void {
      if (!isSettled) settle(http2Failure(end(), error, collector.answer(), peer))
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
        if (code === NO_ERROR) isGoingAway = true
        else goawayCode = code
      })
      session.on('close', () => brokenOff(null))
      stream = session.request(headersOf(request), { endStream: request.body === null })
      const isWhole = followBody(stream)
      const isDone = (): boolean => isWhole() && collector.firstByteMs() !== null
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
        if (isDone()) settle(null)
      })
      stream.on('close', () => {
        if (isDone()) settle(null)
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
