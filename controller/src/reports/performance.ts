import { readStatusTimes } from '../db/outage-reads.ts'
import { findReportedMonitor } from '../db/rollup-reads.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { requireMonitor } from '../input/not-found.ts'
import { readFigures } from './rollups/read-tallies.ts'
import { bucketAt, bucketStart, calendarGrid } from './rollups/segments.ts'
import { timesByBucket, uptimeOf } from './status-time.ts'
import type { PhaseTimings } from './rollups/tally.ts'
import { NO_FIGURES } from './rollups/tally.ts'

export const PERFORMANCE_INTERVALS = ['hour', 'day', 'week'] as const
export type PerformanceInterval = (typeof PERFORMANCE_INTERVALS)[number]

/** One calendar hour, day or week. Source: decisions, section 7 */
export interface PerformancePoint {
  at: Date
  checks: number
  up: number
  down: number
  uptime: number | null
  avgResponseMs: number | null
  minMs: number | null
  maxMs: number | null
  p50Ms: number | null
  p95Ms: number | null
  timings: PhaseTimings
}

/** A window in calendar hours, days or weeks: one point for each that it touches, oldest first.
 *  @throws AppError notFound */
export async function getPerformance(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  query: {
    from: Date
    to: Date
    interval: PerformanceInterval
    region: string | null
    utcOffsetMinutes: number
  },
): Promise<{ points: PerformancePoint[] }> {
  const { db } = context
  const { from, to, region } = query
  const now = context.now()
  const found = await findReportedMonitor(db, workspaceId, publicId)
  const { id: monitorId } = requireMonitor(found, publicId)
  const grid = calendarGrid(query.interval, query.utcOffsetMinutes)
  const regions = region === null ? null : [region]
  const [figuresOf, times] = await Promise.all([
    readFigures(db, { monitorId, from, to, regions, grid }, now),
    readStatusTimes(db, {
      monitorId,
      from,
      to: to < now ? to : now,
      widthSeconds: grid.widthMs / 1_000,
      offsetSeconds: grid.offsetMs / 1_000,
    }),
  ])
  const timesOf = timesByBucket(times)
  const first = bucketAt(grid, from.getTime())
  const last = bucketAt(grid, to.getTime() - 1)
  const points = Array.from({ length: last - first + 1 }, (_, index): PerformancePoint => {
    const bucket = first + index
    const { checks, up, down, avgMs, minMs, maxMs, p50Ms, p95Ms, timings } =
      figuresOf.get(bucket) ?? NO_FIGURES
    return {
      at: new Date(bucketStart(grid, bucket)),
      checks,
      up,
      down,
      uptime: uptimeOf(timesOf.get(bucket) ?? {}),
      avgResponseMs: avgMs,
      minMs,
      maxMs,
      p50Ms,
      p95Ms,
      timings,
    }
  })
  return { points }
}
