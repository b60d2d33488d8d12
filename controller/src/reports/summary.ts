import { regionFacts } from '@sightline/shared/region-facts'
import type { SpanQuery } from '../db/outage-reads.ts'
import { NO_OUTAGES, readOutageFigures, readStatusTimes } from '../db/outage-reads.ts'
import type { Queryable } from '../db/pool.ts'
import type { AverageRow } from '../db/rollup-reads.ts'
import { findReportedMonitor } from '../db/rollup-reads.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { requireMonitor } from '../input/not-found.ts'
import { uptimePercent } from './uptime.ts'
import { readAverages, readTallies } from './rollups/read-tallies.ts'
import { ONE_BUCKET_SECONDS } from './rollups/spans.ts'
import type { StatusTimes } from './status-time.ts'
import { goodMs, seconds, timesByBucket, uptimeOf } from './status-time.ts'
import type { CheckCounts, ResponseFigures, Tally } from './rollups/tally.ts'
import { addTallies, averageMs, checkCounts, NO_CHECKS, responseFigures } from './rollups/tally.ts'

/** What one region's checks came to. */
export interface RegionSummary {
  region: string
  name: string
  uptime: number | null
  checks: CheckCounts
  response: ResponseFigures
}

/** A period in figures. Source: decisions, section 7 */
export interface Summary {
  uptime: number | null
  downtimeSeconds: number
  degradedSeconds: number
  maintenanceSeconds: number
  pausedSeconds: number
  unknownSeconds: number
  outageCount: number
  longestOutageSeconds: number
  mttrSeconds: number | null
  mtbfSeconds: number | null
  checks: CheckCounts
  response: ResponseFigures
  byRegion: RegionSummary[]
  previousPeriod: { uptime: number | null; avgMs: number | null }
}

/** Figures of a window, and of the one as long right before it. Times and outages are the monitor's,
 *  checks and response times those of the region when one is given.
 *  @throws AppError notFound */
export async function getSummary(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  query: { from: Date; to: Date; region: string | null },
): Promise<Summary> {
  const { db } = context
  const { from, to, region } = query
  const now = context.now()
  const found = await findReportedMonitor(db, workspaceId, publicId)
  const monitor = requireMonitor(found, publicId)
  const monitorId = monitor.id
  const ofChecks = { monitorId, regions: region === null ? null : [region], grid: null }
  // What lies ahead of now is no time of any status.
  const lived = { monitorId, from, to: earlierOf(to, now) }
  const before = {
    monitorId,
    from: new Date(from.getTime() - (to.getTime() - from.getTime())),
    to: from,
  }
  const [tallies, earlier, times, earlierTimes, outages] = await Promise.all([
    readTallies(db, { ...ofChecks, from, to, byRegion: true, withHistograms: true }, now),
    readAverages(db, { ...ofChecks, ...before }, now),
    readTimes(db, lived),
    readTimes(db, { ...before, to: earlierOf(from, now) }),
    from < now ? readOutageFigures(db, lived) : NO_OUTAGES,
  ])
  const all = tallies.reduce(addTallies, NO_CHECKS)
  return {
    uptime: uptimeOf(times),
    downtimeSeconds: seconds(times.down ?? 0),
    degradedSeconds: seconds(times.degraded ?? 0),
    maintenanceSeconds: seconds(times.maintenance ?? 0),
    pausedSeconds: seconds(times.paused ?? 0),
    unknownSeconds: seconds(times.unknown ?? 0),
    outageCount: outages.count,
    longestOutageSeconds: seconds(outages.longestMs ?? 0),
    mttrSeconds: outages.meanRepairMs === null ? null : seconds(outages.meanRepairMs),
    mtbfSeconds: outages.count === 0 ? null : seconds(goodMs(times) / outages.count),
    checks: checkCounts(all),
    response: responseFigures(all),
    byRegion: regionsOf(monitor.regions, region, tallies),
    previousPeriod: {
      uptime: uptimeOf(earlierTimes),
      avgMs: averageMs(earlier.reduce<Average>(addAverages, NO_CHECKS)),
    },
  }
}

const earlierOf = (a: Date, b: Date): Date => (a < b ? a : b)

type Average = Pick<AverageRow, 'responseCount' | 'responseSumMs'>

const addAverages = (a: Average, b: Average): Average => ({
  responseCount: a.responseCount + b.responseCount,
  responseSumMs: a.responseSumMs + b.responseSumMs,
})

async function readTimes(db: Queryable, query: SpanQuery): Promise<StatusTimes> {
  const rows = await readStatusTimes(db, {
    ...query,
    widthSeconds: ONE_BUCKET_SECONDS,
    offsetSeconds: 0,
  })
  return timesByBucket(rows).get(0) ?? {}
}

/** The monitor's regions in its order, then others that checked it in the window. */
function regionsOf(
  own: readonly string[],
  asked: string | null,
  tallies: readonly Tally[],
): RegionSummary[] {
  const tallyOf = new Map(tallies.map((tally) => [tally.region ?? '', tally]))
  const codes = new Set([...own, ...[...tallyOf.keys()].sort()])
  return [...codes]
    .filter((code) => asked === null || code === asked)
    .map((code) => {
      const tally = tallyOf.get(code) ?? NO_CHECKS
      const good = tally.up + tally.degraded
      return {
        region: code,
        name: regionFacts(code).name,
        uptime: uptimePercent(good, good + tally.down),
        checks: checkCounts(tally),
        response: responseFigures(tally),
      }
    })
}
