import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const passedElsewhere = sql<{ hosts: number }>`
  select count(distinct m.host) as hosts
  from unnest($2::integer[], $3::float8[]) as failing (monitor_id, since_ms)
  join monitors m on m.id = failing.monitor_id
  where exists (
    select from region_states r
    where r.monitor_id = failing.monitor_id and r.region <> $1 and r.status in ('up', 'degraded')
      and r.checked_at >= to_timestamp(failing.since_ms / 1000))`

/** Of monitors that fail in a region: how many different hosts the newest check of some other region
 *  passes. A pass from before the failures began says nothing about them.
 *  @param failing each monitor and when its failures began, UNIX ms */
export async function countHostsPassedElsewhere(
  db: Queryable,
  region: string,
  failing: readonly { readonly monitorId: number; readonly sinceMs: number }[],
): Promise<number> {
  const { rows } = await db.query(passedElsewhere, [
    region,
    numberArray(failing.map(({ monitorId }) => monitorId)),
    numberArray(failing.map(({ sinceMs }) => sinceMs)),
  ])
  return rows[0]?.hosts ?? 0
}
