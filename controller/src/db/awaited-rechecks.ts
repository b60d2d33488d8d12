import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor of which an answer may still come. */
export interface AwaitedMonitor {
  readonly monitorId: number
  /** UNIX ms. */
  readonly untilMs: number
}

// Each monitor looked up by its keys, and what waits passed over once and looked up in a table of these: by a plan of the
// moment all states of all monitors were read, which took the database more than everything else of a mass outage.
const awaited = sql<AwaitedMonitor>`
  with confirming as materialized (
    select due.monitor_id, m.timeout_ms
    from unnest($1::integer[]) as due (monitor_id)
    cross join lateral (
      select decision from monitor_states s where s.monitor_id = due.monitor_id limit 1
    ) s
    cross join lateral (select timeout_ms from monitors where id = due.monitor_id limit 1) m
    where s.decision ? 'round'
  ), waiting as materialized (
    select region, (payload ->> 'monitorId')::integer as monitor_id
    from work_items
    where kind = 'recheck' and due_at <= to_timestamp($2::float8 / 1000)
      and expires_at > to_timestamp($2::float8 / 1000)
  ), places as materialized (
    select code, exists (
        select from handed_rechecks h where h.region = code and h.scheduled_at_ms > $2::float8 - $3::float8
      ) as is_moving
    from regions
  ), asked as (
    select monitor_id, $2::float8 + $4::float8 as until_ms
    from waiting
    where (monitor_id in (select monitor_id from confirming)) is true
      and (region in (select code from places where is_moving)) is true
    union all
    select confirming.monitor_id, handed.at_ms + confirming.timeout_ms + $5::float8
    from confirming cross join places
    cross join lateral (
      select max(h.scheduled_at_ms) as at_ms from handed_rechecks h
      where h.region = places.code and h.monitor_id = confirming.monitor_id
    ) handed
    where handed.at_ms is not null
  )
  select monitor_id as "monitorId", max(until_ms) as "untilMs"
  from asked
  where until_ms > $2::float8
  group by monitor_id`

/** Of monitors that are being confirmed those of which a recheck waits to be handed out, in a region where others are,
 *  or was handed out and may still be answered.
 *  @param nowMs UNIX ms
 *  @param how.movedWithinMs a region where none was handed out for so long has nobody who does
 *  @param how.againMs when one that waits is looked at again
 *  @param how.slackMs how long after its time limit an answer is waited for */
export async function readAwaited(
  tx: Queryable,
  monitorIds: readonly number[],
  nowMs: number,
  how: { readonly movedWithinMs: number; readonly againMs: number; readonly slackMs: number },
): Promise<AwaitedMonitor[]> {
  const { movedWithinMs, againMs, slackMs } = how
  const values = [numberArray(monitorIds), nowMs, movedWithinMs, againMs, slackMs]
  return (await tx.query(awaited, values)).rows
}
