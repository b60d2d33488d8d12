import { pipeline } from 'node:stream/promises'
import { adoptRestoredJobs, JOB_COLUMNS, makeRoomForJobs, settleRestored } from '../db/backups.ts'
import { readForeignKeys, readStoredTables, readTriggers, writeSequence } from '../db/catalog.ts'
import { BackupError } from './backup-error.ts'
import type { StoredTable } from './manifest.ts'
import { JOBS } from './manifest.ts'
import { refuseData } from './refuse-data.ts'
import { makeResultDays } from './result-days.ts'
import type { CopyConnection } from './copy-connection.ts'
import { identifier, identifiers, openCopyConnection } from './copy-connection.ts'
import type { Snapshot, TableRows } from './snapshot.ts'
import { sumUp } from './sum-up.ts'

/** Loads a snapshot into a database with the same migrations in which nobody has made anything yet, in one
 *  transaction: all of it is there afterwards, compared with what was read, or nothing.
 *  @throws BackupError when the database is not fit for it, or what was loaded is not what was to be */
export async function load(url: string, snapshot: Snapshot): Promise<void> {
  const connection = await openCopyConnection(url)
  try {
    await connection.run('begin')
    await loadAll(connection, snapshot)
    await connection.run('commit')
    await connection.run('analyze')
  } finally {
    // What is not committed ends with the connection.
    await connection.end()
  }
}

async function loadAll(connection: CopyConnection, { manifest, tables }: Snapshot): Promise<void> {
  const names = (await readStoredTables(connection)).map(({ name }) => identifier(name)).join(', ')
  await connection.run(`lock table ${names} in access exclusive mode`)
  // Asked again with everything locked: a controller may have been started meanwhile.
  await refuseData(connection)
  await connection.run(`truncate ${names} restart identity`)
  await withoutRules(connection, async () => {
    await makeResultDays(connection, manifest.resultDays)
    await makeRoomForJobs(connection)
    const expected = new Map(manifest.tables.map((table) => [table.name, table]))
    for await (const table of tables()) await loadTable(connection, expected, table)
  })
  for (const sequence of manifest.sequences) await writeSequence(connection, sequence)
  for (const table of manifest.tables) await compare(connection, table)
  await adoptRestoredJobs(connection)
  await settleRestored(connection, manifest.wasRunning, new Date(manifest.takenAt))
}

/** Does work while no trigger fires and no reference is looked at: rows are loaded table by table, and what they
 *  brought about has come along. Each reference is then checked as a whole. */
async function withoutRules(connection: CopyConnection, work: () => Promise<void>): Promise<void> {
  const references = await readForeignKeys(connection)
  const triggers = await readTriggers(connection)
  const change = (table: string, what: string): Promise<void> =>
    connection.run(`alter table ${identifier(table)} ${what}`)
  for (const { table, name } of references)
    await change(table, `drop constraint ${identifier(name)}`)
  for (const { table, name } of triggers) await change(table, `disable trigger ${identifier(name)}`)
  await work()
  for (const { table, name } of triggers) await change(table, `enable trigger ${identifier(name)}`)
  for (const { table, name, definition } of references) {
    await change(table, `add constraint ${identifier(name)} ${definition}`)
  }
}

async function loadTable(
  connection: CopyConnection,
  expected: ReadonlyMap<string, StoredTable>,
  { name, rows }: TableRows,
): Promise<void> {
  await pipeline(rows, connection.copyIn(targetOf(expected, name)))
}

function targetOf(expected: ReadonlyMap<string, StoredTable>, name: string): string {
  if (name === JOBS) return `pg_temp.restored_jobs (${identifiers(JOB_COLUMNS)})`
  const table = expected.get(name)
  if (table === undefined) throw new BackupError(`The backup has rows of "${name}" without a word.`)
  return `${identifier(name)} (${identifiers(table.columns)})`
}

async function compare(connection: CopyConnection, table: StoredTable): Promise<void> {
  const { rows, checksum } = await sumUp(connection, table)
  if (rows === table.rows && checksum === table.checksum) return
  throw new BackupError(
    `The table ${table.name} is not what it was: ${rows} rows instead of ${table.rows}${rows === table.rows ? ', with other values' : ''}. Nothing was changed; the backup is damaged, or the server stores values otherwise.`,
  )
}
