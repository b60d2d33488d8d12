import type { Logger } from '@sightline/shared/logger'
import { DatabaseRefusedError } from './database-refused.ts'
import { hypertableProblem } from './hypertable.ts'

/** A connection, of which one statement after another is asked. */
export interface Connection {
  readonly query: (statement: string) => Promise<{ readonly rows: readonly unknown[] }>
}

interface ExtensionRow {
  readonly installed: string | null
  readonly version: string
  readonly license: string | null
}

async function readLicense(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query(
    `select current_setting('timescaledb.license', true) as license`,
  )
  return (rows[0] as { license: string | null } | undefined)?.license ?? null
}

/** Creates it, and takes that back where it turns out to be one that results cannot be kept in: a server that
 *  preloads the library tells its edition only once a database has the extension.
 *  @returns what is wrong with it, or null when it is there */
async function tryExtension(connection: Connection): Promise<string | null> {
  await connection.query('begin')
  await connection.query('create extension timescaledb')
  const problem = hypertableProblem(await readLicense(connection))
  await connection.query(problem === null ? 'commit' : 'rollback')
  return problem
}

/** Creates the TimescaleDB extension where the server has it. Without it, or without the right to
 *  create it, and with its Apache edition, results are kept in daily partitions of plain PostgreSQL.
 *  @param connection of its own: a server that did not preload the library ends the one that asks
 *  @throws DatabaseRefusedError when the database has it already, and results cannot be kept in it */
export async function createTimescaleExtension(connection: Connection, log: Logger): Promise<void> {
  try {
    const { rows } = await connection.query(
      `select installed_version as installed, default_version as version,
         current_setting('timescaledb.license', true) as license
       from pg_available_extensions where name = 'timescaledb'`,
    )
    const extension = rows[0] as ExtensionRow | undefined
    if (extension === undefined) return
    const known = hypertableProblem(extension.license)
    if (extension.installed !== null) {
      if (known === null) return
      throw new DatabaseRefusedError(
        `TimescaleDB cannot be used here: ${known}. Have a superuser run "drop extension timescaledb" in this database, and results go into plain daily partitions`,
      )
    }
    const problem = known ?? (await tryExtension(connection))
    if (problem !== null) {
      log.info({ reason: problem }, 'TimescaleDB is not used: results go into daily partitions')
      return
    }
    log.info({ version: extension.version }, 'created the TimescaleDB extension')
  } catch (error: unknown) {
    if (error instanceof DatabaseRefusedError) throw error
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'TimescaleDB is installed but could not be created in this database, so results go into plain daily partitions. To use it, preload the library and let a superuser run "create extension timescaledb" before the first start',
    )
  }
}
