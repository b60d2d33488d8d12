import type { Pattern } from '@sightline/shared/pattern'
import { compilePattern } from '@sightline/shared/pattern'
import { createBoundedCache } from '../../bounds/bounded-cache.ts'
import { occursIn } from './find-text.ts'

/** An expression of a user, or a text to be found as it stands. */
export interface Expression {
  readonly pattern: string
  readonly caseSensitive: boolean
  readonly isText?: boolean
}

type Searched = Pick<Pattern, 'occursIn' | 'size'>

/** A text that nearly occurs everywhere takes 0.5 ns for each of its characters and each character
 *  that is searched; writing those in upper case takes 10 ns, and 50 for a "ß". */
function textPattern({ pattern, caseSensitive }: Expression): Searched {
  return {
    occursIn: (text) => occursIn(text, pattern, caseSensitive),
    size: (pattern.length + (caseSensitive ? 1 : 60)) / 60,
  }
}

/** One takes 10 to 100 kB, in a thread of its own up to 8 MB. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 4_000

/** Compiles expressions, which takes 0.02 to 0.3 ms for ordinary ones and up to 15 ms, unless they are
 *  known from before. Nothing else may keep the result: what is here is bounded. What is returned
 *  throws a PatternError.
 *  @param automatonBytes see `compilePattern` */
export function createKnownPatterns(automatonBytes: number): (expression: Expression) => Searched {
  const known = createBoundedCache<Pattern>({
    maxEntries: MAX_ENTRIES,
    maxBytes: MAX_BYTES,
    bytesOf: (pattern) => pattern.heldBytes(),
  })
  return (expression) => {
    const { pattern, caseSensitive, isText = false } = expression
    if (isText) return textPattern(expression)
    const key = caseSensitive ? pattern : `(?i)${pattern}`
    const hit = known.get(key)
    if (hit !== undefined) return hit
    const compiled = compilePattern(pattern, { caseSensitive, automatonBytes })
    known.set(key, compiled)
    return compiled
  }
}

/** Those of this thread. Making their automata takes 3 ms at most. */
export const knownPattern = createKnownPatterns(64 * 1024)

/** What a search takes at most, in instructions times characters. */
export function searchCost({ size }: Searched, texts: readonly string[]): number {
  // At the end of a text there is one more step.
  return texts.reduce((cost, { length }) => cost + size * (length + 1), 0)
}
