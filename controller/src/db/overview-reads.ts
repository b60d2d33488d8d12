import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor that is not well now. */
export interface TroubledRow {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly url: string
  readonly status: string
  readonly since: Date
  readonly reason: string | null
  readonly outageId: string | null
  readonly acknowledgedAt: Date | null
  readonly acknowledgedByName: string | null
}

const troubled = sql<TroubledRow>`
  select m.public_id as id, m.name, m.type, m.url, s.status, s.status_since as since,
    s.status_reason as reason, o.public_id as "outageId", o.acknowledged_at as "acknowledgedAt",
    o.acknowledged_by_name as "acknowledgedByName"
  from monitors m
  join monitor_states s on s.monitor_id = m.id
  left join lateral (
    select * from outages open
    where open.monitor_id = m.id and open.ended_at is null
    order by open.scope = 'global' desc limit 1
  ) o on true
  where m.workspace_id = $1 and s.status in ('down', 'degraded')
  order by s.status = 'down' desc, s.status_since desc, m.id
  limit $2`

/** Monitors that are down, then those that are degraded; of each the latest first. */
export async function readTroubled(
  db: Queryable,
  workspaceId: number,
  limit: number,
): Promise<TroubledRow[]> {
  return (await db.query(troubled, [workspaceId, limit])).rows
}

/** Time of all monitors of a workspace within some days, seconds. */
export interface OverallTimeRow {
  readonly days: number
  readonly goodSeconds: number
  readonly countedSeconds: number
  /** The same of as many days before. */
  readonly goodBefore: number
  readonly countedBefore: number
}

// As readUptimes of monitor-reads.ts, for all monitors at once and twice as far back.
const overall = sql<OverallTimeRow>`
  select days, coalesce(good, 0) as "goodSeconds", coalesce(counted, 0) as "countedSeconds",
    coalesce(good_before, 0) as "goodBefore", coalesce(counted_before, 0) as "countedBefore"
  from (
    select
      sum(least(ago_s, 86400) - until_ago_s) filter (where until_ago_s < 86400) as counted_1,
      sum(least(ago_s, 86400) - until_ago_s) filter (where until_ago_s < 86400 and is_good) as good_1,
      sum(least(ago_s, 172800) - greatest(until_ago_s, 86400))
        filter (where ago_s > 86400 and until_ago_s < 172800) as counted_1_before,
      sum(least(ago_s, 172800) - greatest(until_ago_s, 86400))
        filter (where ago_s > 86400 and until_ago_s < 172800 and is_good) as good_1_before,
      sum(least(ago_s, 604800) - until_ago_s) filter (where until_ago_s < 604800) as counted_7,
      sum(least(ago_s, 604800) - until_ago_s) filter (where until_ago_s < 604800 and is_good) as good_7,
      sum(least(ago_s, 1209600) - greatest(until_ago_s, 604800))
        filter (where ago_s > 604800 and until_ago_s < 1209600) as counted_7_before,
      sum(least(ago_s, 1209600) - greatest(until_ago_s, 604800))
        filter (where ago_s > 604800 and until_ago_s < 1209600 and is_good) as good_7_before,
      sum(least(ago_s, 2592000) - until_ago_s) filter (where until_ago_s < 2592000) as counted_30,
      sum(least(ago_s, 2592000) - until_ago_s) filter (where until_ago_s < 2592000 and is_good) as good_30,
      sum(least(ago_s, 5184000) - greatest(until_ago_s, 2592000))
        filter (where ago_s > 2592000 and until_ago_s < 5184000) as counted_30_before,
      sum(least(ago_s, 5184000) - greatest(until_ago_s, 2592000))
        filter (where ago_s > 2592000 and until_ago_s < 5184000 and is_good) as good_30_before
    from monitors m
    cross join lateral (
      select status, status <> 'down' as is_good, ago_s,
        lead(ago_s, 1, 0::float8) over (order by at) as until_ago_s
      from (
        select c.at, c.status, date_part('epoch', $2::timestamptz) - date_part('epoch', c.at) as ago_s
        from state_changes c
        where c.monitor_id = m.id and c.at <= $2 and c.at >= coalesce((
          select max(earlier.at) from state_changes earlier
          where earlier.monitor_id = m.id
            and earlier.at <= $2::timestamptz - interval '60 days'), '-infinity')
        order by c.at
        offset 0
      ) changes
    ) spans
    where m.workspace_id = $1 and spans.status in ('up', 'degraded', 'down')
  ) sums
  cross join lateral (values (1, good_1, counted_1, good_1_before, counted_1_before),
    (7, good_7, counted_7, good_7_before, counted_7_before),
    (30, good_30, counted_30, good_30_before, counted_30_before)
  ) as part (days, good, counted, good_before, counted_before)
  order by days`

/** Of the last 1, 7 and 30 days: how long all monitors together were up or degraded, and how long that could be
 *  told. */
export async function readOverallTimes(
  db: Queryable,
  workspaceId: number,
  now: Date,
): Promise<OverallTimeRow[]> {
  return (await db.query(overall, [workspaceId, now])).rows
}
