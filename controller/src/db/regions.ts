import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A location checks can run in. */
export interface RegionRow {
  readonly code: string
  /** A live agent is there. */
  readonly available: boolean
  /** What its live agents can do. */
  readonly capabilities: readonly string[]
}

/** With which settings of monitors the newest of its live agents knows. */
export interface VersionedRegionRow extends RegionRow {
  readonly settingsVersion: number
}

const readAll = sql<VersionedRegionRow>`
  select r.code,
    exists (select from agents a where a.region = r.code and a.left_at is null
      and a.last_seen_at > now() - $1 * interval '1 ms') as available,
    array(select distinct capability
      from agents a cross join unnest(a.capabilities) as capability
      where a.region = r.code and a.left_at is null and a.last_seen_at > now() - $1 * interval '1 ms'
      order by capability) as capabilities,
    coalesce((select max(a.settings_version) from agents a where a.region = r.code and a.left_at is null
      and a.last_seen_at > now() - $1 * interval '1 ms'), 1) as "settingsVersion"
  from regions r
  order by r.code`

/** Every known location, by code. Liveness uses the database's clock, as the agents' own rows do.
 *  @param lostAfterMs silence that makes an agent lost */
export async function readRegions(
  db: Queryable,
  lostAfterMs: number,
): Promise<VersionedRegionRow[]> {
  return (await db.query(readAll, [lostAfterMs])).rows
}

const readCodes = sql<Pick<RegionRow, 'code'>>`select code from regions order by code`

/** The codes of all locations there ever was an agent for, in order. */
export async function readRegionCodes(db: Queryable): Promise<string[]> {
  return (await db.query(readCodes)).rows.map(({ code }) => code)
}
