import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import type { ResultRow } from './results.ts'
import { sql } from './sql.ts'

// One look into the index for each: the planner may take two thousand rows for a reason to read whole days.
const read = sql<{ place: number }>`
  select r.place::integer
  from unnest($1::integer[], $2::float8[], $3::text[], $4::smallint[])
    with ordinality as r(monitor_id, scheduled_ms, region, attempt, place)
  cross join lateral (
    select from check_results c
    where c.monitor_id = r.monitor_id and c.scheduled_at = to_timestamp(r.scheduled_ms / 1000)
      and c.region = r.region and c.attempt = r.attempt
      and c.scheduled_at between to_timestamp($5::float8 / 1000) and to_timestamp($6::float8 / 1000)
    limit 1) stored`

/** @param rows at least one
 *  @returns which of these results are there */
export async function readStored<
  Row extends Pick<ResultRow, 'monitorId' | 'scheduledAtMs' | 'region' | 'attempt'>,
>(db: Queryable, rows: readonly Row[]): Promise<Row[]> {
  const slots = rows.map((row) => row.scheduledAtMs)
  const { rows: found } = await db.query(read, [
    numberArray(rows.map((row) => row.monitorId)),
    numberArray(slots),
    textArray(rows.map((row) => row.region)),
    numberArray(rows.map((row) => row.attempt)),
    Math.min(...slots),
    Math.max(...slots),
  ])
  return found.flatMap(({ place }) => rows[place - 1] ?? [])
}
