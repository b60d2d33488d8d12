import type { Pattern } from '@sightline/shared/pattern'
import { compilePattern } from '@sightline/shared/pattern'
import { printable } from '../../printable.ts'

/** What a reply has to contain. */
export interface Expectation {
  readonly isIn: (received: Buffer) => boolean
  /** @returns how many bytes reach to the end of the first match, null when there is none (yet) */
  readonly findEnd: (received: Buffer) => number | null
  /** As messages name it: `"text"`, `the pattern "…"`, `the bytes 00ff`. */
  readonly shown: string
}

const MAX_SHOWN = 100
/** An expression's match is told to the byte when it ends within these; else it takes all there is. */
const MAX_EXACT_BYTES = 4096

function bytesExpectation(wanted: Buffer, shown: string): Expectation {
  return {
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
function shortestMatch(isIn: Expectation['isIn'], received: Buffer): number | null {
  if (!isIn(received)) return null
  if (received.length > MAX_EXACT_BYTES && !isIn(received.subarray(0, MAX_EXACT_BYTES))) {
    return received.length
  }
  let tooShort = -1
  let matching = Math.min(received.length, MAX_EXACT_BYTES)
  while (matching - tooShort > 1) {
    const middle = (tooShort + matching) >> 1
    if (isIn(received.subarray(0, middle))) matching = middle
    else tooShort = middle
  }
  return matching
}

/** Bytes that are no UTF-8 read as U+FFFD. */
function patternExpectation(pattern: Pattern, shown: string): Expectation {
  const isIn = (received: Buffer): boolean => pattern.occursIn(received.toString())
  return { isIn, findEnd: (received) => shortestMatch(isIn, received), shown }
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
    return bytesExpectation(Buffer.from(expect), `"${printable(expect, MAX_SHOWN)}"`)
  }
  if (expectRegex != null) {
    const shown = `the pattern "${printable(expectRegex, MAX_SHOWN)}"`
    return patternExpectation(compilePattern(expectRegex), shown)
  }
  if (expectHex == null) return null
  const shown = `the bytes ${printable(expectHex, MAX_SHOWN)}`
  return bytesExpectation(Buffer.from(expectHex, 'hex'), shown)
}
