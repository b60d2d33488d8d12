import { makeFolder } from '@sightline/shared/make-folder'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../process/start-error.ts'

/** The right to use a data folder, held by one process at a time. */
export interface DataFolderHold {
  readonly release: () => void
}

/** Makes the data folder where it is missing. What it holds is each closed to others; the folder
 *  itself lets the account that runs PostgreSQL pass through when root makes it.
 *  @throws StartError */
export function makeDataFolder(folder: string): void {
  try {
    if (existsSync(folder)) return
    makeFolder(folder)
    chmodSync(folder, process.geteuid?.() === 0 ? 0o711 : 0o700)
  } catch (error: unknown) {
    throw new StartError(`The data folder cannot be made: ${messageOf(error)}`)
  }
}

/** Takes the folder. The lock is the kernel's (SQLite's lock on a file), so it ends with the process,
 *  however that ends.
 *  @param purpose who asks, for the one who comes second: "npm start"
 *  @throws StartError naming the holder */
export function holdDataFolder(folder: string, purpose: string): DataFolderHold {
  let lock: DatabaseSync | undefined
  try {
    requireRights(folder)
    closeToOthers(lockFile(folder))
    lock = new DatabaseSync(lockFile(folder))
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    const holder = { pid: process.pid, purpose, since: new Date().toISOString() }
    writeFileSync(holderFile(folder), `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  } catch (error: unknown) {
    lock?.close()
    const reason = messageOf(error)
    if (reason.includes('locked')) {
      throw new StartError(
        `${describeHolder(holderFile(folder))} already uses the data folder ${folder}: stop it first, or set SIGHTLINE_DATA_DIR (and PORT, SIGHTLINE_GRPC_PORT) for a second installation`,
      )
    }
    throw notUsable(folder, reason)
  }
  const held = lock
  return { release: () => held.close() }
}

/** True while some process holds the folder.
 *  @throws StartError where it is not for the user who asks */
export function isDataFolderHeld(folder: string): boolean {
  if (!existsSync(lockFile(folder))) return false
  try {
    requireRights(folder)
  } catch (error: unknown) {
    throw notUsable(folder, messageOf(error))
  }
  const lock = new DatabaseSync(lockFile(folder))
  try {
    lock.exec('begin exclusive')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}

const lockFile = (folder: string): string => join(folder, 'lock')

const holderFile = (folder: string): string => join(folder, 'lock-holder.json')

/** Nobody else may write what is said of the holder, so that tells whose folder it is: SQLite takes a lock for held
 *  that it may not write. The lock itself is not opened: a process that closes it once has let go of it.
 *  @throws where the present user may not write */
function requireRights(folder: string): void {
  closeSync(openSync(holderFile(folder), 'a', 0o600))
}

/** Leaves the lock to its owner alone: whoever can read it can keep it from others. */
function closeToOthers(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const { uid, mode } = statSync(file)
  if (uid === process.geteuid?.() && (mode & 0o077) !== 0) chmodSync(file, 0o600)
}

function notUsable(folder: string, reason: string): StartError {
  return new StartError(
    `The data folder ${folder} cannot be used: ${reason}. It must be writable for the user who starts this program`,
  )
}

function describeHolder(file: string): string {
  try {
    const { pid, purpose, since } = JSON.parse(readFileSync(file, 'utf8')) as {
      pid: number
      purpose: string
      since: string
    }
    return `"${purpose}" (process ${pid}, since ${since})`
  } catch {
    return 'Another process'
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
