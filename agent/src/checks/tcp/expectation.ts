import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import { anyTextMatches } from '../matching/any-text-matches.ts'
import type { Expression } from '../matching/known-patterns.ts'
import { knownPattern } from '../matching/known-patterns.ts'
import { unjudged } from '../matching/unjudged.ts'

/** What a reply has to contain. An expression may take its time, bytes are found at once. What could
 *  not be searched rejects with a SearchError. */
export interface Expectation {
  readonly isIn: (received: Buffer, signal: AbortSignal) => boolean | Promise<boolean>
  /** @returns how many bytes reach to the end of the first match, null when there is none (yet) */
  readonly findEnd: (
    received: Buffer,
    signal: AbortSignal,
  ) => number | null | Promise<number | null>
  /** As messages name it: `"text"`, `the pattern "…"`, `the byte sequence 00ff`. */
  readonly shown: string
  /** What came instead, so that it can be compared with what was expected.
   *  @param maxLength in characters */
  readonly instead: (received: Buffer, maxLength: number) => Instead
}

/** What came, as details show it and as messages quote it. */
export interface Instead {
  readonly detail: string
  readonly quote: string
}

function textInstead(received: Buffer, maxLength: number): Instead {
  const detail = printable(received.toString('utf8', 0, 4 * maxLength), maxLength)
  return { detail, quote: `"${detail}"` }
}

/** Bytes as bytes, unless they are text, which reads better. */
function bytesInstead(received: Buffer, maxLength: number): Instead {
  // The last character may be cut.
  const beginning = received.toString('utf8', 0, maxLength).replace(/\ufffd$/, '')
  // oxlint-disable-next-line no-control-regex
  const isText = beginning !== '' && !/[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/.test(beginning)
  if (isText) return textInstead(received, maxLength)
  const detail = printable(received.toString('hex', 0, maxLength), maxLength)
  return { detail, quote: `the bytes ${detail}` }
}

/** A reply could not be searched, which says nothing about the target. */
export class SearchError extends Error {
  override readonly name = 'SearchError'
  readonly failure: CheckFailure

  constructor(failure: CheckFailure) {
    super(failure.message)
    this.failure = failure
  }
}

const MAX_SHOWN = 100
/** An expression's match is told to the byte when it ends within these; else it takes all there is. */
const MAX_EXACT_BYTES = 4096

function bytesExpectation(
  wanted: Buffer,
  shown: string,
  instead: Expectation['instead'],
): Expectation {
  return {
    instead,
    isIn: (received) => received.includes(wanted),
    findEnd(received) {
      const at = received.indexOf(wanted)
      return at === -1 ? null : at + wanted.length
    },
    shown,
  }
}

/** The shortest beginning that matches, so that what is left for the next step does not depend on how
 *  the bytes were cut into packets. */
async function shortestMatch(
  isIn: (received: Buffer) => Promise<boolean>,
  received: Buffer,
): Promise<number | null> {
  if (!(await isIn(received))) return null
  if (received.length > MAX_EXACT_BYTES && !(await isIn(received.subarray(0, MAX_EXACT_BYTES)))) {
    return received.length
  }
  let tooShort = -1
  let matching = Math.min(received.length, MAX_EXACT_BYTES)
  while (matching - tooShort > 1) {
    const middle = (tooShort + matching) >> 1
    // Each half is chosen by the one before.
    // oxlint-disable-next-line no-await-in-loop
    if (await isIn(received.subarray(0, middle))) matching = middle
    else tooShort = middle
  }
  return matching
}

/** Bytes that are no UTF-8 read as U+FFFD. */
function patternExpectation(expression: Expression, shown: string): Expectation {
  async function isIn(received: Buffer, signal: AbortSignal): Promise<boolean> {
    const found = await anyTextMatches(expression, [received.toString()], signal)
    if (!found.ok) throw new SearchError(unjudged(found))
    return found.matches
  }
  return {
    isIn,
    findEnd: (received, signal) => shortestMatch((part) => isIn(part, signal), received),
    shown,
    instead: textInstead,
  }
}

/** What settings expect of a reply; null when they expect nothing. A text wins over an expression,
 *  and that over bytes.
 *  @throws PatternError */
export function expectationOf(wanted: {
  readonly expect?: string | null | undefined
  readonly expectRegex?: string | null | undefined
  readonly expectHex?: string | null | undefined
}): Expectation | null {
  const { expect, expectRegex, expectHex } = wanted
  if (expect != null) {
    const shown = `"${printable(expect, MAX_SHOWN)}"`
    return bytesExpectation(Buffer.from(expect), shown, textInstead)
  }
  if (expectRegex != null) {
    const shown = `the pattern "${printable(expectRegex, MAX_SHOWN)}"`
    const expression = { pattern: expectRegex, caseSensitive: true }
    // For the error only: the cache keeps what it has room for.
    knownPattern(expression)
    return patternExpectation(expression, shown)
  }
  if (expectHex == null) return null
  const shown = `the byte sequence ${printable(expectHex, MAX_SHOWN)}`
  return bytesExpectation(Buffer.from(expectHex, 'hex'), shown, bytesInstead)
}
