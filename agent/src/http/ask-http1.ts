import type { Socket } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { failureOf, hangUp, timeLimitFailure } from '../net/failures.ts'
import type { AnswerLimits, Answered, WebRequest } from './answer.ts'
import { createAnswerCollector, isFlood } from './answer.ts'
import { createHttp1Reader } from './http1-reader.ts'

/** Goes on after "breaks the HTTP protocol: ". */
const FLOOD = 'much more comes than its body, in pieces that hold nothing'

function bytesOf(request: WebRequest, mayKeep: boolean): Buffer {
  let head = `${request.method} ${request.path} HTTP/1.1\r\n`
  for (const [name, value] of request.headers) head += `${name}: ${value}\r\n`
  head += mayKeep ? 'connection: keep-alive\r\n\r\n' : 'connection: close\r\n\r\n'
  // Header values may hold any character of Latin-1.
  const bytes = Buffer.from(head, 'latin1')
  return request.body === null ? bytes : Buffer.concat([bytes, request.body])
}

function broken(problem: string, phase: 'firstByte' | 'download', peer: string): CheckFailure {
  const message = `The answer of ${peer} breaks the HTTP protocol: ${problem}.`
  return { source: 'target', phase, cause: 'protocolError', message }
}

function cutOff(phase: 'firstByte' | 'download', peer: string): CheckFailure {
  if (phase === 'download') {
    const message = `${peer} closed the connection before the answer was complete.`
    return { source: 'target', phase, cause: 'truncatedBody', message }
  }
  return hangUp(phase, peer)
}

/** Sends one request over HTTP/1.1 and reads its answer. The connection is closed, unless whoever asks
 *  may keep it and another request may follow.
 *
 *  It speaks the protocol itself: connecting and asking took 0.30 ms of processor time over node:http
 *  and 0.20 ms over this (2,000 requests, 8 at a time, for an answer of 1.2 KB). */
export function askHttp1(
  socket: Socket,
  request: WebRequest,
  limits: AnswerLimits,
  peer: string,
  signal: AbortSignal,
  mayKeep = false,
): Promise<Answered> {
  const startedAtMs = performance.now()
  return new Promise((resolve) => {
    const collector = createAnswerCollector(request.method, limits, startedAtMs)
    const reader = createHttp1Reader(request.method, collector)
    let isSettled = false
    let readBytes = 0

    const phase = (): 'firstByte' | 'download' =>
      collector.firstByteMs() === null ? 'firstByte' : 'download'

    function settle(failure: CheckFailure | null): void {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener('abort', giveUp)
      const totalMs = performance.now() - startedAtMs
      const firstByteMs = collector.firstByteMs()
      const isKept = mayKeep && failure === null && reader.mayFollow()
      // A closed socket may stay in memory until all of the heap is looked through, and what listens to it with it: of
      // each check 11.5 KB outlived the young generation in place of 4, and at 100 a second it took 0.67 ms of processor
      // time in place of 0.59.
      socket.off('data', read).off('end', ended).off('error', broke).off('close', closed)
      if (!isKept) socket.destroy()
      const came = collector.answer()
      resolve({
        answer: failure === null ? came : null,
        failure,
        ...(failure === null || came === null ? {} : { cut: came }),
        firstByteMs,
        downloadMs: firstByteMs === null ? null : totalMs - firstByteMs,
        ...(isKept ? { isKept } : {}),
      })
    }

    function giveUp(): void {
      settle(timeLimitFailure(phase(), peer))
    }

    function read(chunk: Buffer): void {
      if (isSettled) return
      readBytes += chunk.length
      const state = reader.push(chunk)
      if (state === 'done') settle(null)
      else if (state !== 'more') settle(broken(state.problem, phase(), peer))
      else if (isFlood(readBytes, limits)) settle(broken(FLOOD, phase(), peer))
    }

    const ended = (): void => settle(reader.end() === 'done' ? null : cutOff(phase(), peer))
    const broke = (error: Error): void => settle(failureOf(error, phase(), peer))
    const closed = (): void => settle(cutOff(phase(), peer))

    // A connection that broke before anyone listened here has no other event left than its close.
    socket.on('data', read).on('end', ended).on('error', broke).on('close', closed)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else if (socket.destroyed) settle(cutOff('firstByte', peer))
    else socket.write(bytesOf(request, mayKeep))
  })
}
