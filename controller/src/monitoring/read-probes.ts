import type { ResultStatus } from '@sightline/shared/check-words'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { regionFacts } from '@sightline/shared/regions'
import { RETENTION_DAYS } from '../db/partitions.ts'
import type { Queryable } from '../db/pool.ts'
import type { FailureRow, ProbedMonitorRow, ProbeRow } from '../db/probe-reads.ts'
import { findProbedMonitor, readFailures, readProbes } from '../db/probe-reads.ts'
import type { RegionRow } from '../db/regions.ts'
import { readRegions } from '../db/regions.ts'
import { requiredRegions } from './decision/quorum.ts'
import type { MonitorContext } from './monitor-context.ts'
import type { ConfirmationSettings } from './monitor-input.ts'
import { requireMonitor } from './monitor-lookup.ts'
import { missingCapabilities } from './region-capabilities.ts'
import { uptimePercent } from './uptime.ts'

/** What one location says of a monitor. Source: decisions, section 7; capable and note are ours */
export interface ProbeView {
  region: string
  name: string
  country: string | null
  available: boolean
  lastCheckedAt: Date | null
  lastStatus: ResultStatus | null
  lastError: string | null
  lastResponseMs: number | null
  checks: number
  up: number
  down: number
  uptime: number | null
  avgResponseMs: number | null
  p95Ms: number | null
  consecutiveFailures: number
  failingSince: Date | null
  belowQuorum: boolean
  capable: boolean
  note: string | null
}

/** How many regions must fail for the monitor to be down, of how many that can check it now. */
export interface Quorum {
  required: number
  of: number
}

/** The failures of one region since its last good result. */
export type Streak = Pick<FailureRow, 'isFailing' | 'failures' | 'since'>

const DAY_MS = 86_400_000
const NO_STREAK: Streak = { isFailing: false, failures: 0, since: null }

/** How far back the beginning of a failure is looked for, in steps: most are young, and a read of all
 *  the days there are has to open hundreds of tables. */
const LOOK_BACK_DAYS = [2, 30, RETENTION_DAYS]

/** Where checks came to nothing for this long, as where no agent can do them, no failure is going on
 *  that an older result could have begun. */
const SILENT_DAYS = 30

/** Slots lie a minute ahead at most (ingest/result-row.ts); clocks of controllers may differ. */
const SLOTS_AHEAD_MS = 3_600_000

/** A monitor's locations in its own order: what each found in [from, to), and how it is now.
 *  @throws AppError notFound */
export async function getProbes(
  context: Pick<MonitorContext, 'db' | 'now'>,
  workspaceId: number,
  publicId: string,
  window: { from: Date; to: Date },
): Promise<{ probes: ProbeView[]; quorum: Quorum }> {
  const { db } = context
  const monitor = requireMonitor(await findProbedMonitor(db, workspaceId, publicId), publicId)
  const { id, regions } = monitor
  const rows = await readProbes(db, { monitorId: id, regions, ...window })
  const streaks = await readStreaks(db, monitor, rows, context.now())
  const known = await readRegions(db, AGENT_LOST_AFTER_MS)
  return viewProbes(monitor, rows, streaks, known)
}

/** Failures that are not over, by region. The newest result of most regions is good: nothing is read
 *  of those. */
async function readStreaks(
  db: Queryable,
  monitor: ProbedMonitorRow,
  rows: readonly ProbeRow[],
  now: Date,
): Promise<ReadonlyMap<string, Streak>> {
  const streaks = new Map<string, Streak>()
  let open = rows.filter(mayBeFailing)
  let to = new Date(now.getTime() + SLOTS_AHEAD_MS)
  for (const days of LOOK_BACK_DAYS) {
    const from = new Date(now.getTime() - days * DAY_MS)
    if (open.length === 0 || to < monitor.createdAt) break
    const regions = open.map((row) => row.region)
    const found = await readFailures(db, { monitorId: monitor.id, regions, from, to })
    for (const part of found) {
      streaks.set(part.region, joinStreaks(streaks.get(part.region) ?? NO_STREAK, part))
    }
    const over = new Set(found.filter((part) => part.goodAt !== null).map((part) => part.region))
    open = open.filter((row) => !over.has(row.region) && !isSilent(row, streaks, days))
    to = from
  }
  return streaks
}

function isSilent(row: ProbeRow, streaks: ReadonlyMap<string, Streak>, days: number): boolean {
  return row.lastStatus === 'unknown' && days >= SILENT_DAYS && !streaks.has(row.region)
}

/** An unknown result neither fails nor is good: what was before it still holds. */
function mayBeFailing(row: ProbeRow): boolean {
  return row.lastStatus === 'down' || row.lastStatus === 'unknown'
}

/** A streak and the part of it that an older span holds. */
export function joinStreaks(newer: Streak, older: Streak): Streak {
  return {
    isFailing: newer.isFailing || older.isFailing,
    failures: newer.failures + older.failures,
    since: older.since ?? newer.since,
  }
}

/** Pure: what is shown of what was read.
 *  @param rows one for each region of the monitor, in its order
 *  @param streaks regions without one do not fail
 *  @param known every location, with what its agents can do now */
export function viewProbes(
  monitor: Pick<ProbedMonitorRow, 'type' | 'quorum'>,
  rows: readonly ProbeRow[],
  streaks: ReadonlyMap<string, Streak>,
  known: readonly RegionRow[],
): { probes: ProbeView[]; quorum: Quorum } {
  const places = new Map(known.map((region) => [region.code, region]))
  const canCheck = (row: ProbeRow): boolean => {
    const place = places.get(row.region)
    return place?.available === true && place.capabilities.includes(monitor.type)
  }
  const voting = rows.filter(canCheck)
  const of = voting.length
  const required = requiredRegions(monitor.quorum as ConfirmationSettings['quorum'], of)
  // A region nobody checks from now has no say, whatever it found last.
  const failing = voting.filter((row) => streaks.get(row.region)?.isFailing === true)
  const probes = rows.map((row): ProbeView => {
    const { name, country } = regionFacts(row.region)
    const place = places.get(row.region) ?? {
      code: row.region,
      available: false,
      capabilities: [],
    }
    const streak = streaks.get(row.region) ?? NO_STREAK
    const good = row.up + row.degraded
    const capable = voting.includes(row)
    return {
      region: row.region,
      name,
      country,
      available: place.available,
      lastCheckedAt: row.lastCheckedAt,
      lastStatus: row.lastStatus as ResultStatus | null,
      lastError: row.lastError,
      lastResponseMs: row.lastResponseMs === null ? null : Math.round(row.lastResponseMs),
      checks: row.checks,
      up: row.up,
      down: row.down,
      uptime: uptimePercent(good, good + row.down),
      avgResponseMs: hundredths(row.avgResponseMs),
      p95Ms: hundredths(row.p95Ms),
      consecutiveFailures: streak.failures,
      failingSince: streak.since,
      belowQuorum: failing.includes(row) && failing.length < required,
      capable,
      note: capable ? null : noteOf(place, monitor.type),
    }
  })
  return { probes, quorum: { required, of } }
}

/** Why no agent of a region can check monitors of a type now. */
function noteOf(region: RegionRow, type: string): string | null {
  if (!region.available) return 'No agent is connected here now.'
  const missing = missingCapabilities(region).find(({ capability }) => capability === type)
  return missing?.reason ?? null
}

function hundredths(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
