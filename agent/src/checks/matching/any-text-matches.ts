import { PatternError } from '@sightline/shared/pattern'
import { setImmediate } from 'node:timers/promises'
import type { Expression } from './known-patterns.ts'
import { knownPattern } from './known-patterns.ts'
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

/** Looks for one expression. */
export type TextSearch = (text: string) => Promise<TextsMatch>

/** Texts with more characters than this go to a thread of their own. This many took 2 to 4 ms, 8 ms
 *  when they are not Latin-1, and 10 ms more with an expression made to have many states. */
const MAX_INLINE_LENGTH = 128 * 1024
/** After a search of this length others have their turn: a monitor may have 40 expressions. */
const LONG_SEARCH_MS = 1

let worker: Promise<PatternWorker> | null = null

/** @returns null when that is not cheap */
function searchInline(expression: Expression, texts: readonly string[]): boolean | null {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > MAX_INLINE_LENGTH) return null
  const known = knownPattern(expression)
  if (length >= known.dearLength) return null
  const matches = known.compiled.occursCheaplyIn(texts)
  if (matches === null) known.dearLength = length
  return matches
}

/** Searches texts for an expression of a user: at once when that is cheap, else in another thread, so
 *  that the event loop never waits long for it. Source: decisions, section 6 ("Regular expressions
 *  from users") */
export async function anyTextMatches(
  expression: Expression,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<TextsMatch> {
  const startedAtMs = performance.now()
  try {
    const matches = searchInline(expression, texts)
    if (performance.now() - startedAtMs > LONG_SEARCH_MS) await setImmediate()
    if (matches !== null) return { ok: true, matches }
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const message = `The monitor's expression cannot be used: ${error.message}.`
    return { ok: false, source: 'monitor', message }
  }
  worker ??= import('./pattern-worker.ts').then((module) => module.createPatternWorker())
  return (await worker).search({ ...expression, texts }, signal)
}
