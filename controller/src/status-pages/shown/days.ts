import { Temporal } from 'temporal-polyfill'
import type { DayTimeRow } from '../../db/status-page-reads.ts'
import { uptimePercent } from '../../reports/uptime.ts'

/** Days that a page shows. */
export const SHOWN_DAYS = 90

/** What a day was like: `none`: nothing of it counts. */
export type DayState = 'none' | 'good' | 'degraded' | 'partial' | 'down'

/** A day of a component. */
export interface ShownDay {
  /** In the page's time zone, such as 2026-11-23. */
  readonly date: string
  readonly state: DayState
  readonly downSeconds: number
  readonly degradedSeconds: number
  /** Up or degraded. */
  readonly goodSeconds: number
}

/** From this share of a day that counts, it was down rather than down in part. */
const DOWN_SHARE = 0.05

/** Dates and beginnings of the last days in a time zone, today the last. A day has 23 or 25 hours where clocks
 *  change. */
export function lastDays(
  nowMs: number,
  timezone: string,
  count: number,
): readonly { readonly date: string; readonly start: Date }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone)
  return Array.from({ length: count }, (_, index) => {
    const date = today.toPlainDate().subtract({ days: count - 1 - index })
    const { epochMilliseconds } = date.toZonedDateTime(timezone)
    return { date: date.toString(), start: new Date(epochMilliseconds) }
  })
}

/** Days out of how long each status lasted on them; pure. */
export function shownDays(
  dates: readonly string[],
  times: readonly Pick<DayTimeRow, 'day' | 'status' | 'seconds'>[],
): ShownDay[] {
  const byDay = Map.groupBy(times, ({ day }) => day)
  return dates.map((date, index) => {
    const seconds = (status: string): number =>
      (byDay.get(index + 1) ?? []).reduce(
        (sum, time) => (time.status === status ? sum + time.seconds : sum),
        0,
      )
    const downSeconds = seconds('down')
    const degradedSeconds = seconds('degraded')
    const goodSeconds = seconds('up') + degradedSeconds
    const state = dayState({ downSeconds, degradedSeconds, goodSeconds })
    return { date, state, downSeconds, degradedSeconds, goodSeconds }
  })
}

function dayState(
  day: Pick<ShownDay, 'downSeconds' | 'degradedSeconds' | 'goodSeconds'>,
): DayState {
  const counted = day.goodSeconds + day.downSeconds
  if (counted <= 0) return 'none'
  if (day.downSeconds > 0) return day.downSeconds >= DOWN_SHARE * counted ? 'down' : 'partial'
  return day.degradedSeconds > 0 ? 'degraded' : 'good'
}

/** Uptime of the last days among these; null where nothing counts. */
export function uptimeOfDays(days: readonly ShownDay[], count: number): number | null {
  const last = days.slice(-count)
  const good = last.reduce((sum, day) => sum + day.goodSeconds, 0)
  return uptimePercent(
    good,
    last.reduce((sum, day) => sum + day.downSeconds, good),
  )
}
