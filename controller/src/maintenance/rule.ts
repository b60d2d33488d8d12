import { Temporal } from 'temporal-polyfill'

/** How a window repeats. Source: contract, "POST /api/v1/maintenance" */
export const RECURRENCES = ['none', 'day', 'week', 'month'] as const
export type Recurrence = (typeof RECURRENCES)[number]

/** When a window is: its first occurrence and how that repeats. */
export interface MaintenanceRule {
  /** First occurrence, from included, to not included; UNIX ms. */
  readonly fromMs: number
  readonly toMs: number
  readonly recurrence: Recurrence
  /** Days, weeks or months from one occurrence to the next, 1 to 100. */
  readonly repeatEvery: number
  /** The last instant an occurrence may begin at, UNIX ms; null: for ever. */
  readonly effectiveToMs: number | null
  /** IANA name: occurrences begin at the same time of its clocks. */
  readonly timezone: string
}

/** One stretch of time, from included, to not included; UNIX ms. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The end of the year 9999, the last that ISO 8601 writes with four digits: later occurrences could not
 *  be shown, so there are none. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const DAY_MS = 86_400_000

/** Average length of a repetition; a month's over the 400 years after which the calendar repeats. */
const PERIOD_MS = { day: DAY_MS, week: 7 * DAY_MS, month: (146_097 * DAY_MS) / 4_800 } as const

const UNITS = { day: 'days', week: 'weeks', month: 'months' } as const

/** A rule's occurrences by number; 0 is the first. Each begins at the wall-clock time of the first in
 *  the rule's zone and lasts exactly as long (RFC 5545, section 3.8.5.3, for DTEND), so that the limit
 *  of 30 days holds for all of them and none can vanish in an hour that the clocks skip. A time that the
 *  clocks skip is taken as much later, of a time that comes twice the earlier one. A month too short
 *  for the day takes its last. */
export interface Timetable {
  /** Numbers ascend with time. Where a zone leaves out a whole day (Apia, 30 December 2011) two of them
   *  fall together and are one occurrence. @returns null for what the rule's end cuts off */
  readonly at: (number: number) => Span | null
  /** Number of the first occurrence that ends after an instant, found without walking there; `at`
   *  tells whether there is one. */
  readonly firstEndingAfter: (ms: number) => number
  /** The last occurrence that has begun by an instant; null when none has. */
  readonly lastBegunBy: (ms: number) => Span | null
}

export function timetableOf(rule: MaintenanceRule): Timetable {
  const { fromMs, recurrence, repeatEvery } = rule
  const lengthMs = rule.toMs - fromMs
  const lastFromMs = Math.min(rule.effectiveToMs ?? LAST_MS, LAST_MS - lengthMs)
  if (recurrence === 'none') {
    const only = { fromMs, toMs: rule.toMs }
    return {
      at: (number) => (number === 0 ? only : null),
      firstEndingAfter: (ms) => (ms < only.toMs ? 0 : 1),
      lastBegunBy: (ms) => (ms < fromMs ? null : only),
    }
  }
  const first = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(rule.timezone)
  const unit = UNITS[recurrence]
  const periodMs = PERIOD_MS[recurrence] * repeatEvery
  // From the first each time: from the one before, 31 January would lead over 28 February to 28 March.
  const beginOf = (number: number): number =>
    first.add({ [unit]: number * repeatEvery }).epochMilliseconds
  const estimateOf = (ms: number): number => Math.max(0, Math.floor((ms - fromMs) / periodMs))

  function at(number: number): Span | null {
    const begin = beginOf(number)
    return begin <= lastFromMs ? { fromMs: begin, toMs: begin + lengthMs } : null
  }

  return {
    at,
    firstEndingAfter(ms) {
      let number = estimateOf(ms)
      while (number > 0 && beginOf(number - 1) + lengthMs > ms) number -= 1
      while (beginOf(number) + lengthMs <= ms) number += 1
      return number
    },
    lastBegunBy(ms) {
      if (ms < fromMs) return null
      const byMs = Math.min(ms, lastFromMs)
      let number = estimateOf(byMs)
      while (number > 0 && beginOf(number) > byMs) number -= 1
      while (beginOf(number + 1) <= byMs) number += 1
      return at(number)
    },
  }
}

/** A rule's occurrences that end after an instant, in order, one at a time. */
export function* spansEndingAfter(rule: MaintenanceRule, ms: number): Generator<Span> {
  const timetable = timetableOf(rule)
  let lastFromMs = -Infinity
  for (let number = timetable.firstEndingAfter(ms); ; number += 1) {
    const span = timetable.at(number)
    if (span === null) return
    if (span.fromMs > lastFromMs) yield span
    lastFromMs = span.fromMs
  }
}
