import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Quarters of single monitors; the lists belong together. */
export interface Quarters {
  readonly monitorIds: readonly number[]
  readonly starts: readonly Date[]
}

// All of a monitor at once, as soon as one of them has waited long enough: its hours and days are made once.
const take = sql<{ taken: number }>`
  with due as (
    select distinct monitor_id from (
      select monitor_id from stale_quarters
      where not is_taken and marked_at <= clock_timestamp() - $2::interval and start_at < $1
      order by marked_at limit $3
    ) oldest
  ), chosen as (
    select q.monitor_id, q.start_at from due
    cross join lateral (
      select s.monitor_id, s.start_at from stale_quarters s
      where not s.is_taken and s.monitor_id = due.monitor_id and s.start_at < $1
      order by s.start_at limit $3
    ) q
    limit $3
  ), marks as (
    delete from stale_quarters s
    using chosen c
    where not s.is_taken and s.monitor_id = c.monitor_id and s.start_at = c.start_at
    returning s.monitor_id, s.start_at
  ), taken as (
    insert into stale_quarters (is_taken, monitor_id, start_at)
    select true, monitor_id, start_at from marks
    on conflict do nothing
  )
  select count(*)::integer as taken from marks`

/** Takes quarters to be rolled up again, in a transaction of its own: results that come from its commit on mark them
 *  anew.
 *  @param before quarters from then on are left
 *  @param restMs how long a monitor's oldest mark must have been there: results that come late rarely come alone
 *  @returns how many were taken */
export async function takeStale(
  tx: Queryable,
  { before, restMs, limit }: { before: Date; restMs: number; limit: number },
): Promise<number> {
  const { rows } = await tx.query(take, [before, `${restMs / 1_000} seconds`, limit])
  return rows[0]?.taken ?? 0
}

const move = sql<never>`
  with taken as (
    delete from stale_rollups
    where ctid = any(array(select ctid from stale_rollups where start_at < $1 limit $2))
    returning monitor_id, start_at
  )
  insert into stale_quarters (is_taken, monitor_id, start_at)
  select distinct true, monitor_id, start_at from taken
  on conflict do nothing`

/** Takes quarters that controllers of the version before marked, which know only `stale_rollups`.
 *  @returns how many were not taken yet */
export async function takeStaleOfBefore(
  tx: Queryable,
  before: Date,
  limit: number,
): Promise<number> {
  return (await tx.query(move, [before, limit])).rowCount
}

const findTaken = sql<{ monitorId: number; startAt: Date }>`
  select monitor_id as "monitorId", start_at as "startAt" from stale_quarters
  where is_taken order by monitor_id, start_at limit $1`

/** Quarters that are taken, each once, those of a monitor together. */
export async function findTakenQuarters(tx: Queryable, limit: number): Promise<Quarters> {
  const { rows } = await tx.query(findTaken, [limit])
  return { monitorIds: rows.map((row) => row.monitorId), starts: rows.map((row) => row.startAt) }
}

const areThere = sql<{ areThere: boolean }>`
  select stored_results_are_there($1::interval) as "areThere"`

/** Waits until the results are committed that were being stored when it was called.
 *  @returns false when that takes too long */
export async function waitForResults(tx: Queryable, patienceMs: number): Promise<boolean> {
  const { rows } = await tx.query(areThere, [`${patienceMs / 1_000} seconds`])
  return rows[0]?.areThere === true
}

const release = sql<{ monitorId: number; startAt: Date }>`
  with gone as (
    delete from stale_quarters s
    using unnest($1::integer[], $2::timestamptz[]) as piece (monitor_id, start_at)
    where s.is_taken and s.monitor_id = piece.monitor_id and s.start_at = piece.start_at
    returning s.monitor_id, s.start_at
  )
  select monitor_id as "monitorId", start_at as "startAt" from gone
  where exists (select from monitors m where m.id = gone.monitor_id)
  order by monitor_id, start_at`

/** Takes quarters off the list: the caller rolls them up again in the same transaction.
 *  @returns those of monitors that still are */
export async function releaseTaken(tx: Queryable, quarters: Quarters): Promise<Quarters> {
  const { rows } = await tx.query(release, [quarters.monitorIds, quarters.starts])
  return { monitorIds: rows.map((row) => row.monitorId), starts: rows.map((row) => row.startAt) }
}
