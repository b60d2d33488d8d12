import { makeFolder } from '@sightline/shared/make-folder'
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isUnreadable, SQLITE_CORRUPT } from './damage.ts'
import type { Salvaged } from './salvage.ts'
import { salvage } from './salvage.ts'

const FILE_NAME = 'agent.sqlite'
const SCHEMA_VERSION = 1
const SQLITE_BUSY = 5

/** Pages of 4 KiB after which SQLite empties its log by itself, in the middle of a commit: only where
 *  checkpoints.ts does not come to it. */
const LOG_PAGES = 16_000

const SCHEMA = `
create table facts (
  name text primary key,
  value text not null
) strict, without rowid;

-- check_spec is a probe.v1.CheckSpec; settings in it hold secrets, so the file is mode 0600.
create table assignments (
  monitor_id integer primary key,
  host text not null,
  period_ms integer not null,
  phase_ms integer not null,
  check_spec blob not null,
  covered_from_ms integer not null,
  run_at_ms integer not null,
  done_run_at_ms integer not null
) strict;

-- result is a probe.v1.CheckResult without its sequence. autoincrement: a number is never used
-- twice, also after the newest rows were acknowledged and deleted. checksum is the CRC-32 of
-- result, null where an agent wrote it that knew none.
create table spool (
  sequence integer primary key autoincrement,
  monitor_id integer not null,
  scheduled_at_ms integer not null,
  attempt integer not null,
  result blob not null,
  checksum integer
) strict;

create index spool_slots on spool (scheduled_at_ms) where attempt = 0;

pragma user_version = ${SCHEMA_VERSION};
`

/** The agent's state folder cannot be used; the message is one line for the operator. */
export class StateError extends Error {
  override readonly name = 'StateError'
}

function inUse(folder: string): StateError {
  return new StateError(
    `another agent is running on the state folder ${folder}: stop it first, or give this one another --data-dir`,
  )
}

/** Where an agent keeps its state. */
export function stateFile(folder: string): string {
  return path.join(folder, FILE_NAME)
}

function prepareFile(folder: string, file = stateFile(folder)): string {
  try {
    makeFolder(folder, 0o700)
    chmodSync(folder, 0o700)
    // SQLite gives its -wal file the mode of this one.
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
  } catch (error) {
    throw new StateError(`the state folder ${folder} cannot be written: ${String(error)}`)
  }
  return file
}

/** A state that was found damaged at the start. */
export interface FoundDamage {
  /** Where the damaged file is now. */
  readonly keptAs: string
  /** Rows that could be read, and are there again. */
  readonly saved: Salvaged
}

/** Opens the one file an agent keeps in its state folder, and the folder with it: the file stays
 *  locked until the process ends, however it ends, because the lock is the operating system's.
 *  A commit survives the end of the process, not a power cut: `synchronous = normal` saves an fsync
 *  per commit, and after a power cut the slots since the last checkpoint are lost with the machine
 *  that was to check them. A file that the disk damaged is set aside, and what can be read of it goes into a new one: an agent
 *  must go on checking.
 *  @param found is told of such a file
 *  @throws StateError when another live process holds the folder, or it cannot be written */
export function openState(
  folder: string,
  found: (damage: FoundDamage) => void = () => undefined,
): DatabaseSync {
  takeOverNew(stateFile(folder))
  const file = prepareFile(folder)
  try {
    return openFile(folder, file)
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  const { database, damage } = makeAnew(folder, file)
  found(damage)
  return database
}

/** What a new state is called until it is whole. */
const newOf = (file: string): string => `${file}.new`

/** Where there is no other, a new one is whole: the damaged one was moved out of its way, and its process ended there. */
function takeOverNew(file: string): void {
  if (!existsSync(file) && existsSync(newOf(file))) renameSync(newOf(file), file)
}

/** Puts what can be read of a damaged state into a new one, which then takes its place: ended half way, by a full disk or a kill,
 *  it begins again at the next start.
 *  @throws StateError */
function makeAnew(
  folder: string,
  file: string,
): { readonly database: DatabaseSync; readonly damage: FoundDamage } {
  try {
    const fresh = newOf(file)
    for (const part of ['', '-wal', '-journal']) rmSync(`${fresh}${part}`, { force: true })
    prepareFile(folder, fresh)
    const unfinished = openFile(folder, fresh)
    let saved: Salvaged
    try {
      saved = inTransaction(unfinished, () => salvage(file, unfinished))
    } finally {
      // Its log goes into it.
      unfinished.close()
    }
    const keptAs = setAside(file)
    renameSync(fresh, file)
    return { database: openFile(folder, file), damage: { keptAs, saved } }
  } catch (error) {
    throw new StateError(
      `the state folder ${folder} is damaged, and no new one can be made of what can be read of it: ${String(error)}: make room on its disk, or look at it; to begin without it, take ${FILE_NAME} away`,
    )
  }
}

/** Moves a damaged file out of the way, over the one before, and its log first: it must not be read with the new file.
 *  @returns where it is now */
function setAside(file: string): string {
  const aside = `${file}.damaged`
  for (const part of ['-wal', '']) {
    rmSync(`${aside}${part}`, { force: true })
    try {
      renameSync(`${file}${part}`, `${aside}${part}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return aside
}

/** @throws StateError, or what tells that the file is damaged */
function openFile(folder: string, file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(`
      pragma locking_mode = exclusive;
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma wal_autocheckpoint = ${LOG_PAGES};
    `)
    // Only a write takes the lock.
    database.exec('begin immediate')
    const version = Number(database.prepare('pragma user_version').get()?.['user_version'])
    if (version > SCHEMA_VERSION) {
      throw new StateError(
        `the state folder ${folder} was written by a newer agent: update this one, or give it another --data-dir`,
      )
    }
    if (version < SCHEMA_VERSION) database.exec(SCHEMA)
    else {
      requireWhole(database)
      addChecksums(database)
    }
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`)
    database.exec('commit')
  } catch (error) {
    database.close()
    if (error instanceof StateError || isUnreadable(error)) throw error
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw inUse(folder)
    throw new StateError(`the state folder ${folder} cannot be used: ${String(error)}`)
  }
  return database
}

/** Looks at each page: 12 ms with 10,000 monitors, half a second with a million results.
 *  @throws what SQLite itself would, when it came to the page that is damaged */
function requireWhole(database: DatabaseSync): void {
  const found = database.prepare('pragma quick_check(1)').get()?.['quick_check']
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: SQLITE_CORRUPT })
}

/** Gives the spool of an earlier version its column for checksums. That version writes a state with it as before, so it is none
 *  of a newer schema. */
function addChecksums(database: DatabaseSync): void {
  const columns = database.prepare("select name from pragma_table_info('spool')").all()
  if (columns.some(({ name }) => name === 'checksum')) return
  database.exec('alter table spool add column checksum integer')
}

/** Runs the work in one transaction: all of it is kept, or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate')
  try {
    const value = work()
    database.exec('commit')
    return value
  } catch (error) {
    // A full disk may have rolled back already.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}
