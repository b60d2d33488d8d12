import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createLogger } from '@sightline/shared/logger'
import { migrate } from '../../controller/src/db/migrate.ts'
import type { EmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'
import { databaseFolder } from './database-folder.ts'
import { freePort } from './free-port.ts'

/** Names the folder for the processes of the tests; unset outside of a run. */
const PREPARED = 'SIGHTLINE_TEST_PREPARED_DATABASE'

/** Makes a database and migrates it, once for all tests of the run, of whichever kind. @returns removes it */
export async function setup(): Promise<() => void> {
  if (process.env[PREPARED] !== undefined) return () => undefined
  const { folder, remove } = databaseFolder()
  const server = await startEmbeddedPostgres({ folder, isThrowaway: true })
  try {
    await migrate(server.url, createLogger('test', 'error'))
  } finally {
    await server.stop(2_000)
  }
  process.env[PREPARED] = folder
  return remove
}

/** A PostgreSQL that tests have for themselves. */
export interface OwnPostgres {
  readonly postgres: EmbeddedPostgres
  /** Where its files are. */
  readonly folder: string
  /** Starts it anew once it has ended. */
  readonly start: (preferredPort?: number) => Promise<EmbeddedPostgres>
  readonly remove: () => void
}

/** A PostgreSQL of a test's own, in a copy of the prepared folder where there is one: to make and migrate each anew
 *  takes two seconds of a processor.
 *  @param isBlank without any table, as another version of the program wants it */
export async function openOwnPostgres({ isBlank = false } = {}): Promise<OwnPostgres> {
  const { folder, remove } = databaseFolder()
  const prepared = process.env[PREPARED]
  if (!isBlank && prepared !== undefined && existsSync(prepared)) {
    // PostgreSQL looks at owners and permissions, which Node's own copy loses.
    execFileSync('cp', ['-a', `${prepared}/.`, folder])
  }
  const start = (preferredPort?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      folder,
      isThrowaway: true,
      ...(preferredPort === undefined ? {} : { preferredPort }),
    })
  // None that another test is to come back to.
  return { postgres: await start(await freePort()), folder, start, remove }
}
