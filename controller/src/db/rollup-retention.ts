import type { Queryable } from './pool.ts'
import type { RollupSpan } from './rollups.ts'
import { sql } from './sql.ts'

const findLast = sql<{ id: number }>`
  select greatest(0, (select max(monitor_id) from check_rollups where span_minutes = 15),
    (select max(monitor_id) from packed_hours)) as id`

/** The highest number of a monitor that has rollups or packed hours, 0 without any. */
export async function findLastRolledUp(db: Queryable): Promise<number> {
  return (await db.query(findLast)).rows[0]?.id ?? 0
}

const removeOld = sql<unknown>`
  delete from check_rollups r
  using generate_series($1::integer, $2::integer) as monitor (id)
  where r.span_minutes = $3 and r.monitor_id = monitor.id and r.start_at < $4`

/** Removes the rollups of one span that began before an instant.
 *  @param range numbers of monitors, both included */
export async function deleteOldRollups(
  db: Queryable,
  range: { fromId: number; toId: number },
  spanMinutes: RollupSpan,
  before: Date,
): Promise<void> {
  await db.query(removeOld, [range.fromId, range.toId, spanMinutes, before])
}

const findGone = sql<{ id: number }>`
  select monitor.id
  from generate_series($1::integer, $2::integer) as monitor (id)
  where not exists (select from monitors m where m.id = monitor.id)
    and exists (
      select from unnest('{15,60,1440}'::smallint[]) as span (minutes)
      cross join lateral (
        select from check_rollups r
        where r.span_minutes = span.minutes and r.monitor_id = monitor.id limit 1
      ) found
    )`

/** Monitors that are deleted and still have rollups.
 *  @param range numbers of monitors, both included */
export async function findDeletedMonitors(
  db: Queryable,
  range: { fromId: number; toId: number },
): Promise<number[]> {
  const { rows } = await db.query(findGone, [range.fromId, range.toId])
  return rows.map((row) => row.id)
}

const removeOf = sql<unknown>`
  delete from check_rollups where span_minutes = $1 and monitor_id = $2`

/** Removes the rollups of one span of one monitor: up to some hundred thousand rows. */
export async function deleteRollupsOfMonitor(
  db: Queryable,
  spanMinutes: RollupSpan,
  monitorId: number,
): Promise<void> {
  await db.query(removeOf, [spanMinutes, monitorId])
}
