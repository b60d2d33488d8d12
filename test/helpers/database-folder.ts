import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. Containers often have 64 MB of it. */
const IN_MEMORY = '/dev/shm'
/** A run keeps up to eight databases' folders of 100 MB. */
const ENOUGH_BYTES = 2 ** 31
/** What statfs says of a folder that is really in memory. */
const TMPFS_MAGIC = 0x01021994

function isRoomyMemory(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { type, bavail, bsize } = statfsSync(IN_MEMORY)
    return type === TMPFS_MAGIC && bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A folder for the files of a PostgreSQL that tests throw away, in memory where this machine has enough:
 *  copying a database of 700 files takes 0.03 s of a processor there, and 0.45 s on a disk. */
export function databaseFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(isRoomyMemory() ? IN_MEMORY : tmpdir(), 'sightline-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
