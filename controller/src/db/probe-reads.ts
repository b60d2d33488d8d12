import type { Queryable } from './pool.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { kept, sql } from './sql.ts'

/** The latest result of a region. */
export interface LatestResultRow {
  readonly region: string
  readonly lastCheckedAt: Date
  readonly lastStatus: string
  readonly lastError: string | null
  readonly lastResponseMs: number | null
}

const readLatest = kept(sql<LatestResultRow>`
  select region, checked_at as "lastCheckedAt", status as "lastStatus", error as "lastError",
    response_ms as "lastResponseMs"
  from region_states where monitor_id = $1`)

/** The latest result of each region that ever checked a monitor, in no order. */
export async function readLatestResults(
  db: Queryable,
  monitorId: number,
): Promise<LatestResultRow[]> {
  return (await db.query(readLatest, [monitorId])).rows
}

function shifted(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** The failing results of a region in some span, and its last good one there. */
export interface FailureRow {
  readonly region: string
  /** Something failed, be it a confirming check. */
  readonly isFailing: boolean
  /** Scheduled checks that failed. */
  readonly failures: number
  /** When the first of them began; null when there is none. */
  readonly since: Date | null
  /** When its last good check began, null without one: only failures after it are in the row. */
  readonly goodAt: Date | null
}

// The slot is bounded too, so that the days outside the span are passed over. The bounds come as values:
// with "$3 - interval" all days are planned before any is left out (46 ms of 404 days instead of 1).
const readJudged = sql<FailureRow>`
  with judged as materialized (
    select region, checked_at, status, confirmation
    from check_results
    where monitor_id = $1 and region = any($2) and status <> 'unknown'
      and checked_at >= $3 and checked_at < $4
      and scheduled_at >= $5 and scheduled_at < $6
  ), good as (
    select region, max(checked_at) as at from judged where status <> 'down' group by region
  )
  select region,
    count(*) filter (where status = 'down' and not confirmation and is_after) as failures,
    min(checked_at) filter (where status = 'down' and not confirmation and is_after) as since,
    coalesce(bool_or(status = 'down' and is_after), false) as "isFailing",
    good.at as "goodAt"
  from judged
  left join good using (region)
  cross join lateral (select good.at is null or checked_at > good.at) as later (is_after)
  group by region, good.at`

/** The failures of regions since their last good result in a span of time, or since it began where there
 *  is none. A region without a result that says anything has no row.
 *  @param query.from results whose check began then or later
 *  @param query.to and before this instant */
export async function readFailures(
  db: Queryable,
  query: { monitorId: number; regions: readonly string[]; from: Date; to: Date },
): Promise<FailureRow[]> {
  const { monitorId, regions, from, to } = query
  const { rows } = await db.query(readJudged, [
    monitorId,
    regions,
    from,
    to,
    shifted(from, -SLOT_MARGIN_MS),
    shifted(to, SLOT_MARGIN_MS),
  ])
  return rows
}
