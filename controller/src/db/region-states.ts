import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { LEARNT_AFTER_MS } from './settings-margin.ts'
import type { SqlPart } from './sql.ts'
import { kept, sql } from './sql.ts'

const LEARNT_AFTER: SqlPart = { sqlPart: `interval '${LEARNT_AFTER_MS} ms'` }

// Of both only what was found by the present settings is weighed. The newest check of a region does not say by which
// it was made: one that began when every agent must have had them was. Each is looked up for itself: planned
// as joins for 6,000 failures all of 100,000 monitors were read, by two more processes that the database began for it.
const passedElsewhere = kept(sql<{ place: number; hosts: number }>`
  select failing.place, count(distinct m.host) as hosts
  from unnest($1::integer[], $2::text[], $3::integer[], $4::float8[], $5::float8[], $6::integer[])
    as failing (place, region, monitor_id, since_ms, last_ms, generation)
  cross join lateral (
    select host, generation, target_changed_at from monitors where id = failing.monitor_id limit 1
  ) m
  cross join lateral (
    select greatest(to_timestamp(failing.since_ms / 1000), m.target_changed_at + ${LEARNT_AFTER}) as since
  ) present
  cross join lateral (
    select from region_states r
    where r.monitor_id = failing.monitor_id and r.region <> failing.region and r.status in ('up', 'degraded')
      and r.checked_at >= present.since
    limit 1
  ) passed
  where case when failing.generation > 0 then failing.generation = m.generation
      else to_timestamp(failing.last_ms / 1000) >= present.since end
  group by failing.place`)

/** Failures of a monitor in a region. Instants are UNIX ms. */
export interface FailingMonitor {
  readonly monitorId: number
  /** When they began, and when the check of the last of them did. */
  readonly sinceMs: number
  readonly lastMs: number
  /** Of the settings they were found by; 0: its agent does not say. */
  readonly generation: number
}

/** Monitors that fail in a region, as one of its agents finds. */
export interface FailingInRegion {
  readonly region: string
  readonly failing: readonly FailingMonitor[]
}

/** Of monitors that fail in a region: how many different hosts the newest check of some other region
 *  passes. A pass from before the failures began says nothing about them, and neither do failures by settings that a
 *  monitor does not have any more.
 *  @returns one number for each of those that are asked about, in their order */
export async function countHostsPassedElsewhere(
  db: Queryable,
  asked: readonly FailingInRegion[],
): Promise<number[]> {
  if (asked.length === 0) return []
  const all = asked.flatMap(({ region, failing }, place) =>
    failing.map((monitor) => ({ ...monitor, place, region })),
  )
  const { rows } = await db.query(passedElsewhere, [
    numberArray(all.map(({ place }) => place)),
    textArray(all.map(({ region }) => region)),
    numberArray(all.map(({ monitorId }) => monitorId)),
    numberArray(all.map(({ sinceMs }) => sinceMs)),
    numberArray(all.map(({ lastMs }) => lastMs)),
    numberArray(all.map(({ generation }) => generation)),
  ])
  const hosts = new Map(rows.map((row) => [row.place, row.hosts]))
  return asked.map((_, place) => hosts.get(place) ?? 0)
}

const passedSince = kept(sql<{ monitorId: number }>`
  select failing.monitor_id as "monitorId"
  from unnest($1::integer[], $2::float8[]) as failing (monitor_id, since_ms)
  where exists (
    select from region_states r
    where r.monitor_id = failing.monitor_id and r.status = 'up'
      and r.checked_at >= to_timestamp(failing.since_ms / 1000))`)

/** Of monitors those of which the newest check of any region passed since a moment.
 *  @param failing each monitor and since when, UNIX ms */
export async function readPassedSince(
  db: Queryable,
  failing: ReadonlyMap<number, number>,
): Promise<number[]> {
  const { rows } = await db.query(passedSince, [
    numberArray([...failing.keys()]),
    numberArray([...failing.values()]),
  ])
  return rows.map((row) => row.monitorId)
}
