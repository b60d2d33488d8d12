import { compilePattern, PatternError } from '@sightline/shared/pattern'
import type { PatternWorker } from './pattern-worker.ts'

/** Whether an expression occurs in one of the texts, or why that cannot be told. */
export type TextsMatch =
  | { readonly ok: true; readonly matches: boolean }
  | {
      readonly ok: false
      readonly source: 'monitor' | 'agent'
      /** One sentence for people. */
      readonly message: string
    }

/** Texts up to this many characters are searched at once. The engine took 10 to 30 ms for a megabyte
 *  with ordinary expressions and up to 390 ms with ones made to have many states, so this is about 2
 *  and 25 ms; longer ones go to a thread of their own. */
const MAX_INLINE_LENGTH = 64 * 1024
/** Compiling 700 characters can take 34 ms. */
const MAX_INLINE_PATTERN_LENGTH = 256

let worker: Promise<PatternWorker> | null = null

/** Searches texts for an expression of a user; the event loop never waits long for it.
 *  Source: decisions, section 6 ("Regular expressions from users") */
export async function anyTextMatches(
  expression: { pattern: string; caseSensitive: boolean },
  texts: readonly string[],
  signal: AbortSignal,
): Promise<TextsMatch> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const { pattern, caseSensitive } = expression
  if (length > MAX_INLINE_LENGTH || pattern.length > MAX_INLINE_PATTERN_LENGTH) {
    worker ??= import('./pattern-worker.ts').then((module) => module.createPatternWorker())
    return (await worker).search({ pattern, caseSensitive, texts }, signal)
  }
  try {
    const compiled = compilePattern(pattern, { caseSensitive })
    return { ok: true, matches: texts.some((text) => compiled.occursIn(text)) }
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const message = `The monitor's expression cannot be used: ${error.message}.`
    return { ok: false, source: 'monitor', message }
  }
}
