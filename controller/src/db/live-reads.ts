import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** A monitor as the app keeps its row up to date. */
export interface LiveMonitorRow {
  readonly workspaceId: number
  readonly id: number
  readonly publicId: string
  readonly type: string
  readonly name: string
  readonly url: string
  readonly tags: readonly string[]
  readonly active: boolean
  readonly pausedAt: Date | null
  readonly updatedAt: Date
  readonly intervalMinutes: number
  readonly regions: readonly string[]
  readonly checkMode: string
  readonly status: string
  readonly statusSince: Date
  readonly statusReason: string | null
  readonly inMaintenance: boolean
  readonly flapping: boolean
  readonly confirming: boolean
  readonly currentOutageId: string | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly lastCheckedAt: Date | null
  readonly lastError: string | null
  readonly lastRegion: string | null
  readonly lastStatus: string | null
  readonly tlsExpiresAt: Date | null
}

const monitors = kept(sql<LiveMonitorRow>`
  select m.workspace_id as "workspaceId", m.id, m.public_id as "publicId", m.type, m.name, m.url, m.tags,
    m.active, m.paused_at as "pausedAt", m.updated_at as "updatedAt",
    m.interval_minutes as "intervalMinutes", m.regions, m.check_mode as "checkMode",
    s.status, s.status_since as "statusSince", s.status_reason as "statusReason",
    m.active and s.in_maintenance as "inMaintenance", s.flapping,
    m.active and s.decision ? 'round' as confirming,
    (select o.public_id from outages o
      where o.monitor_id = m.id and o.ended_at is null and o.scope = 'global') as "currentOutageId",
    latest.status_code as "statusCode", latest.response_ms as "responseMs",
    latest.checked_at as "lastCheckedAt", latest.error as "lastError", latest.region as "lastRegion",
    latest.status as "lastStatus",
    (select min(r.tls_expires_at) from region_states r
      where r.monitor_id = m.id and r.region = any(m.regions)) as "tlsExpiresAt"
  from unnest($1::integer[]) as asked (id)
  join monitors m on m.id = asked.id
  join monitor_states s on s.monitor_id = m.id
  left join lateral (
    select r.checked_at, r.status_code, r.response_ms, r.error, r.region, r.status from region_states r
    where r.monitor_id = m.id and r.region = any(m.regions)
    order by r.checked_at desc, r.region limit 1
  ) latest on true
  where m.workspace_id = any($2::bigint[])`)

/** Those of some monitors that belong to some workspaces, as they are now. */
export async function readLiveMonitors(
  db: Queryable,
  monitorIds: readonly number[],
  workspaceIds: readonly number[],
): Promise<LiveMonitorRow[]> {
  const { rows } = await db.query(monitors, [numberArray(monitorIds), numberArray(workspaceIds)])
  return rows
}

// Each is looked up for itself, whatever is known of how many there are.
const owners = kept(sql<{ id: number; workspaceId: number }>`
  select asked.id, m.workspace_id as "workspaceId"
  from unnest($1::integer[]) as asked (id)
  cross join lateral (select workspace_id from monitors where id = asked.id limit 1) m`)

/** Whose some monitors are; those that are gone are left out. */
export async function readMonitorOwners(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<{ readonly id: number; readonly workspaceId: number }[]> {
  return (await db.query(owners, [numberArray(monitorIds)])).rows
}

/** An outage as the app is told of it. */
export interface LiveOutageRow {
  readonly workspaceId: number
  readonly id: number
  readonly publicId: string
  readonly monitorId: string
  readonly monitorName: string
  readonly scope: string
  readonly startedAt: Date
  readonly confirmedAt: Date
  readonly endedAt: Date | null
  readonly regions: readonly string[]
  readonly cause: string
  readonly summary: string
}

const outages = kept(sql<LiveOutageRow>`
  select m.workspace_id as "workspaceId", o.id, o.public_id as "publicId", m.public_id as "monitorId",
    m.name as "monitorName", o.scope, o.started_at as "startedAt", o.confirmed_at as "confirmedAt",
    o.ended_at as "endedAt", o.regions, o.cause, o.summary
  from outages o
  join monitors m on m.id = o.monitor_id
  where o.id = any($1::bigint[]) and m.workspace_id = any($2::bigint[])`)

/** Those of some outages that belong to some workspaces. */
export async function readLiveOutages(
  db: Queryable,
  outageIds: readonly number[],
  workspaceIds: readonly number[],
): Promise<LiveOutageRow[]> {
  return (await db.query(outages, [numberArray(outageIds), numberArray(workspaceIds)])).rows
}

/** An alert that was sent or given up, as the app is told of it. */
export interface LiveAlertRow {
  readonly workspaceId: number
  readonly publicId: string
  readonly kind: string
  readonly state: string
  readonly channel: string
  readonly recipientName: string
  readonly monitorId: string | null
  readonly outageId: string | null
  readonly sentAt: Date | null
}

const alerts = kept(sql<LiveAlertRow>`
  select workspace_id as "workspaceId", public_id as "publicId", kind, state, channel,
    recipient_name as "recipientName", monitor_public_id as "monitorId", outage_id as "outageId",
    sent_at as "sentAt"
  from alerts
  where id = any($1::bigint[]) and workspace_id = any($2::bigint[]) and state in ('sent', 'failed')
  order by id`)

/** Those of some alerts that belong to some workspaces. */
export async function readLiveAlerts(
  db: Queryable,
  alertIds: readonly number[],
  workspaceIds: readonly number[],
): Promise<LiveAlertRow[]> {
  return (await db.query(alerts, [numberArray(alertIds), numberArray(workspaceIds)])).rows
}

/** How many agents a location has. */
export interface RegionAgentsRow {
  readonly region: string
  readonly live: number
  /** Those too that were heard within a day and did not leave in good order. */
  readonly total: number
}

const agents = kept(sql<RegionAgentsRow>`
  select r.code as region,
    count(a.region) filter (where a.last_seen_at > now() - $1 * interval '1 ms')::integer as live,
    count(a.region)::integer as total
  from regions r
  left join agents a on a.region = r.code and a.left_at is null and a.last_seen_at > now() - interval '1 day'
  group by r.code
  order by r.code`)

/** Every known location and its agents. @param lostAfterMs silence that makes an agent lost */
export async function readRegionAgents(
  db: Queryable,
  lostAfterMs: number,
): Promise<RegionAgentsRow[]> {
  return (await db.query(agents, [lostAfterMs])).rows
}

const tell = kept(sql<never>`select tell_live($1, $2)`)

/** Tells every controller something by the channel "live". @param what below 8,000 bytes */
export async function tellLive(db: Queryable, kind: string, what: string): Promise<void> {
  await db.query(tell, [kind, what])
}
