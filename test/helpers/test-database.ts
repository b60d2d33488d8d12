import { randomBytes } from 'node:crypto'
import { createLogger } from '@sightline/shared/logger'
import { DatabaseError } from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../controller/src/db/migrate.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { databaseUrl, dropDatabase, onServer } from './database-server.ts'

/** A migrated, empty database of the test's own. */
export interface TestDatabase {
  readonly url: string
  readonly db: Database
  /** Closes the pool and drops the database, whoever is still connected. */
  readonly close: () => Promise<void>
}

/** The database is being used by others: TimescaleDB's workers look into the template now and then. */
const OBJECT_IN_USE = '55006'

/** Opens a database that nobody else uses: a copy of the migrated template (some 60 ms of a server with
 *  nothing else to do; through the write-ahead log it takes 200), or where the server will not copy it, a new
 *  one that is migrated. Call it once per test file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabaseUrl')
  const templateName = new URL(template).pathname.slice(1)
  const server = databaseUrl(template, 'postgres')
  const name = `${templateName}_${randomBytes(4).toString('hex')}`
  const url = databaseUrl(template, name)
  const log = createLogger('test', 'error')
  try {
    await onServer(server, `create database ${name} template ${templateName} strategy file_copy`)
  } catch (error: unknown) {
    if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE) throw error
    await onServer(server, `create database ${name}`)
    await migrate(url, log)
  }
  const db = openDatabase(url, log)
  return {
    url,
    db,
    async close() {
      await db.close()
      await dropDatabase(server, name)
    },
  }
}
