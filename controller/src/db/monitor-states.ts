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

// The rows are locked before the timeline is read, so a verdict committed meanwhile by the ingest comes
// first on it; an instant before that one would put the entries out of order. They are locked in the
// order the ingest locks them in.
const setStatuses = sql<never>`
  with locked as materialized (
    select monitor_id from monitor_states
    where monitor_id = any($1::integer[])
    order by monitor_id
    for no key update
  ), state as (
    update monitor_states s set
      status = $3,
      status_since = greatest($2::timestamptz, s.status_since), status_reason = null,
      decision = '{}', in_maintenance = false, flapping = false, look_at = null
    from locked
    where s.monitor_id = locked.monitor_id
    returning s.monitor_id, s.status_since, s.status
  )
  insert into state_changes as c (monitor_id, at, status)
  select monitor_id, status_since, status from state
  on conflict (monitor_id, at) do update set status = excluded.status, reason = null`

/** Gives monitors a status that people decide (paused, pending); the decision rule starts afresh,
 *  outside of any maintenance. */
export async function setMonitorStatuses(
  tx: Queryable,
  monitorIds: readonly number[],
  status: 'paused' | 'pending',
  at: Date,
): Promise<void> {
  await tx.query(setStatuses, [monitorIds, at, status])
}
