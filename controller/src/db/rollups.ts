import type { KeptFromRow } from './kept-from.ts'
import { KEPT_FROM } from './kept-from.ts'
import type { Queryable } from './pool.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { sql } from './sql.ts'

/** Spans that are rolled up, in minutes: a quarter of an hour, an hour, a day of UTC or of a local time
 *  that is asked for (local-days.ts). */
export const ROLLUP_SPANS = [15, 60, 1_440] as const
export type RollupSpan = (typeof ROLLUP_SPANS)[number]

/** Spans of time of single monitors, all of one length; the lists belong together. */
export interface Pieces {
  readonly monitorIds: readonly number[]
  readonly starts: readonly Date[]
  readonly lengthMs: number
}

const close = sql<{ closed: boolean }>`select close_quarters($1) as closed`

/** From now on results of checks that began before `to` count as late, and those stored before are
 *  there to be read.
 *  @returns false when results are being stored that take too long: again later */
export async function closeQuarters(db: Queryable, to: Date): Promise<boolean> {
  const { rows } = await db.query(close, [to])
  return rows[0]?.closed === true
}

/** How far the rollups are. */
export interface RollupProgress {
  /** Whatever began before is rolled up; null before the first run. */
  readonly rolledTo: Date | null
  /** End of the step under way; null between steps. */
  readonly stepTo: Date | null
  /** The last monitor that is done with it; 0 for none. */
  readonly stepMonitorId: number
}

const lock = sql<RollupProgress & KeptFromRow & { closedTo: Date | null }>`
  select rolled_to as "rolledTo", step_to as "stepTo", step_monitor_id as "stepMonitorId",
    ${KEPT_FROM}, (select closed_to from rollup_fence) as "closedTo"
  from rollup_progress
  for update skip locked`

/** Makes the caller the only one who writes rollups until its transaction ends.
 *  @returns null when somebody else is at it */
export async function lockRollups(
  tx: Queryable,
): Promise<(RollupProgress & KeptFromRow & { readonly closedTo: Date | null }) | null> {
  return (await tx.query(lock)).rows[0] ?? null
}

const save = sql<unknown>`
  update rollup_progress set rolled_to = $1, step_to = $2, step_monitor_id = $3`

export async function saveProgress(tx: Queryable, progress: RollupProgress): Promise<void> {
  await tx.query(save, [progress.rolledTo, progress.stepTo, progress.stepMonitorId])
}

const findOldest = sql<{ at: Date | null }>`select min(created_at) as at from monitors`

/** When the oldest monitor was made: before it there is nothing to roll up. Null without monitors. */
export async function findOldestCreation(tx: Queryable): Promise<Date | null> {
  return (await tx.query(findOldest)).rows[0]?.at ?? null
}

const readIds = sql<{ id: number }>`
  select id from monitors where id > $1 order by id limit $2`

/** The next monitors after one, in the order of their numbers. */
export async function readMonitorIds(
  tx: Queryable,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await tx.query(readIds, [afterId, limit])
  return rows.map((row) => row.id)
}

const readMade = sql<{ id: number }>`
  select id from monitors where id > $1 and created_at < $3 order by id limit $2`

/** The next of the monitors that were made before an instant, in the order of their numbers. */
export async function readMonitorIdsMadeBefore(
  tx: Queryable,
  before: Date,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await tx.query(readMade, [afterId, limit, before])
  return rows.map((row) => row.id)
}

// A lateral read for each piece: joined, a large day is read whole for a quarter of an hour of it. The
// slots are bounded twice: by each piece, and by values, so that days outside are not even planned.
const insertFromResults = sql<unknown>`
  insert into check_rollups (span_minutes, monitor_id, start_at, region, checks, up, degraded, down,
    unknown, failures, response_count, response_min_ms, response_max_ms, response_sum_ms, dns_sum_ms,
    connect_sum_ms, tls_sum_ms, first_byte_sum_ms, download_sum_ms, dns_count, connect_count, tls_count,
    first_byte_count, download_count, response_histogram)
  select 15, piece.monitor_id, rolled.*
  from unnest($1::integer[], $2::timestamptz[]) as piece (monitor_id, from_at)
  cross join lateral (
    select date_bin('15 minutes', c.checked_at, 'epoch'), c.region, count(*),
      count(*) filter (where c.status = 'up'),
      count(*) filter (where c.status = 'degraded'),
      count(*) filter (where c.status = 'down'),
      count(*) filter (where c.status = 'unknown'),
      count(*) filter (where c.status = 'down' and not c.confirmation),
      count(good.response_ms), min(good.response_ms), max(good.response_ms),
      coalesce(sum(good.response_ms::float8), 0),
      coalesce(sum(good.dns_ms::float8), 0), coalesce(sum(good.connect_ms::float8), 0),
      coalesce(sum(good.tls_ms::float8), 0), coalesce(sum(good.first_byte_ms::float8), 0),
      coalesce(sum(good.download_ms::float8), 0),
      count(good.dns_ms), count(good.connect_ms), count(good.tls_ms), count(good.first_byte_ms),
      count(good.download_ms),
      coalesce(string_agg(int2send(response_bucket(good.response_ms)) || int4send(1), ''::bytea)
        filter (where good.response_ms is not null), ''::bytea)
    from check_results c
    left join lateral (
      select c.response_ms, c.dns_ms, c.connect_ms, c.tls_ms, c.first_byte_ms, c.download_ms
      where c.status in ('up', 'degraded') and c.response_ms is not null
    ) good on true
    where c.monitor_id = piece.monitor_id
      and c.checked_at >= piece.from_at and c.checked_at < piece.from_at + $3::interval
      and c.scheduled_at between c.checked_at - interval '2 minutes' and c.checked_at + interval '2 minutes'
      and c.scheduled_at >= piece.from_at - interval '2 minutes'
      and c.scheduled_at < piece.from_at + $3::interval + interval '2 minutes'
      and c.scheduled_at >= $4 and c.scheduled_at < $5
    group by 1, 2
  ) rolled`

