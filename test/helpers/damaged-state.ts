import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { stateFile } from '../../agent/src/state/database.ts'

const PAGE_BYTES = 4_096

/** Overwrites a page of an agent's state, as a disk does that mixes up what it was given.
 *  @param page 0 is the first */
export function damagePage(folder: string, page: number): void {
  const file = openSync(stateFile(folder), 'r+')
  writeSync(file, Buffer.alloc(PAGE_BYTES, 0x55), 0, PAGE_BYTES, PAGE_BYTES * page)
  closeSync(file)
}

/** Pages of the state of an agent that is stopped. */
export function countPages(folder: string): number {
  return statSync(stateFile(folder)).size / PAGE_BYTES
}

/** The page from which all results of an agent are found, which is stopped or was killed. */
export function pageOfResults(folder: string): number {
  const database = new DatabaseSync(stateFile(folder))
  const { page } = database
    .prepare("select rootpage as page from sqlite_schema where name = 'spool'")
    .get() as { page: number }
  // What is in the log yet goes into the file.
  database.close()
  return page - 1
}
