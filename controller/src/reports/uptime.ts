import type { StatusCourse } from '../db/status-courses.ts'

/** Percentage 0 to 100 of three windows; null when nothing in a window counts. */
export interface Uptimes {
  readonly uptime24h: number | null
  readonly uptime7d: number | null
  readonly uptime30d: number | null
}

export const DAY_SECONDS = 86_400

/** Statuses whose time counts, and whether it is good. */
const COUNTED: ReadonlyMap<string, boolean> = new Map([
  ['up', true],
  ['degraded', true],
  ['down', false],
])

/** 100 x good / counted, three decimals. One failing second of a month must not round to 100.
 *  Source: decisions, section 6 */
export function uptimePercent(goodSeconds: number, countedSeconds: number): number | null {
  if (countedSeconds <= 0) return null
  const percent = Math.round((100_000 * goodSeconds) / countedSeconds) / 1_000
  return percent === 100 && goodSeconds < countedSeconds ? 99.999 : percent
}

/** Of the last so many seconds: the time up or degraded, and the time that counts (without pending, paused, maintenance
 *  and unknown). What lies ahead of now is no part of it.
 *  @param course has the entry that held when the window began, if there was one */
export function secondsWithin(
  { sinceSeconds, statuses }: StatusCourse,
  nowSeconds: number,
  windowSeconds: number,
): { goodSeconds: number; countedSeconds: number } {
  let goodSeconds = 0
  let countedSeconds = 0
  for (const [index, status] of statuses.entries()) {
    const isGood = COUNTED.get(status)
    const agoSeconds = nowSeconds - (sinceSeconds[index] ?? nowSeconds)
    const untilSeconds = Math.max(0, nowSeconds - (sinceSeconds[index + 1] ?? nowSeconds))
    if (isGood === undefined || agoSeconds < 0 || untilSeconds >= windowSeconds) continue
    const seconds = Math.min(agoSeconds, windowSeconds) - untilSeconds
    countedSeconds += seconds
    if (isGood) goodSeconds += seconds
  }
  return { goodSeconds, countedSeconds }
}

/** @param course of the last 30 days; undefined: nothing is known yet */
export function uptimesOf(course: StatusCourse | undefined, nowSeconds: number): Uptimes {
  const percentOf = (days: number): number | null => {
    if (course === undefined) return null
    const times = secondsWithin(course, nowSeconds, days * DAY_SECONDS)
    return uptimePercent(times.goodSeconds, times.countedSeconds)
  }
  return { uptime24h: percentOf(1), uptime7d: percentOf(7), uptime30d: percentOf(30) }
}
