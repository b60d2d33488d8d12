import { statfs } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

/** What is left of rows when they are compressed, measured with results 0.13 to 0.2; of images, which are two digits
 *  a byte as text, a little over a half. */
const PACKED = { text: 0.25, bytes: 0.6 }

/** Of the built-in database: max_wal_size, and its files without a row. */
const [MAX_LOG_BYTES, EMPTY_BYTES] = [1.1e9, 0.1e9]

/** Free bytes for whoever has no reserve of the file system. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** How large an archive gets at most, bytes. Pure. */
export function archiveBytes({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce(
    (sum, { textBytes, hasBytes }) => sum + textBytes * (hasBytes ? PACKED.bytes : PACKED.text),
    1_048_576,
  )
}

/** How much of a disk the built-in database takes that an archive is restored into, bytes: rows with their indexes,
 *  the log of what was written, up to its limit, and a database without rows. Pure. */
export function restoredBytes({ tables }: Pick<Manifest, 'tables'>): number {
  const textBytes = tables.reduce((sum, table) => sum + table.textBytes, 0)
  return 1.2 * textBytes + Math.min(1.5 * textBytes, MAX_LOG_BYTES) + EMPTY_BYTES
}

/** @throws BackupError when an archive may not fit into a folder */
export async function refuseTooLittleRoom(folder: string, manifest: Manifest): Promise<void> {
  const [needed, free] = [archiveBytes(manifest), await freeBytes(folder)]
  if (free >= needed) return
  throw new BackupError(
    `The backup may take ${sizeWords(needed)}, and there are ${sizeWords(free)} free in ${folder}: make room, or write it to another disk.`,
  )
}

/** @throws BackupError when a data folder may not hold what is restored */
export async function refuseTooLittleRoomToRestore(
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const [needed, free] = [restoredBytes(manifest), await freeBytes(folder)]
  if (free >= needed) return
  throw new BackupError(
    `The restored database may take ${sizeWords(needed)}, and there are ${sizeWords(free)} free in ${folder}: make room, or set SIGHTLINE_DATA_DIR to a folder on another disk.`,
  )
}

/** For people: "3.4 MB". */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1_000 ** power
  return `${power === 0 ? amount : amount.toFixed(amount < 10 ? 1 : 0)} ${units[power] ?? ''}`
}
