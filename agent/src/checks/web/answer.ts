import type { CheckFailure } from '../../check-failure.ts'
import type { AnswerHead, AnswerListener } from './http1-reader.ts'

/** What is sent; header names are in lower case. */
export interface WebRequest {
  readonly method: string
  readonly url: URL
  /** Path and query as they are sent. */
  readonly path: string
  readonly headers: ReadonlyMap<string, string>
  /** null: none is sent. */
  readonly body: Buffer | null
}

/** How much of an answer is read. */
export interface AnswerLimits {
  /** The body is left where it is longer. */
  readonly maxBodyBytes: number
  /** How many bytes of the body are kept for a look at them; null when none of it need be read. */
  readonly keepBytes: (head: AnswerHead) => number | null
}

export interface WebAnswer extends AnswerHead {
  readonly bodyBytes: number
  /** The body is longer than the limit and was left there. */
  readonly isTruncated: boolean
  /** The kept beginning of the body, as it was sent. */
  readonly body: Buffer
}

/** The answer, or why there is none. Times in ms from the request on; null when it did not come so
 *  far. */
export interface Answered {
  readonly answer: WebAnswer | null
  readonly failure: CheckFailure | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
}

/** Collects an answer within its limits. */
export interface AnswerCollector extends AnswerListener {
  /** @returns null when its head has not come */
  readonly answer: () => WebAnswer | null
  /** From the request to the complete head, in ms; null when it has not come. */
  readonly firstByteMs: () => number | null
}

const NOTHING = Buffer.alloc(0)

/** @param startedAtMs when the request was sent, on the clock of `performance` */
export function createAnswerCollector(
  method: string,
  limits: AnswerLimits,
  startedAtMs: number,
): AnswerCollector {
  let head: AnswerHead | null = null
  let firstByteMs: number | null = null
  let bodyBytes = 0
  let isTruncated = false
  let keep = 0
  const kept: Buffer[] = []

  return {
    head(given) {
      head = given
      firstByteMs = performance.now() - startedAtMs
      const wanted = limits.keepBytes(given)
      keep = Math.min(wanted ?? 0, limits.maxBodyBytes)
      return wanted !== null && (limits.maxBodyBytes > 0 || method === 'HEAD')
    },
    data(chunk) {
      const room = keep - bodyBytes
      if (room > 0) kept.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      bodyBytes += chunk.length
      if (bodyBytes <= limits.maxBodyBytes) return true
      bodyBytes = limits.maxBodyBytes
      isTruncated = true
      return false
    },
    answer() {
      if (head === null) return null
      const first = kept[0]
      const body = kept.length > 1 ? Buffer.concat(kept) : (first ?? NOTHING)
      return { ...head, bodyBytes, isTruncated, body }
    },
    firstByteMs: () => firstByteMs,
  }
}
