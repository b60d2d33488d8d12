import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor of which an answer may still come. */
export interface AwaitedMonitor {
  readonly monitorId: number
  /** UNIX ms. */
  readonly untilMs: number
}

// Read once for many monitors: what waits is passed over each time.
const awaited = sql<AwaitedMonitor>`
  with waiting as materialized (
    select region, (payload ->> 'monitorId')::integer as monitor_id
    from work_items
    where kind = 'recheck' and due_at <= to_timestamp($2::float8 / 1000)
      and expires_at > to_timestamp($2::float8 / 1000)
  ), moving as materialized (
    select region from (select distinct region from waiting) of_waiting
    where exists (
      select from handed_rechecks h where h.region = of_waiting.region and h.scheduled_at_ms > $2::float8 - $3::float8)
  ), asked as (
    select monitor_id, $2::float8 + $4::float8 as until_ms from waiting join moving using (region)
    where monitor_id = any($1::integer[])
    union all
    select h.monitor_id, h.scheduled_at_ms + m.timeout_ms + $5::float8
    from handed_rechecks h join monitors m on m.id = h.monitor_id
    where h.monitor_id = any($1::integer[])
  )
  select s.monitor_id as "monitorId", max(asked.until_ms) as "untilMs"
  from asked join monitor_states s on s.monitor_id = asked.monitor_id
  where asked.until_ms > $2::float8 and s.decision ? 'round'
  group by s.monitor_id`

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
