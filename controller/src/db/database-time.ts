import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

const readClock = kept(sql<{ nowMs: number }>`
  select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`)

/** What time it is for the database: UNIX ms, with fractions. */
export async function readDatabaseTimeMs(db: Queryable): Promise<number> {
  const { rows } = await db.query(readClock)
  const nowMs = rows[0]?.nowMs
  if (nowMs === undefined) throw new Error('the database did not tell the time')
  return nowMs
}

/** The same as a moment. */
export async function readDatabaseTime(db: Queryable): Promise<Date> {
  return new Date(await readDatabaseTimeMs(db))
}
