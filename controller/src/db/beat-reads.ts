import type { Queryable } from './pool.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { sql } from './sql.ts'

/** What the checks of one monitor came to within one of its intervals. */
export interface BeatRow {
  readonly monitorId: number
  /** Seconds between two checks. */
  readonly intervalSeconds: number
  /** Which interval: it began so many of them after 1970. */
  readonly slot: number
  readonly up: number
  readonly degraded: number
  readonly down: number
  readonly unknown: number
  readonly responseMs: number | null
  readonly failing: readonly string[] | null
}

// One read of its index for each monitor, which "offset 0" keeps apart. The slots are bounded by values too, as in
// rollup-reads.ts. What others were asked to confirm, and what has no say, is no beat.
const read = sql<BeatRow>`
  select asked.id as "monitorId", asked.interval_seconds as "intervalSeconds", beat.slot,
    beat.up, beat.degraded, beat.down, beat.unknown, beat.response_ms as "responseMs", beat.failing
  from (
    select m.id, m.interval_minutes * 60 as interval_seconds,
      $2::timestamptz - (m.interval_minutes * $3::integer) * interval '1 minute' as from_at
    from unnest($1::integer[]) as page (id)
    join monitors m on m.id = page.id
  ) asked
  cross join lateral (
    select floor(date_part('epoch', r.scheduled_at) / asked.interval_seconds)::float8 as slot,
      count(*) filter (where r.status = 'up')::integer as up,
      count(*) filter (where r.status = 'degraded')::integer as degraded,
      count(*) filter (where r.status = 'down')::integer as down,
      count(*) filter (where r.status = 'unknown')::integer as unknown,
      round(avg(r.response_ms))::float8 as response_ms,
      array_agg(distinct r.region) filter (where r.status = 'down') as failing
    from (
      select scheduled_at, region, status, response_ms from check_results c
      where c.monitor_id = asked.id and c.scheduled_at >= asked.from_at
        and c.scheduled_at >= $4 and c.scheduled_at < $5
        and not c.confirmation and c.uncounted is null
      offset 0
    ) r
    group by 1
  ) beat
  order by asked.id, beat.slot`

/** The intervals of some monitors in which they were checked, the earliest first.
 *  @param count how many intervals at most, the present one aside
 *  @param maxDays how far back they may lie */
export async function readBeats(
  db: Queryable,
  monitorIds: readonly number[],
  { now, count, maxDays }: { now: Date; count: number; maxDays: number },
): Promise<BeatRow[]> {
  const { rows } = await db.query(read, [
    monitorIds,
    now,
    count,
    new Date(now.getTime() - maxDays * 86_400_000),
    new Date(now.getTime() + SLOT_MARGIN_MS),
  ])
  return rows
}
