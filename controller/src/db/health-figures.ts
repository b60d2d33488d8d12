import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What shows whether an installation does its work. */
export interface HealthFigures {
  /** Regions that have monitors to check and no live agent. */
  readonly deadRegions: readonly string[]
  /** For how long nothing was committed of any live agent that has monitors; null: there is no such agent. */
  readonly uncommittedSeconds: number | null
  /** How far the clock of the live agent whose clock is nearest is ahead of the database's, ms; null: there is no live
   *  agent. */
  readonly nearestClockMs: number | null
  /** How long ago the alert that waits longest was due; 0: none waits. */
  readonly oldestAlertSeconds: number
}

const nearestClock = sql<{ nearestClockMs: number }>`
  select clock_offset_ms::float8 as "nearestClockMs" from agents
  where left_at is null and last_seen_at > now() - $1 * interval '1 ms'
  order by abs(clock_offset_ms::float8) limit 1`

/** @param lostAfterMs silence that makes an agent lost */
export async function readNearestClockMs(
  db: Queryable,
  lostAfterMs: number,
): Promise<HealthFigures['nearestClockMs']> {
  const { rows } = await db.query(nearestClock, [lostAfterMs])
  return rows[0]?.nearestClockMs ?? null
}

// Monitors are only looked at for regions without an agent: among 100,000 that takes as long as all else.
const deadRegions = sql<Pick<HealthFigures, 'deadRegions'>>`
  select array(
    select r.code from regions r
    where not exists (
      select from agents a
      where a.region = r.code and a.left_at is null and a.last_seen_at > now() - $1 * interval '1 ms'
    ) and exists (select from monitors m where m.active and r.code = any(m.regions))
    order by r.code
  ) as "deadRegions"`

/** @param lostAfterMs silence that makes an agent lost */
export async function readDeadRegions(
  db: Queryable,
  lostAfterMs: number,
): Promise<HealthFigures['deadRegions']> {
  const { rows } = await db.query(deadRegions, [lostAfterMs])
  return rows[0]?.deadRegions ?? []
}

const read = sql<Pick<HealthFigures, 'uncommittedSeconds' | 'oldestAlertSeconds'>>`
  with live as (
    select covered_through, coalesce((counters ->> 'assignments')::float8, 0) as assignments
    from agents where left_at is null and last_seen_at > now() - $1 * interval '1 ms'
  )
  select
    (select extract(epoch from now() - max(covered_through))::float8 from live where assignments > 0)
      as "uncommittedSeconds",
    coalesce((
      select greatest(extract(epoch from now() - min(due_at)), 0)::float8 from alerts where state = 'queued'
    ), 0) as "oldestAlertSeconds"`

/** @param lostAfterMs silence that makes an agent lost */
export async function readHealthFigures(
  db: Queryable,
  lostAfterMs: number,
): Promise<HealthFigures> {
  const [first] = (await db.query(read, [lostAfterMs])).rows
  if (first === undefined) throw new Error('the database gave no figures')
  return {
    ...first,
    deadRegions: await readDeadRegions(db, lostAfterMs),
    nearestClockMs: await readNearestClockMs(db, lostAfterMs),
  }
}
