import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What planning an alert asks of a monitor. */
export interface AlertedMonitorRow {
  readonly id: number
  readonly publicId: string
  readonly workspaceId: number
  readonly name: string
  readonly url: string
  /** As stored; fields that are missing have their defaults. */
  readonly alerts: unknown
  readonly inMaintenance: boolean
  readonly flapping: boolean
  readonly status: string
  /** It depends on others. */
  readonly hasParents: boolean
}

const findMonitor = sql<AlertedMonitorRow>`
  select m.id, m.public_id as "publicId", m.workspace_id as "workspaceId", m.name, m.url, m.alerts,
    s.in_maintenance as "inMaintenance", s.flapping, s.status, m.depends_on <> '{}' as "hasParents"
  from monitors m
  join monitor_states s on s.monitor_id = m.id
  where m.id = any($1::integer[])`

/** @returns null for a monitor that was deleted */
export async function findAlertedMonitor(
  db: Queryable,
  monitorId: number,
): Promise<AlertedMonitorRow | null> {
  return (await readAlertedMonitors(db, [monitorId]))[0] ?? null
}

/** Those of these monitors that are there, in no order. */
export async function readAlertedMonitors(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<AlertedMonitorRow[]> {
  return (await db.query(findMonitor, [monitorIds])).rows
}

/** A monitor that another one depends on, directly or over others. */
export interface ParentRow {
  readonly publicId: string
  readonly status: string
  /** The decision rule is making up its mind. */
  readonly confirming: boolean
  readonly timeoutMs: number
}

const readAbove = sql<ParentRow>`
  with recursive above (id, public_id, depends_on, workspace_id) as (
    select p.id, p.public_id, p.depends_on, p.workspace_id
    from monitors m
    join monitors p on p.workspace_id = m.workspace_id and p.public_id = any(m.depends_on)
    where m.id = $1
    union
    select p.id, p.public_id, p.depends_on, p.workspace_id
    from above a
    join monitors p on p.workspace_id = a.workspace_id and p.public_id = any(a.depends_on)
  )
  select a.public_id as "publicId", s.status, s.decision ? 'round' as confirming,
    m.timeout_ms as "timeoutMs"
  from above a
  join monitors m on m.id = a.id
  join monitor_states s on s.monitor_id = a.id
  where a.id <> $1 and m.active
  order by a.public_id`

/** Everything a monitor depends on; paused monitors say nothing. */
export async function readParents(
  db: Queryable,
  { id, hasParents }: Pick<AlertedMonitorRow, 'id' | 'hasParents'>,
): Promise<ParentRow[]> {
  return hasParents ? (await db.query(readAbove, [id])).rows : []
}

/** An outage as alerts tell of it. */
export interface AlertedOutageRow {
  readonly publicId: string
  readonly startedAtMs: number
  /** null while it is open. */
  readonly endedAtMs: number | null
  /** The monitor's status after its end; null while it is open. */
  readonly endedAs: string | null
  readonly cause: string
  readonly summary: string
  /** Somebody has taken it in hand. */
  readonly isAcknowledged: boolean
  /** Until then nobody is told again that it lasts, UNIX ms; null: nobody asked for that. */
  readonly mutedUntilMs: number | null
}

const findOutage = sql<AlertedOutageRow>`
  select public_id as "publicId", extract(epoch from started_at)::float8 * 1000 as "startedAtMs",
    extract(epoch from ended_at)::float8 * 1000 as "endedAtMs", cause, summary,
    acknowledged_at is not null as "isAcknowledged",
    extract(epoch from muted_until)::float8 * 1000 as "mutedUntilMs",
    (select c.status from state_changes c where c.monitor_id = o.monitor_id and c.at <= o.ended_at
      order by c.at desc limit 1) as "endedAs"
  from outages o where public_id = any($1::text[])`

export async function findAlertedOutage(
  db: Queryable,
  publicId: string,
): Promise<AlertedOutageRow | null> {
  return (await readAlertedOutages(db, [publicId]))[0] ?? null
}

/** Those of these outages that are there, in no order. */
export async function readAlertedOutages(
  db: Queryable,
  publicIds: readonly string[],
): Promise<AlertedOutageRow[]> {
  return (await db.query(findOutage, [publicIds])).rows
}

/** A person who can be told something. */
export interface MemberRow {
  readonly publicId: string
  readonly name: string
  /** False until they have an account: nobody knows then where to write to. */
  readonly hasAddress: boolean
}

const findMembers = sql<MemberRow>`
  select p.public_id as "publicId", p.name, p.email is not null as "hasAddress"
  from memberships m join people p on p.id = m.person_id
  where m.workspace_id = $1 and p.public_id = any($2)`

/** Those of these people who belong to the workspace now, in no order. */
export async function readAlertMembers(
  db: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<MemberRow[]> {
  if (publicIds.length === 0) return []
  return (await db.query(findMembers, [workspaceId, publicIds])).rows
}

const owners = sql<MemberRow>`
  select p.public_id as "publicId", p.name, p.email is not null as "hasAddress"
  from memberships m join people p on p.id = m.person_id
  where m.workspace_id = $1 and m.role = 'owner'
  order by m.created_at, p.id`

/** The workspace's owners, the first one first. */
export async function readOwners(db: Queryable, workspaceId: number): Promise<MemberRow[]> {
  return (await db.query(owners, [workspaceId])).rows
}
