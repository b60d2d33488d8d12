import { PatternError } from '@sightline/shared/pattern'
import { setImmediate } from 'node:timers/promises'
import type { Expression } from './known-patterns.ts'
import { knownPattern, searchCost } from './known-patterns.ts'
import type { PatternWorker } from './pattern-worker.ts'
import type { TextsMatch } from './texts-match.ts'

/** Looks for one expression. */
export type TextSearch = (text: string) => Promise<TextsMatch>

/** What costs more is searched in a thread: the worst expressions took 15 to 20 ms for this much. */
const MAX_INLINE_COST = 600_000
/** What searches take of one turn of the event loop before the next one waits for another turn: a
 *  monitor may have 40 expressions, and many answers may come at once. */
const MAX_TURN_MS = 5

let worker: Promise<PatternWorker> | null = null
const turn = { spentMs: 0 }

/** Does what takes a while in this turn of the event loop, or in a later one when much was done in it. */
async function inTurn<T>(act: () => T): Promise<T> {
  // Each turn lets one of those that wait go on.
  // oxlint-disable-next-line no-await-in-loop
  while (turn.spentMs > MAX_TURN_MS) await setImmediate()
  if (turn.spentMs === 0) {
    void setImmediate().then(() => {
      turn.spentMs = 0
    })
  }
  const startedAtMs = performance.now()
  try {
    return act()
  } finally {
    turn.spentMs += performance.now() - startedAtMs
  }
}

/** @returns null when that is not cheap */
function searchInline(expression: Expression, texts: readonly string[]): boolean | null {
  const pattern = knownPattern(expression)
  return searchCost(pattern, texts) > MAX_INLINE_COST ? null : texts.some(pattern.occursIn)
}

/** Searches texts for an expression of a user: at once when that is cheap, else in another thread, so
 *  that the event loop never waits long for it. Source: decisions, section 6 ("Regular expressions
 *  from users") */
export async function anyTextMatches(
  expression: Expression,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<TextsMatch> {
  try {
    const matches = await inTurn(() => searchInline(expression, texts))
    if (matches !== null) return { ok: true, matches }
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const message = `The monitor's expression cannot be used: ${error.message}.`
    return { ok: false, source: 'monitor', message }
  }
  worker ??= import('./pattern-worker.ts').then((module) => module.createPatternWorker())
  return (await worker).search({ ...expression, texts }, signal)
}
