import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import type { Readable } from 'node:stream'
import { isControllerRunning, READ_JOBS, readResultDays } from '../db/backups.ts'
import {
  readMigrations,
  readSequences,
  readServerVersions,
  readStoredTables,
} from '../db/catalog.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { ARCHIVE_FORMAT, JOBS } from './manifest.ts'
import type { CopyConnection } from './copy-connection.ts'
import { identifier, identifiers, openCopyConnection } from './copy-connection.ts'
import { sumUp } from './sum-up.ts'

/** The rows of one table, or {@link JOBS}, in COPY's text format. */
export interface TableRows {
  readonly name: string
  readonly rows: Readable
}

/** Everything of an installation as it was at one moment, to be read once. */
export interface Snapshot {
  readonly manifest: Manifest
  /** In the order of the manifest, the jobs last; each has to be read to its end before the next. */
  readonly tables: () => AsyncIterable<TableRows>
}

/** A snapshot of a database, which goes on being written to. */
export interface DatabaseSnapshot extends Snapshot {
  readonly end: () => Promise<void>
}

/** Takes a snapshot in one transaction, which keeps nobody from anything but from dropping tables.
 *  @param readKeys asked once the transaction has begun: a key that a row of it is sealed with was there by then
 *  @throws BackupError when there is nothing to be taken */
export async function takeSnapshot(
  url: string,
  readKeys: () => Promise<Manifest['keys']>,
): Promise<DatabaseSnapshot> {
  const connection = await openCopyConnection(url)
  try {
    await connection.run('begin isolation level repeatable read read only')
    const manifest = await describe(connection, readKeys)
    return { manifest, tables: () => readTables(connection, manifest), end: connection.end }
  } catch (error: unknown) {
    await connection.end()
    throw error
  }
}

async function describe(
  connection: CopyConnection,
  readKeys: () => Promise<Manifest['keys']>,
): Promise<Manifest> {
  const migrations = await readMigrations(connection)
  if (migrations.length === 0) throw new BackupError('The database holds no installation yet.')
  const { rows } = await connection.query<{ at: Date }>({ text: 'select now() as at' })
  const wasRunning = await isControllerRunning(connection)
  const keys = await readKeys()
  const tables: Manifest['tables'] = []
  for (const { isLogged, ...table } of await readStoredTables(connection)) {
    if (isLogged) tables.push({ ...table, ...(await sumUp(connection, table)) })
  }
  return {
    format: ARCHIVE_FORMAT,
    product: 'Sightline',
    version: SOFTWARE_VERSION,
    takenAt: (rows[0]?.at ?? new Date(0)).toISOString(),
    ...(await readServerVersions(connection)),
    migrations,
    wasRunning,
    keys,
    resultDays: await readResultDays(connection),
    tables,
    sequences: await readSequences(connection),
    jobs: await countJobs(connection),
  }
}

async function countJobs(connection: CopyConnection): Promise<number> {
  const text = `select count(*)::integer as count from (${READ_JOBS}) as jobs`
  return (await connection.query<{ count: number }>({ text })).rows[0]?.count ?? 0
}

async function* readTables(
  connection: CopyConnection,
  { tables }: Manifest,
): AsyncIterable<TableRows> {
  for (const { name, columns } of tables) {
    const query = `select ${identifiers(columns)} from ${identifier(name)}`
    yield { name, rows: connection.copyOut(query) }
  }
  yield { name: JOBS, rows: connection.copyOut(READ_JOBS) }
}
