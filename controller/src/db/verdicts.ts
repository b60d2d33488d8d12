import type { CheckCapability } from '@sightline/shared/needed-capability'
import { booleanArray, numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { kept, sql } from './sql.ts'

/** What the decision rule needs of one monitor, its row locked. */
export interface VerdictRow {
  readonly monitorId: number
  readonly status: string
  /** UNIX ms. */
  readonly sinceMs: number
  readonly inMaintenance: boolean
  readonly flapping: boolean
  /** Memory of the rule, as it wrote it. */
  readonly decision: unknown
  /** When the rule wants to look again, UNIX ms; null: never. */
  readonly lookAtMs: number | null
  /** What an agent must be able to do to check it. */
  readonly needs: CheckCapability
  /** Which version of settings an agent must know for it. */
  readonly needsVersion: number
  /** Of its settings: grows with every change of what it checks. */
  readonly generation: number
  /** When they changed last, UNIX ms; null: never. */
  readonly targetChangedMs: number | null
  readonly regions: readonly string[]
  readonly timeoutMs: number
  readonly intervalMinutes: number
  readonly confirmation: unknown
  /** Whether its settings hold a secret that is not a default. */
  readonly hasSecrets: boolean
  readonly recovery: unknown
  /** The latest check of any region that said something about the target, or since when it has its
   *  status, if that is later; UNIX ms. */
  readonly countedMs: number
}

const locking = (how: SqlPart) =>
  kept(sql<VerdictRow>`
  select s.monitor_id as "monitorId", s.status,
    (extract(epoch from s.status_since) * 1000)::float8 as "sinceMs", s.in_maintenance as "inMaintenance", s.flapping,
    s.decision, (extract(epoch from s.look_at) * 1000)::float8 as "lookAtMs",
    m.needs, m.needs_version as "needsVersion", m.generation, (extract(epoch from m.target_changed_at) * 1000)::float8 as "targetChangedMs", m.regions,
    m.timeout_ms as "timeoutMs", m.interval_minutes as "intervalMinutes",
    m.confirmation, m.has_secrets as "hasSecrets", m.recovery,
    (extract(epoch from greatest(s.status_since, (
      select max(r.counted_at) from region_states r where r.monitor_id = s.monitor_id
    ))) * 1000)::float8 as "countedMs"
  from monitor_states s
  join monitors m on m.id = s.monitor_id
  where s.monitor_id = any($1::integer[]) and m.active
  order by s.monitor_id
  for update of s ${how}`)

const lock = locking({ sqlPart: '' })
const lockFree = locking({ sqlPart: 'skip locked' })

/** Locks the state of monitors in the order of their ids, so that two controllers cannot lock up. */
export async function lockVerdicts(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<VerdictRow[]> {
  const { rows } = await db.query(lock, [numberArray(monitorIds)])
  return rows
}

const active = kept(sql<{ monitorId: number }>`
  select id as "monitorId" from monitors where id = any($1::integer[]) and active`)

/** As `lockVerdicts`, of those that nobody else has locked.
 *  @returns also those that somebody has */
export async function lockFreeVerdicts(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<{ locked: VerdictRow[]; busy: number[] }> {
  const { rows: locked } = await db.query(lockFree, [numberArray(monitorIds)])
  if (locked.length === monitorIds.length) return { locked, busy: [] }
  const has = new Set(locked.map((row) => row.monitorId))
  const missing = monitorIds.filter((id) => !has.has(id))
  const { rows } = await db.query(active, [numberArray(missing)])
  return { locked, busy: rows.map((row) => row.monitorId) }
}

const lockingStates = (how: SqlPart) =>
  kept(sql<{ monitorId: number }>`
  select monitor_id as "monitorId" from monitor_states where monitor_id = any($1::integer[])
  order by monitor_id for update ${how}`)

const lockStates = lockingStates({ sqlPart: '' })
const lockFreeStates = lockingStates({ sqlPart: 'skip locked' })

/** Locks monitors, paused ones too, in the order of their ids.
 *  @param how.waits for those that others have locked; else these are passed over
 *  @returns those that are locked now */
export async function lockMonitors(
  tx: Queryable,
  monitorIds: readonly number[],
  { waits }: { readonly waits: boolean },
): Promise<number[]> {
  const { rows } = await tx.query(waits ? lockStates : lockFreeStates, [numberArray(monitorIds)])
  return rows.map((row) => row.monitorId)
}

const claimDue = kept(sql<{ monitorId: number }>`
  select monitor_id as "monitorId" from monitor_states
  where look_at <= to_timestamp($1::float8 / 1000)
  order by look_at
  limit $2
  for update skip locked`)

/** Locks monitors the rule wants to look at by now; those another transaction holds are left to it. */
export async function claimDueMonitors(
  tx: Queryable,
  nowMs: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await tx.query(claimDue, [nowMs, limit])
  return rows.map((row) => row.monitorId)
}

const postpone = sql<never>`
  update monitor_states set look_at = to_timestamp($2::float8 / 1000)
  where monitor_id = $1 and look_at is not null`

/** Has the rule look at a monitor later than it wanted to; where it does not want to nothing changes.
 *  @param atMs UNIX ms */
export async function postponeLook(db: Queryable, monitorId: number, atMs: number): Promise<void> {
  await db.query(postpone, [monitorId, atMs])
}

const postponeAll = sql<never>`
  update monitor_states s set look_at = to_timestamp(v.at_ms / 1000)
  from unnest($1::integer[], $2::float8[]) as v(monitor_id, at_ms)
  where s.monitor_id = v.monitor_id and s.look_at is not null`

/** As `postponeLook`, of many, whose rows are locked.
 *  @param looks of each monitor when, UNIX ms */
export async function postponeLooks(
  tx: Queryable,
  looks: readonly { readonly monitorId: number; readonly untilMs: number }[],
): Promise<void> {
  await tx.query(postponeAll, [
    numberArray(looks.map(({ monitorId }) => monitorId)),
    numberArray(looks.map(({ untilMs }) => untilMs)),
  ])
}

/** What the rule has to do next, UNIX ms; null: nothing. */
export interface NextLook {
  /** When it wants to look at any monitor. */
  readonly lookAtMs: number | null
  /** When results that could not be judged are judged again. */
  readonly judgeAtMs: number | null
}

const nextLook = kept(sql<NextLook>`
  select (extract(epoch from min(look_at)) * 1000)::float8 as "lookAtMs",
    (select (extract(epoch from min(judge_at)) * 1000)::float8 from unjudged_results) as "judgeAtMs"
  from monitor_states
  where look_at is not null`)

export async function readNextLook(db: Queryable): Promise<NextLook> {
  const { rows } = await db.query(nextLook)
  return rows[0] ?? { lookAtMs: null, judgeAtMs: null }
}

/** Of so many monitors in the order of their ids, those of which nothing was found out. */
export interface SilentSlice {
  readonly monitorIds: readonly number[]
  /** The last that was looked at; null where there was none. */
  readonly lastId: number | null
  /** How many were looked at. */
  readonly count: number
}

// Each looked up for itself, and no further than the first region that found something: joined with the latest of all
// regions, 600,000 of them were read, which also took the place of what is needed all the time. "limit" and "offset" keep
// the planner from joining all monitors to a slice of them.
const silent = sql<SilentSlice>`
  with slice as materialized (
    select monitor_id, status, status_since from monitor_states where monitor_id > $4 order by monitor_id limit $5
  )
  select array(
      select s.monitor_id from slice s
      cross join lateral (
        select to_timestamp($1::float8 / 1000) - greatest(m.interval_minutes * $2::integer * interval '1 minute',
          $3::float8 * interval '1 ms') as since
        from monitors m where m.id = s.monitor_id and m.active limit 1
      ) heard
      where s.status in ('pending', 'up', 'degraded', 'down') and s.status_since < heard.since and not exists (
        select from region_states r where r.monitor_id = s.monitor_id and r.counted_at >= heard.since offset 0
      )
      order by s.monitor_id
    ) as "monitorIds",
    (select max(monitor_id) from slice) as "lastId", (select count(*)::integer from slice) as count`

/** Monitors of which nothing was found out for a number of intervals, and a time at least.
 *  @param nowMs UNIX ms
 *  @param among how many are looked at, and behind which id */
export async function readSilentMonitors(
  db: Queryable,
  nowMs: number,
  limits: { readonly intervals: number; readonly minMs: number },
  among: { readonly afterId: number; readonly count: number },
): Promise<SilentSlice> {
  const { rows } = await db.query(silent, [
    nowMs,
    limits.intervals,
    limits.minMs,
    among.afterId,
    among.count,
  ])
  const [slice] = rows
  if (slice === undefined) throw new Error('a statement without a condition gave no row')
  return slice
}

const unsteady = kept(sql<{ monitorId: number }>`
  select monitor_id as "monitorId" from monitor_states
  where monitor_id = any($1::integer[]) and not steady`)

/** Which of these monitors are anything else than up and unsuspected. */
export async function readUnsteady(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<number[]> {
  const { rows } = await db.query(unsteady, [numberArray(monitorIds)])
  return rows.map((row) => row.monitorId)
}

const write = kept(sql<never>`
  update monitor_states set
    status = v.status,
    status_since = coalesce(to_timestamp(v.since_ms / 1000), status_since),
    status_reason = case when v.since_ms is null then status_reason else v.reason end,
    in_maintenance = v.in_maintenance,
    flapping = v.flapping,
    decision = v.decision,
    look_at = to_timestamp(v.look_at_ms / 1000)
  from unnest($1::integer[], $2::text[], $3::float8[], $4::text[], $5::boolean[], $6::boolean[],
    $7::jsonb[], $8::float8[])
    as v(monitor_id, status, since_ms, reason, in_maintenance, flapping, decision, look_at_ms)
  where monitor_states.monitor_id = v.monitor_id`)

/** A monitor's state after a decision. */
export interface VerdictChange {
  readonly monitorId: number
  readonly status: string
  /** When it changed, UNIX ms; null when only the rule's memory did. */
  readonly sinceMs: number | null
  readonly reason: string | null
  readonly inMaintenance: boolean
  readonly flapping: boolean
  /** JSON text. */
  readonly decision: string
  /** UNIX ms. */
  readonly lookAtMs: number | null
}

/** Writes the states of monitors locked before. */
export async function writeVerdicts(
  db: Queryable,
  changes: readonly VerdictChange[],
): Promise<void> {
  await db.query(write, [
    numberArray(changes.map((change) => change.monitorId)),
    textArray(changes.map((change) => change.status)),
    numberArray(changes.map((change) => change.sinceMs)),
    textArray(changes.map((change) => change.reason)),
    booleanArray(changes.map((change) => change.inMaintenance)),
    booleanArray(changes.map((change) => change.flapping)),
    textArray(changes.map((change) => change.decision)),
    numberArray(changes.map((change) => change.lookAtMs)),
  ])
}

const addStateChanges = kept(sql<never>`
  insert into state_changes as c (monitor_id, at, status, reason)
  select v.monitor_id, greatest(to_timestamp(v.at_ms / 1000), (
      select max(before.at) from state_changes before where before.monitor_id = v.monitor_id)),
    v.status, v.reason
  from unnest($1::integer[], $2::float8[], $3::text[], $4::text[])
    as v(monitor_id, at_ms, status, reason)
  on conflict (monitor_id, at) do update set status = excluded.status, reason = excluded.reason`)

/** A monitor's next entry on its timeline. */
export interface StateChange {
  readonly monitorId: number
  /** UNIX ms. */
  readonly atMs: number
  readonly status: string
  readonly reason: string | null
}

/** Adds to the timelines of monitors, never before the latest entry of each.
 *  @param changes one of a monitor at most */
export async function insertStateChanges(
  db: Queryable,
  changes: readonly StateChange[],
): Promise<void> {
  await db.query(addStateChanges, [
    numberArray(changes.map((change) => change.monitorId)),
    numberArray(changes.map((change) => change.atMs)),
    textArray(changes.map((change) => change.status)),
    textArray(changes.map((change) => change.reason)),
  ])
}

/** Whose outage it is: the monitor's, or only of some of its regions. */
export type OutageScope = 'global' | 'regional'

/** An outage that is confirmed. Instants are UNIX ms. */
export interface NewOutage {
  readonly publicId: string
  readonly monitorId: number
  readonly scope: OutageScope
  readonly startedAtMs: number
  readonly confirmedAtMs: number
  readonly regions: readonly string[]
  readonly cause: string
  readonly summary: string
}

const open = sql<{ monitorId: number; publicId: string }>`
  with asked as materialized (
    select * from json_to_recordset($1::json) as o("publicId" text, "monitorId" integer, scope text,
      "startedAtMs" float8, "confirmedAtMs" float8, regions text[], cause text, summary text)
  ), opened as (
    insert into outages (public_id, monitor_id, scope, started_at, confirmed_at, regions, cause, summary)
    select "publicId", "monitorId", scope, to_timestamp("startedAtMs" / 1000),
      to_timestamp("confirmedAtMs" / 1000), regions, cause, summary
    from asked
    on conflict do nothing
    returning monitor_id, public_id
  )
  select monitor_id as "monitorId", public_id as "publicId" from opened
  union all
  select o.monitor_id, o.public_id
  from asked a
  join outages o on o.monitor_id = a."monitorId" and o.scope = a.scope and o.ended_at is null
  where not exists (select from opened where opened.monitor_id = a."monitorId")`

/** Opens outages; where one of the scope is open already it stays as it is.
 *  @param outages one of a monitor at most
 *  @returns the ids of the open ones, by monitor */
export async function openOutages(
  db: Queryable,
  outages: readonly NewOutage[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.query(open, [JSON.stringify(outages)])
  return new Map(rows.map((row) => [row.monitorId, row.publicId]))
}

const close = sql<{ monitorId: number; publicId: string }>`
  update outages o
  set ended_at = greatest(to_timestamp(v.ended_ms / 1000), o.started_at)
  from unnest($1::integer[], $2::text[], $3::float8[]) as v(monitor_id, scope, ended_ms)
  where o.monitor_id = v.monitor_id and o.scope = v.scope and o.ended_at is null
  returning o.monitor_id as "monitorId", o.public_id as "publicId"`

/** The end of a monitor's open outage of a scope. */
export interface OutageEnd {
  readonly monitorId: number
  readonly scope: OutageScope
  /** UNIX ms. */
  readonly endedAtMs: number
}

/** Ends outages; where none of the scope is open nothing happens.
 *  @returns the ids of those that were open, by monitor */
export async function closeOutages(
  db: Queryable,
  ends: readonly OutageEnd[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.query(close, [
    numberArray(ends.map((end) => end.monitorId)),
    textArray(ends.map((end) => end.scope)),
    numberArray(ends.map((end) => end.endedAtMs)),
  ])
  return new Map(rows.map((row) => [row.monitorId, row.publicId]))
}
