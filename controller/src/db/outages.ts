import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const end = sql<{ publicId: string }>`
  update outages set ended_at = greatest($2::timestamptz, started_at)
  where monitor_id = any($1::integer[]) and ended_at is null
  returning public_id as "publicId"`

/** Ends every open outage of monitors, of whatever scope: from now on nobody looks.
 *  @returns their ids */
export async function endOutages(
  tx: Queryable,
  monitorIds: readonly number[],
  at: Date,
): Promise<string[]> {
  const { rows } = await tx.query(end, [monitorIds, at])
  return rows.map((row) => row.publicId)
}

// In the order of the index that has them: whose workspace is not known stand together in it.
const fill = sql<never>`
  with page as (
    select id, monitor_id from outages where workspace_id is null
    order by workspace_id, started_at desc, id desc limit $1 for update skip locked
  )
  update outages o set workspace_id = m.workspace_id
  from page join monitors m on m.id = page.monitor_id
  where o.id = page.id`

/** Notes whose the latest outages are of which it is not known.
 *  @returns how many */
export async function fillOutageWorkspaces(db: Queryable, limit: number): Promise<number> {
  return (await db.query(fill, [limit])).rowCount ?? 0
}
