import type { ResultStatus } from '@sightline/shared/check-words'
import type { CheckCapability } from '@sightline/shared/needed-capability'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { regionFacts } from '@sightline/shared/region-facts'
import type { LatestResultRow } from '../db/probe-reads.ts'
import { readLatestResults } from '../db/probe-reads.ts'
import { readIsDown } from '../db/outage-reads.ts'
import type { RegionRow } from '../db/regions.ts'
import { readRegions } from '../db/regions.ts'
import type { ReportedMonitorRow } from '../db/rollup-reads.ts'
import { findReportedMonitor } from '../db/rollup-reads.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import { panelOf } from '../verdicts/decision/asks.ts'
import { requiredRegions } from '../verdicts/decision/quorum.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { ConfirmationSettings } from '../verdicts/rule-settings.ts'
import { requireMonitor } from '../input/not-found.ts'
import { missingCapabilities } from '../regions/region-capabilities.ts'
import { readTallies } from './rollups/read-tallies.ts'
import type { Streak } from './streaks.ts'
import { NO_STREAK, readStreaks } from './streaks.ts'
import type { Tally } from './rollups/tally.ts'
import { NO_CHECKS, responseFigures } from './rollups/tally.ts'
import { uptimePercent } from './uptime.ts'
import { readVoters, votersOf } from '../votes/voters.ts'

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

/** How many regions must fail for the monitor to be down, of how many that are asked when one fails.
 *  Source: monitoring design, section 3, rules 2 and 3 */
export interface Quorum {
  required: number
  of: number
  /** Codes of those; the monitor's own come first. */
  askedToConfirm: string[]
}

/** What the decision rule knows of a monitor now. */
export interface Standing {
  /** Regions that have a say when one of the monitor's own fails. */
  readonly panel: readonly string[]
  /** Its failure is confirmed. */
  readonly isDown: boolean
}

/** What one region found: its latest result of all, and its checks of a window. */
export interface ProbeFindings extends Pick<Tally, 'checks' | 'up' | 'degraded' | 'down'> {
  readonly region: string
  /** Null before the first. */
  readonly latest: LatestResultRow | null
  readonly avgResponseMs: number | null
  readonly p95Ms: number | null
}

/** A monitor's locations in its own order: what each found in [from, to), and how it is now.
 *  @throws AppError notFound */
export async function getProbes(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  window: { from: Date; to: Date },
): Promise<{ probes: ProbeView[]; quorum: Quorum }> {
  const { db } = context
  const now = context.now()
  const found = await findReportedMonitor(db, workspaceId, publicId)
  const monitor = requireMonitor(found, publicId)
  const { id: monitorId, regions } = monitor
  const latest = await readLatestResults(db, monitorId)
  const [tallies, streaks, known, voters, isDown] = await Promise.all([
    readTallies(
      db,
      { monitorId, ...window, regions, grid: null, byRegion: true, withHistograms: true },
      now,
    ),
    readStreaks(db, monitor, suspectsAmong(regions, latest), now),
    readRegions(db, AGENT_LOST_AFTER_MS),
    readVoters(db),
    readIsDown(db, monitorId),
  ])
  const findings = regions.map((region) => findingsOf(region, tallies, latest))
  const confirmingRegions = confirmingRegionsOf(monitor)
  const panel = panelOf({
    regions,
    voters: votersOf(voters, { ...monitor, monitorId, confirmingRegions }),
  })
  return viewProbes(monitor, findings, streaks, known, { panel, isDown })
}

function findingsOf(
  region: string,
  tallies: readonly Tally[],
  latest: readonly LatestResultRow[],
): ProbeFindings {
  const tally = tallies.find((each) => each.region === region) ?? NO_CHECKS
  const { checks, up, degraded, down } = tally
  const { avgMs, p95Ms } = responseFigures(tally)
  return {
    region,
    latest: latest.find((row) => row.region === region) ?? null,
    checks,
    up,
    degraded,
    down,
    avgResponseMs: avgMs,
    p95Ms,
  }
}

/** Regions that may be failing: the newest result of most is good, and nothing more is read of those. An
 *  unknown result neither fails nor is good: what was before it still holds. */
function suspectsAmong(
  regions: readonly string[],
  latest: readonly LatestResultRow[],
): ReadonlyMap<string, string> {
  return new Map(
    latest
      .filter(({ region }) => regions.includes(region))
      .filter(({ lastStatus }) => lastStatus === 'down' || lastStatus === 'unknown')
      .map(({ region, lastStatus }) => [region, lastStatus]),
  )
}

/** Pure: what is shown of what was read.
 *  @param rows one for each region of the monitor, in its order
 *  @param streaks regions without one do not fail
 *  @param known every location, with what its agents can do now
 *  @param standing.panel those whose word decides; a region that is not in it has no say, whatever it
 *    found last */
export function viewProbes(
  monitor: Pick<ReportedMonitorRow, 'needs' | 'confirmation'>,
  rows: readonly ProbeFindings[],
  streaks: ReadonlyMap<string, Streak>,
  known: readonly RegionRow[],
  { panel, isDown }: Standing,
): { probes: ProbeView[]; quorum: Quorum } {
  const places = new Map(known.map((region) => [region.code, region]))
  const canCheck = (row: ProbeFindings): boolean => {
    const place = places.get(row.region)
    return place?.available === true && place.capabilities.includes(monitor.needs)
  }
  const of = panel.length
  const required = requiredRegions((monitor.confirmation as ConfirmationSettings).quorum, of)
  const failing = rows.filter(
    ({ region }) => panel.includes(region) && streaks.get(region)?.isFailing === true,
  )
  // Once it is down, others have failed too that check it only to confirm.
  const isBelow = !isDown && failing.length < required
  const probes = rows.map((row): ProbeView => {
    const { name, country } = regionFacts(row.region)
    const place = places.get(row.region) ?? {
      code: row.region,
      available: false,
      capabilities: [],
    }
    const streak = streaks.get(row.region) ?? NO_STREAK
    const good = row.up + row.degraded
    const capable = canCheck(row)
    return {
      region: row.region,
      name,
      country,
      available: place.available,
      lastCheckedAt: row.latest?.lastCheckedAt ?? null,
      lastStatus: (row.latest?.lastStatus ?? null) as ResultStatus | null,
      lastError: row.latest?.lastError ?? null,
      lastResponseMs: rounded(row.latest?.lastResponseMs ?? null),
      checks: row.checks,
      up: row.up,
      down: row.down,
      uptime: uptimePercent(good, good + row.down),
      avgResponseMs: row.avgResponseMs,
      p95Ms: row.p95Ms,
      consecutiveFailures: streak.failures,
      failingSince: streak.since,
      belowQuorum: isBelow && failing.includes(row),
      capable,
      note: capable ? null : noteOf(place, monitor.needs),
    }
  })
  return { probes, quorum: { required, of, askedToConfirm: [...panel] } }
}

/** Why no agent of a region can do now what a monitor needs. */
function noteOf(region: RegionRow, needed: CheckCapability): string | null {
  if (!region.available) return 'No agent is connected here now.'
  const missing = missingCapabilities(region).find(({ capability }) => capability === needed)
  return missing?.reason ?? null
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms)
}
