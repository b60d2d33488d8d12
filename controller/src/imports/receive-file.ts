import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@sightline/shared/errors'
import type { DiskRoom } from './disk-room.ts'

/** Largest text that is taken, bytes: it is held as a whole. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024
/** Largest database, of which only some tables are read: history makes them large. */
const MAX_DATABASE_BYTES = 256 * 1024 * 1024

/** How databases begin. */
const MAGIC = 'SQLite format 3'

/** A file that was received, in a folder that only this program reads: it holds passwords. */
export interface ReceivedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Puts what is sent on disk, as it comes: whatever its size, it takes no more memory than a piece of it.
 *  @throws AppError badRequest when it is empty, or too large for what it is; unavailable when there is no room for it */
export async function receiveFile(
  pieces: AsyncIterable<Uint8Array>,
  room: DiskRoom,
): Promise<ReceivedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-import-'))
  const share = room.open()
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    share.leave()
  }
  const path = join(folder, 'file')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      let bytes = 0
      let isDatabase = false
      for await (const piece of pieces) {
        if (bytes === 0) isDatabase = isSqlite(piece)
        bytes += piece.length
        if (bytes > (isDatabase ? MAX_DATABASE_BYTES : MAX_TEXT_BYTES)) throw tooLarge(isDatabase)
        share.take(piece.length)
        // All of it: to write once may write a part and say nothing, where the disk is full.
        await file.appendFile(piece)
      }
      if (bytes === 0) {
        throw new AppError('badRequest', 'The body is empty: send the file to import as it is.')
      }
    } finally {
      await file.close()
    }
    return { path, remove }
  } catch (error: unknown) {
    await remove()
    throw isDiskFull(error) ? diskFull() : error
  }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const diskFull = (): AppError =>
  new AppError(
    'unavailable',
    'The disk for files that are imported is full: whoever runs this installation has to make room (TMPDIR says where it is).',
  )

/** By its first bytes; where they come one by one it is taken for a text. */
function isSqlite(piece: Uint8Array): boolean {
  return (
    Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1', 0, 15) === MAGIC
  )
}

function tooLarge(isDatabase: boolean): AppError {
  return new AppError(
    'badRequest',
    isDatabase
      ? 'The database is too large: at most 256 MiB are taken. Its history takes the most: empty the tables "heartbeat", "stat_minutely", "stat_hourly" and "stat_daily" of a copy, and then run "vacuum". The command line (npm run cli -- import FILE) takes it as it is.'
      : 'The file is too large: at most 64 MiB are taken. Split it.',
  )
}
