import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

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

// Agents are passed over once for all regions: three times for each region, 2,000 of them took the database 46 ms.
const readAll = kept(sql<VersionedRegionRow>`
  with alive as materialized (
    select region, capabilities, max(settings_version) as settings_version
    from agents
    where left_at is null and last_seen_at > now() - $1 * interval '1 ms'
    group by region, capabilities
  )
  select r.code,
    exists (select from alive where alive.region = r.code) as available,
    array(select distinct capability from alive cross join unnest(alive.capabilities) as capability
      where alive.region = r.code order by capability) as capabilities,
    coalesce((select max(settings_version) from alive where alive.region = r.code), 1) as "settingsVersion"
  from regions r
  order by r.code`)

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
