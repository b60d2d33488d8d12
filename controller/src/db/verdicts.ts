import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What the decision rule needs of one monitor, its row locked. */
export interface VerdictRow {
  readonly monitorId: number
  readonly status: string
  readonly decision: unknown
  readonly retries: number
  readonly retryDelaySeconds: number
  readonly type: string
  readonly timeoutMs: number
  readonly intervalMinutes: number
  /** The latest check of any region that said something about the target, or since when it has its
   *  status, if that is later; UNIX ms. */
  readonly countedMs: number
}

const lock = sql<VerdictRow>`
  select s.monitor_id as "monitorId", s.status, s.decision,
    (m.confirmation ->> 'retries')::integer as retries,
    (m.confirmation ->> 'retryDelaySeconds')::integer as "retryDelaySeconds",
    m.type, m.timeout_ms as "timeoutMs", m.interval_minutes as "intervalMinutes",
    extract(epoch from greatest(s.status_since, (
      select max(r.counted_at) from region_states r where r.monitor_id = s.monitor_id
    )))::float8 * 1000 as "countedMs"
  from monitor_states s
  join monitors m on m.id = s.monitor_id
  where s.monitor_id = any($1::integer[]) and m.active
  order by s.monitor_id
  for update of s`

/** Locks the state of monitors in the order of their ids, so that two controllers cannot lock up. */
export async function lockVerdicts(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<VerdictRow[]> {
  const { rows } = await db.query(lock, [numberArray(monitorIds)])
  return rows
}

const unsteady = sql<{ monitorId: number }>`
  select monitor_id as "monitorId" from monitor_states
  where monitor_id = any($1::integer[]) and not steady`

/** Which of these monitors are anything else than up and unsuspected. */
export async function readUnsteady(
  db: Queryable,
  monitorIds: readonly number[],
): Promise<number[]> {
  const { rows } = await db.query(unsteady, [numberArray(monitorIds)])
  return rows.map((row) => row.monitorId)
}

const write = sql<never>`
  update monitor_states set
    status = v.status,
    status_since = coalesce(to_timestamp(v.since_ms / 1000), status_since),
    status_reason = case when v.since_ms is null then status_reason else v.reason end,
    decision = v.decision
  from unnest($1::integer[], $2::text[], $3::float8[], $4::text[], $5::jsonb[])
    as v(monitor_id, status, since_ms, reason, decision)
  where monitor_states.monitor_id = v.monitor_id`

/** A monitor's state after a decision. */
export interface VerdictChange {
  readonly monitorId: number
  readonly status: string
  /** When it changed, UNIX ms; null when only the rule's memory did. */
  readonly sinceMs: number | null
  readonly reason: string | null
  /** JSON text. */
  readonly decision: string
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
    textArray(changes.map((change) => change.decision)),
  ])
}

const addStateChange = sql<never>`
  insert into state_changes as c (monitor_id, at, status, reason)
  select $1, greatest(to_timestamp($2::float8 / 1000), (select max(at) from state_changes where monitor_id = $1)),
    $3, $4
  on conflict (monitor_id, at) do update set status = excluded.status, reason = excluded.reason`

/** Adds to a monitor's timeline, never before its latest entry.
 *  @param atMs UNIX ms */
export async function insertStateChange(
  db: Queryable,
  change: { monitorId: number; atMs: number; status: string; reason: string | null },
): Promise<void> {
  await db.query(addStateChange, [change.monitorId, change.atMs, change.status, change.reason])
}

const open = sql<never>`
  insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
  values ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000), 'global', $5, $6, $7)
  on conflict do nothing`

/** Opens a monitor's outage; one that is open already stays as it is. */
export async function openOutage(
  db: Queryable,
  outage: {
    publicId: string
    monitorId: number
    startedAtMs: number
    confirmedAtMs: number
    regions: readonly string[]
    cause: string
    summary: string
  },
): Promise<void> {
  await db.query(open, [
    outage.publicId,
    outage.monitorId,
    outage.startedAtMs,
    outage.confirmedAtMs,
    outage.regions,
    outage.cause,
    outage.summary,
  ])
}

const close = sql<never>`
  update outages set ended_at = greatest(to_timestamp($2::float8 / 1000), started_at)
  where monitor_id = $1 and scope = 'global' and ended_at is null`

/** Ends a monitor's open outage. */
export async function closeOutage(
  db: Queryable,
  monitorId: number,
  endedAtMs: number,
): Promise<void> {
  await db.query(close, [monitorId, endedAtMs])
}
