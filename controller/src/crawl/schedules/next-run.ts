import { timetableOf } from '../../maintenance/rule.ts'

/** When a crawl repeats: its first run, and how that repeats by the clocks of a zone. */
export interface RunRule {
  /** UNIX ms. */
  readonly fromMs: number
  readonly recurrence: 'day' | 'week' | 'month'
  readonly repeatEvery: number
  readonly timezone: string
}

/** The first run after an instant, UNIX ms. Runs that were missed (nothing was there to start them) are not made
 *  up for: the site is as it is now. Pure. */
export function nextRunAfter(rule: RunRule, ms: number): number {
  if (ms < rule.fromMs) return rule.fromMs
  // A run is an instant, and begins where a window of one millisecond would.
  const timetable = timetableOf({ ...rule, toMs: rule.fromMs + 1, effectiveToMs: null })
  const next = timetable.at(timetable.firstEndingAfter(ms + 1))
  if (next === null) throw new Error('a crawl without an end has no next run')
  return next.fromMs
}
