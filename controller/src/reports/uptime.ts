import type { StatusCourse } from '../db/status-courses.ts'

/** Percentage 0 to 100 of three windows; null when nothing in a window counts. */
export interface Uptimes {
  readonly uptime24h: number | null
  readonly uptime7d: number | null
  readonly uptime30d: number | null
}

export const DAY_SECONDS = 86_400

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
  // The entry that held when the window began. Of a month of entries a day has few.
  let at = sinceSeconds.length - 1
  while (at > 0 && nowSeconds - (sinceSeconds[at] ?? 0) < windowSeconds) at -= 1
  for (at = Math.max(at, 0); at < sinceSeconds.length; at += 1) {
    const status = statuses[at]
    const agoSeconds = nowSeconds - (sinceSeconds[at] ?? 0)
    if (agoSeconds < 0) break
    const isGood = status === 'up' || status === 'degraded'
    if (!isGood && status !== 'down') continue
    const untilSeconds = Math.max(0, nowSeconds - (sinceSeconds[at + 1] ?? nowSeconds))
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
