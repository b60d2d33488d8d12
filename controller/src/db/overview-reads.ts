import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const counts = sql<{ status: string; count: number }>`
  select s.status, count(*)::integer as count
  from monitors m join monitor_states s on s.monitor_id = m.id
  where m.workspace_id = $1
  group by s.status`

/** How many monitors of a workspace have which status. */
export async function countByStatus(
  db: Queryable,
  workspaceId: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query(counts, [workspaceId])
  return new Map(rows.map(({ status, count }) => [status, count]))
}

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
  select days, coalesce(sum(seconds) filter (where is_good), 0) as "goodSeconds",
    coalesce(sum(seconds), 0) as "countedSeconds",
    coalesce(sum(before) filter (where is_good), 0) as "goodBefore",
    coalesce(sum(before), 0) as "countedBefore"
  from (
    select part.days, spans.status <> 'down' as is_good,
      greatest(0, least(ago_s, part.days * 86400) - until_ago_s) as seconds,
      greatest(0, least(ago_s, part.days * 172800) - greatest(until_ago_s, part.days * 86400)) as before
    from monitors m
    cross join lateral (
      select status, ago_s, lead(ago_s, 1, 0::float8) over (order by at) as until_ago_s
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
    cross join unnest($3::integer[]) as part (days)
    where m.workspace_id = $1 and spans.status in ('up', 'degraded', 'down')
  ) times
  group by days`

/** Of each number of days, up to 30: how long all monitors together were up or degraded, and how long that could be
 *  told. Numbers of days in which nothing counts have no row. */
export async function readOverallTimes(
  db: Queryable,
  workspaceId: number,
  now: Date,
  days: readonly number[],
): Promise<OverallTimeRow[]> {
  return (await db.query(overall, [workspaceId, now, days])).rows
}
