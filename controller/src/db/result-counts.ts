import type { Queryable } from './pool.ts'
import { rollupsInSegment } from './rollups-in-segment.ts'
import type { RollupSpan } from './rollups.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { sql } from './sql.ts'

/** Which results of a monitor are asked for; null is no filter. */
export interface ResultFilter {
  readonly monitorId: number
  readonly region: string | null
  readonly statuses: readonly string[] | null
}

/** A stretch of time, the end not included. */
export interface CountedSegment {
  readonly from: Date
  readonly to: Date
}

/** How many results of checks began in a stretch of time. */
export interface CountRow {
  readonly fromMs: number
  readonly toMs: number
  readonly checks: number
  /** Of those, what is asked for. */
  readonly matching: number
}

const COLUMNS = 'span_minutes, start_at, checks, up, degraded, down, unknown'

const rolled = sql<Omit<CountRow, 'toMs'> & { spanMinutes: RollupSpan }>`
  select r.span_minutes as "spanMinutes", date_part('epoch', r.start_at) * 1000 as "fromMs",
    sum(r.checks) as checks,
    sum(case when $6::text[] is null then r.checks else
      case when 'up' = any($6) then r.up else 0 end
      + case when 'degraded' = any($6) then r.degraded else 0 end
      + case when 'down' = any($6) then r.down else 0 end
      + case when 'unknown' = any($6) then r.unknown else 0 end
    end) as matching
  from unnest($2::smallint[], $3::timestamptz[], $4::timestamptz[])
    as segment (span_minutes, from_at, to_at)
  ${rollupsInSegment(COLUMNS, '($5::text is null or region = $5)')}
  group by 1, 2`

/** Counts results by the rollups that begin in the given segments, a row for each; those without checks
 *  are left out. */
export async function countRolled(
  db: Queryable,
  { monitorId, region, statuses }: ResultFilter,
  segments: readonly (CountedSegment & { spanMinutes: RollupSpan })[],
): Promise<(CountRow & { spanMinutes: RollupSpan })[]> {
  const { rows } = await db.query(rolled, [
    monitorId,
    segments.map((segment) => segment.spanMinutes),
    segments.map((segment) => segment.from),
    segments.map((segment) => segment.to),
    region,
    statuses,
  ])
  return rows.map((row) => ({ ...row, toMs: row.fromMs + row.spanMinutes * 60_000 }))
}

// The slots are bounded twice, as in rollup-reads.ts: days outside are not even planned.
const raw = sql<CountRow>`
  select date_part('epoch', segment.from_at) * 1000 as "fromMs",
    date_part('epoch', segment.to_at) * 1000 as "toMs", count(*) as checks,
    count(*) filter (where $7::text[] is null or c.status = any($7)) as matching
  from unnest($2::timestamptz[], $3::timestamptz[]) as segment (from_at, to_at)
  join check_results c on c.monitor_id = $1
    and c.checked_at >= segment.from_at and c.checked_at < segment.to_at
    and c.scheduled_at >= segment.from_at - interval '2 minutes'
    and c.scheduled_at < segment.to_at + interval '2 minutes'
  where c.scheduled_at >= $4 and c.scheduled_at < $5 and ($6::text is null or c.region = $6)
  group by 1, 2`

/** Counts results one by one in each of the given segments; those without any are left out.
 *  @param segments one after the other, none over another */
export async function countRaw(
  db: Queryable,
  { monitorId, region, statuses }: ResultFilter,
  segments: readonly CountedSegment[],
): Promise<CountRow[]> {
  const [first] = segments
  const last = segments.at(-1)
  if (first === undefined || last === undefined) return []
  const { rows } = await db.query(raw, [
    monitorId,
    segments.map((segment) => segment.from),
    segments.map((segment) => segment.to),
    new Date(first.from.getTime() - SLOT_MARGIN_MS),
    new Date(last.to.getTime() + SLOT_MARGIN_MS),
    region,
    statuses,
  ])
  return rows
}
