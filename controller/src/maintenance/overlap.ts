import { Temporal } from 'temporal-polyfill'
import type { MaintenanceRule, Span, Timetable } from './rule.ts'
import { timetableOf } from './rule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days between two occurrences at least, by the calendar alone. */
const SHORTEST_DAYS = { day: 1, week: 7, month: 28 } as const

/** Clocks were moved forward by 7 h at most since 1970 (Vostok, 1994), or by a whole day where a country
 *  crossed the date line. */
const MAX_CLOCK_CHANGE_MS = 7 * HOUR_MS
const MAX_DATE_CHANGE_MS = 25 * HOUR_MS

/** How far a rule without an end is looked at. Weekdays and dates fall together anew after 28 years, or
 *  40 over a century without a leap day; the clocks' rules repeat every year. */
const HORIZON_YEARS = 40

/** The first two occurrences of a rule of which the second begins before the first ends; null when there
 *  are none. Judged on real occurrences: short months, and days that the clocks make shorter. */
export function findOverlap(rule: MaintenanceRule): readonly [Span, Span] | null {
  const { recurrence, repeatEvery } = rule
  if (recurrence === 'none') return null
  const shortestMs = SHORTEST_DAYS[recurrence] * repeatEvery * DAY_MS
  // A day that is left out leaves two occurrences at the same instant, which are one.
  const clockChangeMs = shortestMs === DAY_MS ? MAX_CLOCK_CHANGE_MS : MAX_DATE_CHANGE_MS
  if (rule.toMs - rule.fromMs <= shortestMs - clockChangeMs) return null
  const timetable = timetableOf(rule)
  for (const number of candidates(rule, timetable)) {
    const [one, next] = [timetable.at(number), timetable.at(number + 1)]
    if (one === null || next === null) continue
    if (next.fromMs > one.fromMs && next.fromMs < one.toMs) return [one, next]
  }
  return null
}

/** Numbers of the occurrences whose distance to the next may be the shortest. */
function* candidates(rule: MaintenanceRule, timetable: Timetable): Generator<number> {
  if (rule.recurrence === 'month') {
    for (let number = 0; number < HORIZON_YEARS * 12; number += 1) yield number
    return
  }
  yield 0
  const first = Temporal.Instant.fromEpochMilliseconds(rule.fromMs).toZonedDateTimeISO(
    rule.timezone,
  )
  const endMs = Math.min(
    rule.effectiveToMs ?? Infinity,
    first.add({ years: HORIZON_YEARS }).epochMilliseconds,
  )
  for (
    let change = first.getTimeZoneTransition('next');
    change !== null && change.epochMilliseconds <= endMs;
    change = change.getTimeZoneTransition('next')
  ) {
    const after = timetable.firstEndingAfter(change.epochMilliseconds)
    for (const number of [after - 1, after, after + 1]) if (number >= 0) yield number
  }
}
