import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const initial = sql<unknown>`
  with state as (
    insert into monitor_states (monitor_id, status, status_since) values ($1, 'pending', $2)
  )
  insert into state_changes (monitor_id, at, status) values ($1, $2, 'pending')`

/** A new monitor has no verdict yet, and its timeline begins with that. */
export async function insertInitialState(
  tx: Queryable,
  monitorId: number,
  at: Date,
): Promise<void> {
  await tx.query(initial, [monitorId, at])
}

// The row is locked by the update before the timeline is read, so a verdict committed meanwhile by
// the ingest comes first on it; an instant before that one would put the entries out of order.
const setStatus = sql<unknown>`
  with state as (
    update monitor_states set
      status = case when $3 = 'pending' and in_maintenance then 'maintenance' else $3 end,
      status_since = greatest($2::timestamptz, status_since), status_reason = $4,
      decision = '{}', flapping = false, look_at = null
    where monitor_id = $1
    returning monitor_id, status_since, status
  )
  insert into state_changes as c (monitor_id, at, status, reason)
  select monitor_id, status_since, status, $4 from state
  on conflict (monitor_id, at) do update set status = excluded.status, reason = excluded.reason`

/** Gives a monitor a status that people decide (paused, pending); the decision rule starts afresh. One
 *  that is resumed during its maintenance is in maintenance. */
export async function setMonitorStatus(
  tx: Queryable,
  change: { monitorId: number; at: Date; status: 'paused' | 'pending'; reason: string | null },
): Promise<void> {
  await tx.query(setStatus, [change.monitorId, change.at, change.status, change.reason])
}
