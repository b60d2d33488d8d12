import type { MonitorStatus, MonitorType } from '@sightline/shared/check-words'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { regionFacts } from '@sightline/shared/region-facts'
import type { Reachable } from '../db/alert-reach.ts'
import { countUnheard } from '../db/alert-reach.ts'
import { readRegionAgents } from '../db/live-reads.ts'
import type { TroubledRow } from '../db/overview-reads.ts'
import type { MonitorCounts } from '../db/monitor-counts.ts'
import { countMonitors } from '../db/monitor-counts.ts'
import { readTroubled } from '../db/overview-reads.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { ComingOccurrence } from '../maintenance/coming.ts'
import { readComing } from '../maintenance/coming.ts'
import type { OutageItem } from './outage-item.ts'
import type { OverallUptime, OverallUptimes } from './overall-uptime.ts'
import { recentOutages } from './read-outages.ts'

const MAX_TROUBLED = 50
const MAX_OUTAGES = 20
/** More are not counted. */
const MAX_UNHEARD = 1_000
const DAY_MS = 86_400_000

/** A monitor that is not well now. */
export interface TroubledMonitor extends Omit<TroubledRow, 'type' | 'status'> {
  type: MonitorType
  status: MonitorStatus
}

/** What it is put together with. */
export type OverviewContext = ServiceContext & Reachable

/** A workspace at a glance. */
export interface Overview {
  at: Date
  monitors: MonitorCounts
  /** Monitors whose alerts reach nobody, up to 1,000. */
  reachingNobody: number
  troubled: TroubledMonitor[]
  uptime: readonly OverallUptime[]
  outages: OutageItem[]
  regions: { region: string; name: string; live: number; total: number }[]
  maintenance: ComingOccurrence[]
}

export async function getOverview(
  { db, now, canMail, confirmsOwn }: OverviewContext,
  workspaceId: number,
  uptimes: OverallUptimes,
): Promise<Overview> {
  const at = now()
  const tomorrow = new Date(at.getTime() + DAY_MS)
  const reach = { canMail, confirmsOwn, limit: MAX_UNHEARD }
  const [monitors, reachingNobody, troubled, uptime, outages, regions, maintenance] =
    await Promise.all([
      countMonitors(db, workspaceId),
      countUnheard(db, workspaceId, reach),
      readTroubled(db, workspaceId, MAX_TROUBLED),
      uptimes(workspaceId),
      recentOutages(db, workspaceId, at, MAX_OUTAGES),
      readRegionAgents(db, AGENT_LOST_AFTER_MS),
      readComing(db, workspaceId, at, tomorrow),
    ])
  return {
    at,
    monitors,
    reachingNobody,
    troubled: troubled.map((row) => ({
      ...row,
      type: row.type as MonitorType,
      status: row.status as MonitorStatus,
    })),
    uptime,
    outages,
    regions: regions.map((row) => ({ ...row, name: regionFacts(row.region).name })),
    maintenance,
  }
}
