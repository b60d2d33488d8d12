import { findReportedMonitor } from '../db/rollup-reads.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { requireMonitor } from '../input/not-found.ts'
import { readAverages } from './rollups/read-tallies.ts'
import { calendarGrid } from './rollups/segments.ts'
import { averageMs } from './rollups/tally.ts'

/** One hour of the day, whatever the day. Source: contract, "hours-of-day" */
export interface HourOfDay {
  hour: number
  checks: number
  avgResponseMs: number | null
}

const HOURS = 24

/** The checks of a window by the hour of the day they began in: 24 rows.
 *  @throws AppError notFound */
export async function getHoursOfDay(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  query: { from: Date; to: Date; region: string | null; utcOffsetMinutes: number },
): Promise<{ hours: HourOfDay[] }> {
  const { db } = context
  const found = await findReportedMonitor(db, workspaceId, publicId)
  const { id: monitorId } = requireMonitor(found, publicId)
  const rows = await readAverages(
    db,
    {
      monitorId,
      from: query.from,
      to: query.to,
      regions: query.region === null ? null : [query.region],
      grid: calendarGrid('hour', query.utcOffsetMinutes),
      cycle: HOURS,
    },
    context.now(),
  )
  const hours = Array.from({ length: HOURS }, () => ({
    checks: 0,
    responseCount: 0,
    responseSumMs: 0,
  }))
  for (const row of rows) {
    const sums = hours[row.bucket]
    if (sums === undefined) continue
    sums.checks += row.checks
    sums.responseCount += row.responseCount
    sums.responseSumMs += row.responseSumMs
  }
  return {
    hours: hours.map((sums, hour) => ({
      hour,
      checks: sums.checks,
      avgResponseMs: averageMs(sums),
    })),
  }
}
