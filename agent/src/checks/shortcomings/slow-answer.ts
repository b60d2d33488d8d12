import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { PhaseTimings } from '../../outcome/check-outcome.ts'
import { slowestPhase } from './slowest-phase.ts'

/** An answer that is right but took longer than its monitor allows; null when it did not.
 *  @param limitMs `maxResponseMs` of the monitor */
export function slowAnswer(
  totalMs: number,
  limitMs: number | null,
  timings: PhaseTimings,
): CheckFailure | null {
  if (limitMs === null || totalMs <= limitMs) return null
  const message = `The answer took ${Math.round(totalMs)} ms; more than ${limitMs} ms is slow.`
  return { source: 'target', ...slowestPhase(timings), message }
}
