import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What of a monitor its report by location starts from. */
export interface ProbedMonitorRow {
  readonly id: number
  readonly type: string
  readonly regions: readonly string[]
  /** confirmation.quorum: a word or a number. */
  readonly quorum: unknown
  readonly createdAt: Date
}

const findMonitor = sql<ProbedMonitorRow>`
  select id, type, regions, confirmation -> 'quorum' as quorum, created_at as "createdAt"
  from monitors where workspace_id = $1 and public_id = $2`

/** @returns null when the workspace has no such monitor */
export async function findProbedMonitor(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<ProbedMonitorRow | null> {
  const { rows } = await db.query(findMonitor, [workspaceId, publicId])
  return rows[0] ?? null
}

/** What one region found: its latest result of all, and its results of a window. */
export interface ProbeRow {
  readonly region: string
  /** Null, like the others of the latest result, before the first. */
  readonly lastCheckedAt: Date | null
  readonly lastStatus: string | null
  readonly lastError: string | null
  readonly lastResponseMs: number | null
  readonly checks: number
  readonly up: number
  readonly degraded: number
  readonly down: number
  /** Over results that are up or degraded; null without a response time among them. */
  readonly avgResponseMs: number | null
  readonly p95Ms: number | null
}

/** A check begins at most two minutes from its slot (a late slot is skipped after one). */
const SLOT_MARGIN_MS = 120_000

// The slot is bounded too, so that the days outside the window are passed over. The bounds come as
// values: with "$3 - interval" all days are planned before any is left out, and the read of one day
// among 404 took 46 ms where it takes 1 ms so.
const readAll = sql<ProbeRow>`
  select asked.region, latest.checked_at as "lastCheckedAt", latest.status as "lastStatus",
    latest.error as "lastError", latest.response_ms as "lastResponseMs",
    coalesce(found.checks, 0) as checks, coalesce(found.up, 0) as up,
    coalesce(found.degraded, 0) as degraded, coalesce(found.down, 0) as down,
    found.avg_ms as "avgResponseMs", found.p95_ms as "p95Ms"
  from unnest($2::text[]) with ordinality as asked (region, position)
  left join region_states latest on latest.monitor_id = $1 and latest.region = asked.region
  left join (
    select region, count(*) as checks,
      count(*) filter (where status = 'up') as up,
      count(*) filter (where status = 'degraded') as degraded,
      count(*) filter (where status = 'down') as down,
      avg(response_ms) filter (where status in ('up', 'degraded')) as avg_ms,
      percentile_cont(0.95) within group (order by response_ms)
        filter (where status in ('up', 'degraded')) as p95_ms
    from check_results
    where monitor_id = $1 and checked_at >= $3 and checked_at < $4
      and scheduled_at >= $5 and scheduled_at < $6 and region = any($2)
    group by region
  ) found on found.region = asked.region
  order by asked.position`

/** One row for each region, in the order given, also where there is no result.
 *  @param query.from results whose check began then or later
 *  @param query.to and before this instant */
export async function readProbes(
  db: Queryable,
  query: { monitorId: number; regions: readonly string[]; from: Date; to: Date },
): Promise<ProbeRow[]> {
  const { monitorId, regions, from, to } = query
  const { rows } = await db.query(readAll, [
    monitorId,
    regions,
    from,
    to,
    shifted(from, -SLOT_MARGIN_MS),
    shifted(to, SLOT_MARGIN_MS),
  ])
  return rows
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

const readJudged = sql<FailureRow>`
  select region, count(*) filter (where status = 'down') > 0 as "isFailing",
    count(*) filter (where status = 'down' and not confirmation) as failures,
    min(checked_at) filter (where status = 'down' and not confirmation) as since,
    max(checked_at) filter (where status <> 'down') as "goodAt"
  from check_results
  where monitor_id = $1 and scheduled_at >= $4 and scheduled_at < $5 and region = any($2)
    and status <> 'unknown'
    and checked_at > ($3::timestamptz[])[array_position($2, region)]
  group by region`

/** The failures of regions since their last good result, or since `from` where there is none after
 *  it. Slots are looked at in [from, to). A region without a result that says anything has no row. */
export async function readFailures(
  db: Queryable,
  query: { monitorId: number; regions: readonly string[]; from: Date; to: Date },
): Promise<FailureRow[]> {
  const { monitorId, regions, from, to } = query
  const never = regions.map(() => '-infinity')
  const all = (await db.query(readJudged, [monitorId, regions, never, from, to])).rows
  const mixed = all.flatMap(({ region, isFailing, goodAt }) =>
    isFailing && goodAt !== null ? [{ region, goodAt }] : [],
  )
  if (mixed.length === 0) return all
  // Failures from before the good result are among them: counted again, from that on.
  const earliest = new Date(Math.min(...mixed.map(({ goodAt }) => goodAt.getTime())))
  const { rows: later } = await db.query(readJudged, [
    monitorId,
    mixed.map(({ region }) => region),
    mixed.map(({ goodAt }) => goodAt),
    shifted(earliest, -SLOT_MARGIN_MS),
    to,
  ])
  const counted = new Map(later.map((row) => [row.region, row]))
  const none = { isFailing: false, failures: 0, since: null }
  return all.map((row) => {
    if (row.goodAt === null || !row.isFailing) return row
    return { ...row, ...none, ...counted.get(row.region), goodAt: row.goodAt }
  })
}
