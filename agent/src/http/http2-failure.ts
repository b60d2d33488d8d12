import type { CheckFailure } from '../outcome/check-failure.ts'
import { failureOf, hangUp } from '../net/failures.ts'
import { printable } from '../outcome/printable.ts'
import type { WebAnswer } from './answer.ts'

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

export const NO_ERROR = ERROR_NAMES.indexOf('NO_ERROR')
const PROTOCOL_ERROR = ERROR_NAMES.indexOf('PROTOCOL_ERROR')
const REFUSED_STREAM = ERROR_NAMES.indexOf('REFUSED_STREAM')
const HTTP_1_1_REQUIRED = ERROR_NAMES.indexOf('HTTP_1_1_REQUIRED')

/** How the server ended a request, as far as it said; codes are of RFC 9113, section 7. */
export interface Http2End {
  /** Of the request (RST_STREAM); 0 where it was not reset. */
  readonly resetCode: number
  /** Of the connection (GOAWAY); null where it was not ended for a mistake. */
  readonly goawayCode: number | null
  /** It takes no more requests over this connection. */
  readonly isGoingAway: boolean
}

/** Requests that do no harm when they are sent twice. Source: RFC 9110, section 9.2.1 */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What may help a request of which nothing was answered.
 *  Source: RFC 9113, sections 8.7 (refused), 6.8 (GOAWAY) and 7 (HTTP_1_1_REQUIRED) */
export function wantsAgain(
  { resetCode, goawayCode, isGoingAway }: Http2End,
  method: string,
): 'http1' | 'same' | null {
  if (resetCode === HTTP_1_1_REQUIRED || goawayCode === HTTP_1_1_REQUIRED) return 'http1'
  const isLeft = isGoingAway && SAFE_METHODS.has(method)
  return resetCode === REFUSED_STREAM || isLeft ? 'same' : null
}

/** Whether less came than the answer announced: the protocol's library calls that an error of the
 *  protocol, people an answer that was cut short. */
function isShort(answer: WebAnswer | null): boolean {
  const announced = Number(answer?.headers.get('content-length') ?? 0)
  return answer !== null && answer.bodyBytes < announced
}

/** A server that does what the protocol forbids. @param what goes on after its name */
export function breach(what: string, phase: 'firstByte' | 'download', peer: string): CheckFailure {
  return { source: 'target', phase, cause: 'protocolError', message: `${peer} ${what}.` }
}

/** Why a request has no complete answer.
 *  @param error what Node says of the connection, or of the request
 *  @param answer what came of it */
export function http2Failure(
  { resetCode, goawayCode }: Http2End,
  error: NodeJS.ErrnoException | null,
  answer: WebAnswer | null,
  peer: string,
): CheckFailure {
  const phase = answer === null ? 'firstByte' : 'download'
  const breaks = (what: string): CheckFailure => breach(what, phase, peer)
  const cutShort = (): CheckFailure => {
    const message = `${peer} closed the connection before the answer was complete.`
    return { source: 'target', phase: 'download', cause: 'truncatedBody', message }
  }
  if (goawayCode !== null) {
    return breaks(`ended the HTTP/2 connection (GOAWAY ${errorName(goawayCode)})`)
  }
  if (error?.syscall !== undefined) return failureOf(error, phase, peer)
  if (resetCode === PROTOCOL_ERROR && isShort(answer)) return cutShort()
  if (resetCode === HTTP_1_1_REQUIRED) return breaks('takes this request over HTTP/1.1 only')
  if (error?.code === 'ERR_HTTP2_ERROR') {
    return breaks(`does not speak HTTP/2: ${printable(error.message, 100)}`)
  }
  if (resetCode !== 0) {
    return breaks(`broke the HTTP/2 request off (RST_STREAM ${errorName(resetCode)})`)
  }
  if (error?.code?.startsWith('ERR_HTTP2_') === true) return breaks('breaks the HTTP/2 protocol')
  if (error !== null) return failureOf(error, phase, peer)
  if (phase === 'download') return cutShort()
  return hangUp(phase, peer)
}
