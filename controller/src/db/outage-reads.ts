import { unpackFloats, unpackWords } from './packed-lists.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** A monitor and a span of time, the end not included. */
export interface SpanQuery {
  readonly monitorId: number
  readonly from: Date
  readonly to: Date
}

/** How long a monitor had a status within one bucket. */
export interface StatusTimeRow {
  readonly bucket: number
  readonly status: string
  readonly ms: number
}

interface PackedTimes {
  readonly buckets: string | null
  readonly statuses: string | null
  readonly ms: string | null
}

// In one row: a report of a month by the hour has 800 of them.
const readTimes = kept(sql<PackedTimes>`
  select encode(array_send(array_agg(bucket::float8)), 'base64') as buckets,
    string_agg(status, ',') as statuses, encode(array_send(array_agg(ms)), 'base64') as ms
  from (
    select bucket, status,
      sum(least(until_s, (bucket + 1) * $4::float8) - greatest(since_s, bucket * $4)) * 1000 as ms
    from (
      select status, since_s, lead(since_s, 1, date_part('epoch', $3::timestamptz) + $5::float8)
        over (order by since_s) as until_s
      from (
        select status, date_part('epoch', greatest(at, $2)) + $5 as since_s
        from (
          (select at, status from state_changes
            where monitor_id = $1 and at <= $2::timestamptz order by at desc limit 1)
          union all
          select at, status from state_changes where monitor_id = $1 and at > $2 and at < $3
        ) changes
        offset 0
      ) instants
    ) spans
    cross join lateral generate_series(floor(since_s / $4)::bigint, ceil(until_s / $4)::bigint - 1)
      as bucket
    where since_s < until_s
    group by bucket, status
    offset 0
  ) times`)

/** How long a monitor had which status, in buckets: an instant is in number
 *  floor((UNIX seconds + offset) / width). Time before its creation is in none. */
export async function readStatusTimes(
  db: Queryable,
  query: SpanQuery & { widthSeconds: number; offsetSeconds: number },
): Promise<StatusTimeRow[]> {
  const { monitorId, from, to, widthSeconds, offsetSeconds } = query
  if (from >= to) return []
  const { rows } = await db.query(readTimes, [monitorId, from, to, widthSeconds, offsetSeconds])
  return rows.flatMap(unpackTimes)
}

function unpackTimes(packed: PackedTimes): StatusTimeRow[] {
  const buckets = unpackFloats(packed.buckets)
  const ms = unpackFloats(packed.ms)
  return unpackWords(packed.statuses).map((status, index) => ({
    bucket: buckets[index] ?? 0,
    status,
    ms: ms[index] ?? 0,
  }))
}

/** A status and since when a monitor had it. */
export interface StateChangeRow {
  readonly at: Date
  readonly status: string
}

const readChanges = sql<StateChangeRow>`
  select at, status
  from (
    (select at, status from state_changes
      where monitor_id = $1 and at <= $2::timestamptz order by at desc limit 1)
    union all
    select at, status from state_changes where monitor_id = $1 and at > $2 and at < $3::timestamptz
  ) changes
  order by at
  limit $4`

/** Changes of status in a span, and before them the one that held when it began; oldest first. */
export async function readStateChanges(
  db: Queryable,
  query: SpanQuery,
  limit: number,
): Promise<StateChangeRow[]> {
  return (await db.query(readChanges, [query.monitorId, query.from, query.to, limit])).rows
}

/** An outage as it is stored. */
export interface OutageRow {
  readonly id: number
  readonly publicId: string
  readonly startedAt: Date
  readonly confirmedAt: Date
  /** Null while it goes on. */
  readonly endedAt: Date | null
  readonly scope: string
  readonly regions: readonly string[]
  readonly cause: string
  readonly summary: string
}

const readSome = kept(sql<OutageRow>`
  select id, public_id as "publicId", started_at as "startedAt", confirmed_at as "confirmedAt",
    ended_at as "endedAt", scope, regions, cause, summary
  from outages
  where monitor_id = $1 and started_at < $3 and (ended_at is null or ended_at > $2 or started_at >= $2)
  order by started_at desc, id desc
  limit $4 offset $5`)

/** One page of the outages that were going on at some time in a span, newest first. */
export async function readOutages(
  db: Queryable,
  query: SpanQuery,
  page: { limit: number; offset: number },
): Promise<OutageRow[]> {
  const { monitorId, from, to } = query
  return (await db.query(readSome, [monitorId, from, to, page.limit, page.offset])).rows
}

const count = kept(sql<{ total: number }>`
  select count(*) as total from outages
  where monitor_id = $1 and started_at < $3 and (ended_at is null or ended_at > $2 or started_at >= $2)`)

export async function countOutages(db: Queryable, query: SpanQuery): Promise<number> {
  const { rows } = await db.query(count, [query.monitorId, query.from, query.to])
  return rows[0]?.total ?? 0
}

/** What the outages of a span come to. */
export interface OutageFigures {
  readonly count: number
  /** The longest, as far as it lies in the span; null without any. */
  readonly longestMs: number | null
  /** Average length, from beginning to end, of those that ended in the span; null without any. */
  readonly meanRepairMs: number | null
}

export const NO_OUTAGES: OutageFigures = { count: 0, longestMs: null, meanRepairMs: null }

const readFigures = kept(sql<OutageFigures>`
  select count(*) as count,
    max(extract(epoch from least(coalesce(ended_at, $3), $3) - greatest(started_at, $2)) * 1000)::float8
      as "longestMs",
    (avg(extract(epoch from ended_at - started_at)) filter (where ended_at <= $3) * 1000)::float8
      as "meanRepairMs"
  from outages
  where monitor_id = $1 and scope = 'global'
    and started_at < $3 and (ended_at is null or ended_at > $2 or started_at >= $2)`)

/** Of outages of the monitor as a whole, not of those of single regions. */
export async function readOutageFigures(db: Queryable, query: SpanQuery): Promise<OutageFigures> {
  const { rows } = await db.query(readFigures, [query.monitorId, query.from, query.to])
  return rows[0] ?? NO_OUTAGES
}

const countSent = kept(sql<{ outageId: number; sent: number }>`
  select o.id as "outageId", count(*) as sent
  from outages o
  join alerts a on a.outage_id = o.public_id and a.state = 'sent'
  where o.id = any($1::bigint[])
  group by o.id`)

/** How many alerts of each of these outages were sent; outages without any are left out. */
export async function countSentAlerts(
  db: Queryable,
  outageIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query(countSent, [outageIds])
  return new Map(rows.map((row) => [row.outageId, row.sent]))
}

const openOutage = kept(sql<{ isDown: boolean }>`
  select exists (select from outages
    where monitor_id = $1 and scope = 'global' and ended_at is null) as "isDown"`)

/** Whether the decision rule holds a monitor to be down, in maintenance too. */
export async function readIsDown(db: Queryable, monitorId: number): Promise<boolean> {
  return (await db.query(openOutage, [monitorId])).rows[0]?.isDown ?? false
}
