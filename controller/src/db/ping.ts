import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const ping = sql<unknown>`select 1`

/** Returns when the database answers, and throws when it does not. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.query(ping)
}
