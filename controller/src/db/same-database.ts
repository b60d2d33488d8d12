import type { Logger } from '@sightline/shared/logger'
import { DatabaseRefusedError } from './database-refused.ts'
import type { Database } from './pool.ts'
import { openDatabase } from './pool.ts'
import { sql } from './sql.ts'

interface Identity {
  readonly name: string
  /** Of this database in this run of its server, and of no other. */
  readonly mark: string
}

const identify = sql<Identity>`
  select datname as name, concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as mark
  from pg_database where datname = current_database()`

/** Refuses a pooler that leads elsewhere than the address of the database does: what is stored would go to one, and what is
 *  migrated, notified and backed up would be the other's.
 *  @param pooled through the pooler
 *  @throws DatabaseRefusedError with what to set */
export async function refuseOtherDatabase(
  url: string,
  pooled: Pick<Database, 'query'>,
  log: Logger,
): Promise<void> {
  const direct = openDatabase(url, log, { max: 1 })
  try {
    const [own] = (await direct.query(identify)).rows
    const [its] = (await pooled.query(identify)).rows
    if (own?.mark === its?.mark) return
    const which =
      own?.name === its?.name
        ? `"${its?.name}" on another server, or one that was started anew just now`
        : `"${its?.name}", not "${own?.name}"`
    throw new DatabaseRefusedError(
      `SIGHTLINE_POOLER_URL leads to the database ${which}: it has to lead to the one that DATABASE_URL leads to`,
    )
  } finally {
    await direct.close()
  }
}
