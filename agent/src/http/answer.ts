import type { CheckFailure } from '../outcome/check-failure.ts'
import type { AnswerHead } from './http1-head.ts'
import type { AnswerListener } from './http1-reader.ts'

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
  /** What came of an answer that broke off. */
  readonly cut?: WebAnswer
  /** The server did not look at the request, and a new connection may help: "http1" when it wants that
   *  version, "same" when it was about to close this one. */
  readonly again?: 'http1' | 'same'
  /** The connection was left open: another request may follow on it. */
  readonly isKept?: true
}

/** Collects an answer within its limits. */
export interface AnswerCollector extends AnswerListener {
  /** @returns null when its head has not come */
  readonly answer: () => WebAnswer | null
  /** From the request to the complete head, in ms; null when it has not come. */
  readonly firstByteMs: () => number | null
}

const NOTHING = Buffer.alloc(0)
/** Smallest store of a body that comes in more than one piece, in bytes. */
const MIN_STORE_BYTES = 16 * 1024
/** What an answer may take beyond twice its body: headers, lines of chunks, frames. */
const MAX_BESIDE_BODY_BYTES = 1024 * 1024

/** Whether an answer takes so much more on the wire than its body that it is no honest one: a flood of
 *  chunk extensions, of padding, of frames without content.
 *  @param readBytes all that came over the connection */
export function isFlood(readBytes: number, { maxBodyBytes }: AnswerLimits): boolean {
  return readBytes > 2 * maxBodyBytes + MAX_BESIDE_BODY_BYTES
}

/** The beginning of a body in one piece. Pieces of a few bytes would each hold on to the 64 KB they
 *  were read into, so they are copied into a store that grows by doubling. */
function createStore(): {
  readonly add: (piece: Buffer, maxBytes: number) => void
  readonly bytes: () => Buffer
} {
  let first: Buffer | null = null
  let store = NOTHING
  let size = 0

  function copy(piece: Buffer, maxBytes: number): void {
    if (size + piece.length > store.length) {
      const larger = Math.max(size + piece.length, 2 * store.length, MIN_STORE_BYTES)
      const grown = Buffer.allocUnsafe(Math.min(larger, maxBytes))
      store.copy(grown, 0, 0, size)
      store = grown
    }
    piece.copy(store, size)
    size += piece.length
  }

  return {
    add(piece, maxBytes) {
      // Most bodies come in one piece, which needs no copy.
      if (first === null && size === 0) {
        first = piece
        return
      }
      if (first !== null) copy(first, maxBytes)
      first = null
      copy(piece, maxBytes)
    },
    bytes: () => first ?? store.subarray(0, size),
  }
}

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
  const kept = createStore()

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
      if (room > 0) kept.add(chunk.length > room ? chunk.subarray(0, room) : chunk, keep)
      bodyBytes += chunk.length
      if (bodyBytes <= limits.maxBodyBytes) return true
      bodyBytes = limits.maxBodyBytes
      isTruncated = true
      return false
    },
    answer() {
      if (head === null) return null
      return { ...head, bodyBytes, isTruncated, body: kept.bytes() }
    },
    firstByteMs: () => firstByteMs,
  }
}
