import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor that is in maintenance and should not be, or the other way round. */
export interface MisplacedMonitor {
  readonly monitorId: number
  /** It has to be in maintenance. */
  readonly covered: boolean
}

const misplaced = sql<MisplacedMonitor>`
  with running as materialized (
    select id, all_monitors from maintenance_windows where workspace_id = $1 and running
  ), covered as materialized (
    select m.id from monitors m
    where m.workspace_id = $1 and m.active and exists (select from running where all_monitors)
    union
    select m.id from maintenance_monitors c join monitors m on m.id = c.monitor_id
    where c.window_id in (select id from running) and m.active
  )
  (
    select s.monitor_id as "monitorId", true as covered
    from covered join monitor_states s on s.monitor_id = covered.id
    where not s.in_maintenance
    union all
    select s.monitor_id, false
    from monitor_states s join monitors m on m.id = s.monitor_id
    where s.in_maintenance and m.workspace_id = $1 and m.active
      and not exists (select from covered where covered.id = s.monitor_id)
  )
  order by "monitorId" limit $2`

/** Active monitors of a workspace that running windows cover and that are not in maintenance, or the
 *  other way round, in the order of their ids. */
export async function readMisplacedMonitors(
  tx: Queryable,
  workspaceId: number,
  limit: number,
): Promise<MisplacedMonitor[]> {
  return (await tx.query(misplaced, [workspaceId, limit])).rows
}

const covered = sql<{ monitorId: number }>`
  select asked.id as "monitorId"
  from unnest($2::integer[]) as asked (id)
  where exists (
    select from maintenance_windows w
    where w.workspace_id = $1 and w.running and (w.all_monitors or exists (
      select from maintenance_monitors c where c.window_id = w.id and c.monitor_id = asked.id))
  )`

/** Those of these monitors that a running window covers. */
export async function readCovered(
  tx: Queryable,
  workspaceId: number,
  monitorIds: readonly number[],
): Promise<number[]> {
  const { rows } = await tx.query(covered, [workspaceId, numberArray(monitorIds)])
  return rows.map((row) => row.monitorId)
}

const runNow = sql<unknown>`
  update monitors set run_at = $2 where id = any($1::integer[]) and active`

/** Has these monitors checked at once, beside the grid; those that are paused are not. */
export async function updateMonitorsRunNow(
  tx: Queryable,
  monitorIds: readonly number[],
  at: Date,
): Promise<void> {
  await tx.query(runNow, [numberArray(monitorIds), at])
}
