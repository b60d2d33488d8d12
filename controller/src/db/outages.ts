import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const end = sql<never>`
  update outages set ended_at = greatest($2::timestamptz, started_at)
  where monitor_id = any($1::integer[]) and ended_at is null`

/** Ends every open outage of monitors, of whatever scope: from now on nobody looks. */
export async function endOutages(
  tx: Queryable,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx.query(end, [monitorIds, at])
}
