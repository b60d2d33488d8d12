import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What is monitored now, as far as it takes disk. */
export interface MonitoredLoad {
  readonly checksADay: number
  /** Pairs of a monitor and a region that checks it. */
  readonly series: number
  /** What the database has on disk, bytes. */
  readonly usedBytes: number
}

const read = sql<MonitoredLoad>`
  select coalesce(sum(1440.0 / interval_minutes
      * case check_mode when 'rotate' then 1 else cardinality(regions) end), 0)::float8 as "checksADay",
    coalesce(sum(cardinality(regions)), 0)::float8 as series,
    pg_database_size(current_database())::float8 as "usedBytes"
  from monitors where active`

export async function readMonitoredLoad(db: Queryable): Promise<MonitoredLoad> {
  return (await db.query(read)).rows[0] ?? { checksADay: 0, series: 0, usedBytes: 0 }
}
