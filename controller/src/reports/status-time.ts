import type { MonitorStatus } from '@sightline/shared/check-words'
import { uptimePercent } from './uptime.ts'

/** How long a monitor had each status, ms. */
export type StatusTimes = Readonly<Partial<Record<MonitorStatus, number>>>

/** Time that is up or degraded, ms. */
export function goodMs(times: StatusTimes): number {
  return (times.up ?? 0) + (times.degraded ?? 0)
}

/** Percentage of the time that counts (up, degraded or down) that was up or degraded; null when none
 *  counts. What is left out is the time before its creation, pending, paused, in maintenance and
 *  unknown. Source: decisions, section 6 */
export function uptimeOf(times: StatusTimes): number | null {
  const good = goodMs(times)
  return uptimePercent(good, good + (times.down ?? 0))
}

/** Whole seconds. */
export function seconds(ms: number): number {
  return Math.round(ms / 1_000)
}

/** Groups rows by bucket. */
export function timesByBucket(
  rows: readonly { bucket: number; status: string; ms: number }[],
): ReadonlyMap<number, StatusTimes> {
  const buckets = new Map<number, Partial<Record<MonitorStatus, number>>>()
  for (const { bucket, status, ms } of rows) {
    const times = buckets.get(bucket) ?? {}
    times[status as MonitorStatus] = (times[status as MonitorStatus] ?? 0) + ms
    buckets.set(bucket, times)
  }
  return buckets
}
