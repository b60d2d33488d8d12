import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What tells a recheck from every other of a region. */
export interface RecheckKey {
  readonly monitorId: number
  /** The instant it was handed out, UNIX ms: the slot of its result. */
  readonly scheduledAtMs: number
  readonly attempt: number
}

/** A recheck of a region. */
export interface RegionRecheck {
  readonly region: string
  readonly key: RecheckKey
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
  using unnest($1::text[], $2::integer[], $3::bigint[], $4::smallint[]) as answered(region, monitor_id, at_ms, attempt)
  where h.region = answered.region and h.monitor_id = answered.monitor_id
    and h.scheduled_at_ms = answered.at_ms and h.attempt = answered.attempt`

/** Forgets rechecks whose results are committed, or that nobody was asked for after all. */
export async function deleteHandedRechecks(
  db: Queryable,
  rechecks: readonly RegionRecheck[],
): Promise<void> {
  if (rechecks.length === 0) return
  await db.query(remove, [
    textArray(rechecks.map(({ region }) => region)),
    numberArray(rechecks.map(({ key }) => key.monitorId)),
    numberArray(rechecks.map(({ key }) => key.scheduledAtMs)),
    numberArray(rechecks.map(({ key }) => key.attempt)),
  ])
}

const prune = sql<never>`delete from handed_rechecks where scheduled_at_ms < $1::float8`

/** Forgets rechecks that were handed out before an instant, UNIX ms, and never answered. */
export async function pruneHandedRechecks(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(prune, [beforeMs])
}