function interval(lengthMs: number): string {
  return `${lengthMs / 1_000} seconds`
}

/** Rolls raw results up into quarters of an hour, which must not be there yet.
 *  @param pieces whole quarters, at least one */
export async function insertQuarters(tx: Queryable, pieces: Pieces): Promise<void> {
  const starts = pieces.starts.map((start) => start.getTime())
  const first = starts.reduce((a, b) => Math.min(a, b))
  const last = starts.reduce((a, b) => Math.max(a, b)) + pieces.lengthMs
  await tx.query(insertFromResults, [
    pieces.monitorIds,
    pieces.starts,
    interval(pieces.lengthMs),
    new Date(first - SLOT_MARGIN_MS),
    new Date(last + SLOT_MARGIN_MS),
  ])
}

const insertFromRollups = sql<unknown>`
  insert into check_rollups (span_minutes, monitor_id, start_at, region, checks, up, degraded, down,
    unknown, failures, response_count, response_min_ms, response_max_ms, response_sum_ms, dns_sum_ms,
    connect_sum_ms, tls_sum_ms, first_byte_sum_ms, download_sum_ms, dns_count, connect_count, tls_count,
    first_byte_count, download_count, response_histogram)
  select $4::smallint, piece.monitor_id, rolled.start_at, rolled.region, rolled.checks, rolled.up,
    rolled.degraded, rolled.down, rolled.unknown, rolled.failures, rolled.response_count,
    rolled.response_min_ms, rolled.response_max_ms, rolled.response_sum_ms, rolled.dns_sum_ms,
    rolled.connect_sum_ms, rolled.tls_sum_ms, rolled.first_byte_sum_ms, rolled.download_sum_ms,
    rolled.dns_count, rolled.connect_count, rolled.tls_count, rolled.first_byte_count,
    rolled.download_count, merged.histogram
  from unnest($1::integer[], $2::timestamptz[]) as piece (monitor_id, from_at)
  cross join lateral (
    select date_bin($4::smallint * interval '1 minute', r.start_at, piece.from_at) as start_at, r.region,
      sum(r.checks) as checks, sum(r.up) as up, sum(r.degraded) as degraded, sum(r.down) as down,
      sum(r.unknown) as unknown, sum(r.failures) as failures,
      sum(r.response_count) as response_count, min(r.response_min_ms) as response_min_ms,
      max(r.response_max_ms) as response_max_ms, sum(r.response_sum_ms) as response_sum_ms,
      sum(r.dns_sum_ms) as dns_sum_ms, sum(r.connect_sum_ms) as connect_sum_ms,
      sum(r.tls_sum_ms) as tls_sum_ms, sum(r.first_byte_sum_ms) as first_byte_sum_ms,
      sum(r.download_sum_ms) as download_sum_ms, sum(r.dns_count) as dns_count,
      sum(r.connect_count) as connect_count, sum(r.tls_count) as tls_count,
      sum(r.first_byte_count) as first_byte_count, sum(r.download_count) as download_count,
      string_agg(r.response_histogram, ''::bytea) as entries
    from check_rollups r
    where r.span_minutes = $5 and r.monitor_id = piece.monitor_id
      and r.start_at >= piece.from_at and r.start_at < piece.from_at + $3::interval
    group by 1, 2
  ) rolled
  cross join lateral (
    select coalesce(string_agg(int2send(bucket::smallint) || int4send(amount::integer), ''::bytea
      order by bucket), ''::bytea) as histogram
    from (
      select bucket, sum(amount) as amount from histogram_entries(rolled.entries) group by bucket
    ) entries
  ) merged`

/** Rolls quarters up into hours, or hours into days, which must not be there yet.
 *  @param pieces whole spans, at least one
 *  @param sourceMinutes what they are made of, where that is not the next finer span */
export async function insertMerged(
  tx: Queryable,
  spanMinutes: Exclude<RollupSpan, 15>,
  pieces: Pieces,
  sourceMinutes: 15 | 60 = spanMinutes === 60 ? 15 : 60,
): Promise<void> {
  await tx.query(insertFromRollups, [
    pieces.monitorIds,
    pieces.starts,
    interval(pieces.lengthMs),
    spanMinutes,
    sourceMinutes,
  ])
}

const removePieces = sql<unknown>`
  delete from check_rollups r
  using unnest($1::integer[], $2::timestamptz[]) as piece (monitor_id, start_at)
  where r.span_minutes = $3 and r.monitor_id = piece.monitor_id and r.start_at = piece.start_at`

/** Takes single rollups away, of all regions. */
export async function deleteRollups(
  tx: Queryable,
  spanMinutes: RollupSpan,
  pieces: Omit<Pieces, 'lengthMs'>,
): Promise<void> {
  await tx.query(removePieces, [pieces.monitorIds, pieces.starts, spanMinutes])
}
