import { instantOf, wallClock } from '../../words/zoned.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
const SHOWN_WEEKS = 6

/** "2026-11-23" of the day so many days later. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first of the month so many months later. @param month "2026-11" */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The weeks that show a month, Monday first: six of them, so that the picture keeps its height. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  const start = addDays(first, -weekday)
  return Array.from({ length: SHOWN_WEEKS }, (_, week) =>
    Array.from({ length: WEEK_DAYS }, (__, day) => addDays(start, week * WEEK_DAYS + day)),
  )
}

/** When a month is over. @param month "2026-11" */
export const endOf = (month: string): Date =>
  new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`))

/** Which day of the zone an instant falls on. */
function dayOf(at: string, zone: string): string {
  return wallClock(new Date(at), zone).slice(0, 10)
}

/** Something on one of its days: of what lasts over midnight each has a part. */
export interface DayPart<Planned> {
  readonly planned: Planned
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** What is on which day of the zone, in the order it begins. What ends at midnight is not on the day that begins then. */
export function byDayOf<Planned extends { readonly from: string; readonly to: string }>(
  all: readonly Planned[],
  zone: string,
): ReadonlyMap<string, readonly DayPart<Planned>[]> {
  const inOrder = [...all].sort((one, other) => Date.parse(one.from) - Date.parse(other.from))
  const days = new Map<string, DayPart<Planned>[]>()
  for (const planned of inOrder) {
    const first = dayOf(planned.from, zone)
    const last = dayOf(new Date(Date.parse(planned.to) - 1).toISOString(), zone)
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const part = { planned, isFirst: day === first, isLast: day === last }
      days.set(day, [...(days.get(day) ?? []), part])
    }
  }
  return days
}

const MINUTE_MS = 60_000

/** The same time of day on another day, as long as before, to the millisecond.
 *  @returns null for the day that it is on, where there is nothing to move */
export function movedTo(
  span: { readonly from: string; readonly to: string },
  day: string,
  zone: string,
): { from: Date; to: Date } | null {
  if (dayOf(span.from, zone) === day) return null
  const time = wallClock(new Date(span.from), zone).slice(10)
  const minute = instantOf(`${day}${time}`, zone)
  if (minute === null) return null
  // No clock of a zone shows seconds here, and the windows of programs have them.
  const from = new Date(minute.getTime() + (Date.parse(span.from) % MINUTE_MS))
  return { from, to: new Date(from.getTime() + Date.parse(span.to) - Date.parse(span.from)) }
}
