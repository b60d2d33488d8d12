import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
    mkdirSync(folder, { recursive: true })
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
  const holderFile = join(folder, 'lock-holder.json')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'lock'))
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    const holder = { pid: process.pid, purpose, since: new Date().toISOString() }
    writeFileSync(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  } catch (error: unknown) {
    lock?.close()
    const reason = messageOf(error)
    if (reason.includes('locked')) {
      throw new StartError(
        `${describeHolder(holderFile)} already uses the data folder ${folder}: stop it first, or set SIGHTLINE_DATA_DIR (and PORT, SIGHTLINE_GRPC_PORT) for a second installation`,
      )
    }
    throw new StartError(
      `The data folder ${folder} cannot be used: ${reason}. It must be writable for the user who starts this program`,
    )
  }
  const held = lock
  return { release: () => held.close() }
}

/** True while some process holds the folder. */
export function isDataFolderHeld(folder: string): boolean {
  if (!existsSync(join(folder, 'lock'))) return false
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('begin exclusive')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}

function describeHolder(holderFile: string): string {
  try {
    const { pid, purpose, since } = JSON.parse(readFileSync(holderFile, 'utf8')) as {
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
