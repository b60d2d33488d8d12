import type { MonitorStatus, MonitorType, ResultStatus } from '@sightline/shared/check-words'
import type { LiveEventData, LiveEventName } from '@sightline/shared/live-events'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { regionFacts } from '@sightline/shared/region-facts'
import type { LiveAlertRow, LiveMonitorRow, LiveOutageRow } from '../db/live-reads.ts'
import {
  readLiveAlerts,
  readLiveMonitors,
  readLiveOutages,
  readRegionAgents,
} from '../db/live-reads.ts'
import type { Queryable } from '../db/pool.ts'
import { nextCheckAt } from '../schedule/grid.ts'
import type { Gathered } from './gathered.ts'
import type { OutageChange } from './live-change.ts'

/** An event of a workspace. */
export type LiveEvent = {
  readonly [N in LiveEventName]: { readonly event: N; readonly data: LiveEventData<N> }
}[LiveEventName]

/** Reads how what changed is now, and whose it is.
 *  @returns the events of those of the workspaces that have any */
export async function readEvents(
  db: Queryable,
  changed: Gathered,
  workspaceIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, LiveEvent[]>> {
  const events = new Map<number, LiveEvent[]>(workspaceIds.map((id) => [id, []]))
  const add = (workspaceId: number, event: LiveEvent): void =>
    void events.get(workspaceId)?.push(event)
  const monitorIds = [...changed.monitors, ...changed.results]
  const [monitors, outages, alerts] = await Promise.all([
    monitorIds.length === 0 ? [] : readLiveMonitors(db, monitorIds, workspaceIds),
    changed.outages.size === 0
      ? []
      : readLiveOutages(db, [...changed.outages.keys()], workspaceIds),
    changed.alerts.size === 0 ? [] : readLiveAlerts(db, [...changed.alerts], workspaceIds),
  ])
  for (const row of monitors) {
    // A type that only a newer version knows is passed over, as in lists.
    if (!Object.hasOwn(TYPE_DESCRIPTIONS, row.type)) continue
    add(row.workspaceId, { event: 'monitor', data: liveMonitor(row, nowMs) })
  }
  for (const [workspaceId, publicIds] of changed.gone) {
    for (const id of publicIds) add(workspaceId, { event: 'monitorGone', data: { id } })
  }
  for (const row of outages) {
    for (const change of changed.outages.get(row.id) ?? []) {
      add(row.workspaceId, { event: 'outage', data: liveOutage(row, change) })
    }
  }
  for (const row of alerts) add(row.workspaceId, { event: 'alert', data: liveAlert(row) })
  for (const [workspaceId, windows] of changed.windows) {
    for (const [id, change] of windows)
      add(workspaceId, { event: 'maintenance', data: { id, change } })
  }
  return events
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

function liveMonitor(row: LiveMonitorRow, nowMs: number): LiveEventData<'monitor'> {
  const next = row.active ? nextCheckAt(row, nowMs) : null
  return {
    id: row.publicId,
    type: row.type as MonitorType,
    name: row.name,
    url: row.url,
    tags: [...row.tags],
    active: row.active,
    pausedAt: timeOf(row.pausedAt),
    status: row.status as MonitorStatus,
    statusSince: row.statusSince.toISOString(),
    statusReason: row.statusReason,
    inMaintenance: row.inMaintenance,
    flapping: row.flapping,
    confirming: row.confirming,
    currentOutageId: row.currentOutageId,
    statusCode: row.statusCode,
    responseMs: row.responseMs === null ? null : Math.round(row.responseMs),
    lastCheckedAt: timeOf(row.lastCheckedAt),
    nextCheckAt: next === null ? null : new Date(next).toISOString(),
    lastError: row.lastError,
    tlsExpiresAt: timeOf(row.tlsExpiresAt),
    updatedAt: row.updatedAt.toISOString(),
    lastRegion: row.lastRegion,
    lastStatus: row.lastStatus as ResultStatus | null,
  }
}

function liveOutage(row: LiveOutageRow, change: OutageChange): LiveEventData<'outage'> {
  const { workspaceId: _, publicId, startedAt, confirmedAt, endedAt, ...rest } = row
  return {
    ...rest,
    id: publicId,
    change,
    scope: row.scope as 'global' | 'regional',
    startedAt: startedAt.toISOString(),
    confirmedAt: confirmedAt.toISOString(),
    endedAt: timeOf(endedAt),
    regions: [...row.regions],
  }
}

function liveAlert(row: LiveAlertRow): LiveEventData<'alert'> {
  const { workspaceId: _, publicId, state, sentAt, ...rest } = row
  return { ...rest, id: publicId, state: state as 'sent' | 'failed', sentAt: timeOf(sentAt) }
}

/** How many agents every region has now. */
export async function readAgentsEvent(db: Queryable): Promise<LiveEvent> {
  const rows = await readRegionAgents(db, AGENT_LOST_AFTER_MS)
  const regions = rows.map((row) => ({ ...row, name: regionFacts(row.region).name }))
  return { event: 'agents', data: { regions } }
}
