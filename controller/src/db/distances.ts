import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** How long the latest check of a monitor took to connect from a region. */
export interface ConnectRow {
  readonly host: string
  readonly region: string
  readonly ip: string | null
  readonly connectMs: number
  /** UNIX ms. */
  readonly checkedAtMs: number
}

const next = sql<{ firstId: number; lastId: number; isLast: boolean }>`
  with progress as (
    select monitor_id from distance_progress for update
  ), part as (
    select id from monitors
    where active and id > (select monitor_id from progress) order by id limit $1
  ), told as (
    select (select monitor_id from progress) as first_id, coalesce(max(id), 0) as last_id,
      count(*) < $1 as is_last
    from part
  ), moved as (
    update distance_progress set monitor_id = case when told.is_last then 0 else told.last_id end
    from told
  )
  select first_id as "firstId", last_id as "lastId", is_last as "isLast" from told`

/** Moves on to the next monitors whose distances are to be looked at; after the last ones come the first.
 *  @returns ids: behind the first, up to the last */
export async function takeNextMonitors(
  tx: Queryable,
  limit: number,
): Promise<{ firstId: number; lastId: number; isLast: boolean }> {
  return (await tx.query(next, [limit])).rows[0] ?? { firstId: 0, lastId: 0, isLast: true }
}

// The latest state names the slot, so each result is one look into the index of a day or two. A ping
// connects to nothing: its way there and back is as long as a handshake.
const connects = sql<ConnectRow>`
  select m.host, l.region, c.ip, extract(epoch from c.checked_at)::float8 * 1000 as "checkedAtMs",
    case m.type when 'ping' then c.response_ms else c.connect_ms end as "connectMs"
  from monitors m
  join region_states l on l.monitor_id = m.id and l.scheduled_at >= $3::timestamptz
  join lateral (
    select r.ip, r.connect_ms, r.response_ms, r.checked_at from check_results r
    where r.monitor_id = m.id and r.scheduled_at = l.scheduled_at and r.region = l.region
      and r.scheduled_at >= $3::timestamptz
    order by r.attempt desc limit 1
  ) c on case m.type when 'ping' then c.response_ms else c.connect_ms end is not null
  where m.id > $1 and m.id <= $2 and m.active and m.type in ('web', 'tcp', 'mail', 'ping')
  order by m.id, l.region`

/** What the latest checks of monitors took to connect.
 *  @param query.since older ones say nothing */
export async function readConnects(
  db: Queryable,
  query: { firstId: number; lastId: number; since: Date },
): Promise<ConnectRow[]> {
  return (await db.query(connects, [query.firstId, query.lastId, query.since])).rows
}

/** A distance as it is kept. */
export interface DistanceRow {
  readonly target: string
  readonly region: string
  readonly connectMs: number
}

/** A distance that was measured, each (target, region) at most once. */
export interface MeasuredDistance extends DistanceRow {
  /** UNIX ms. */
  readonly measuredAtMs: number
}

const keep = sql<never>`
  insert into distances as d (target, region, connect_ms, measured_at)
  select target, region, connect_ms, to_timestamp(measured_ms / 1000)
  from unnest($1::text[], $2::text[], $3::real[], $4::float8[])
    as r (target, region, connect_ms, measured_ms)
  order by target, region
  on conflict (target, region) do update set
    connect_ms = d.connect_ms
      + (least(excluded.connect_ms, 2 * d.connect_ms + 20) - d.connect_ms) * $5::real,
    measured_at = excluded.measured_at
  where excluded.measured_at > d.measured_at`

/** Keeps distances that were measured since the last time. One measurement moves what is known by a share
 *  alone, and by no more than as if it had doubled: one slow check sends nobody elsewhere.
 *  @param share 0 to 1 */
export async function keepDistances(
  db: Queryable,
  rows: readonly MeasuredDistance[],
  share: number,
): Promise<void> {
  await db.query(keep, [
    textArray(rows.map(({ target }) => target)),
    textArray(rows.map(({ region }) => region)),
    numberArray(rows.map(({ connectMs }) => connectMs)),
    numberArray(rows.map(({ measuredAtMs }) => measuredAtMs)),
    share,
  ])
}

const prune = sql<never>`delete from distances where measured_at < $1`

/** Forgets what was not measured since. */
export async function deleteDistancesBefore(db: Queryable, at: Date): Promise<void> {
  await db.query(prune, [at])
}

const read = sql<DistanceRow>`
  select target, region, connect_ms as "connectMs" from distances where target = any($1)`

/** The distances of a few targets, in no order. */
export async function readDistances(
  db: Queryable,
  targets: readonly string[],
): Promise<DistanceRow[]> {
  return (await db.query(read, [targets])).rows
}

/** How much the agents of a region have to do. */
export interface RegionLoadRow {
  readonly region: string
  /** Monitors of the agent that has the fewest. */
  readonly monitors: number
}

const loads = sql<RegionLoadRow>`
  select region, min(coalesce((counters ->> 'assignments')::float8, 0)) as monitors
  from agents
  where region = any($1) and left_at is null and last_seen_at > now() - $2 * interval '1 ms'
  group by region`

/** @param lostAfterMs silence that makes an agent lost */
export async function readRegionLoads(
  db: Queryable,
  regions: readonly string[],
  lostAfterMs: number,
): Promise<RegionLoadRow[]> {
  return (await db.query(loads, [regions, lostAfterMs])).rows
}
