import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What tells a recheck from every other of a region. */
export interface RecheckKey {
  readonly monitorId: number
  /** The instant it was handed out, UNIX ms: the slot of its result. */
  readonly scheduledAtMs: number
  readonly attempt: number
}

const readOpen = sql<RecheckKey>`
  select monitor_id as "monitorId", scheduled_at_ms::float8 as "scheduledAtMs", attempt
  from handed_rechecks where region = $1 order by scheduled_at_ms desc limit $2`

/** Rechecks that agents of a region were handed and have not answered, the newest first. */
export async function readHandedRechecks(
  db: Queryable,
  region: string,
  limit: number,
): Promise<RecheckKey[]> {
  return (await db.query(readOpen, [region, limit])).rows
}

const remove = sql<never>`
  delete from handed_rechecks h
  using unnest($2::integer[], $3::bigint[], $4::smallint[]) as answered(monitor_id, at_ms, attempt)
  where h.region = $1 and h.monitor_id = answered.monitor_id
    and h.scheduled_at_ms = answered.at_ms and h.attempt = answered.attempt`

/** Forgets rechecks of a region whose results are committed. */
export async function deleteHandedRechecks(
  db: Queryable,
  region: string,
  keys: readonly RecheckKey[],
): Promise<void> {
  await db.query(remove, [
    region,
    numberArray(keys.map((key) => key.monitorId)),
    numberArray(keys.map((key) => key.scheduledAtMs)),
    numberArray(keys.map((key) => key.attempt)),
  ])
}

const prune = sql<never>`delete from handed_rechecks where scheduled_at_ms < $1::float8`

/** Forgets rechecks that were handed out before an instant, UNIX ms, and never answered. */
export async function pruneHandedRechecks(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(prune, [beforeMs])
}
