import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@sightline/shared/errors'

/** Largest file that is taken, bytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** A file that was received, in a folder that only this program reads: it holds passwords. */
export interface ReceivedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Puts what is sent on disk, as it comes: whatever its size, it takes no more memory than a piece of it.
 *  @throws AppError badRequest when it is empty, or larger than `MAX_FILE_BYTES` */
export async function receiveFile(pieces: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-import-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'file')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      let bytes = 0
      for await (const piece of pieces) {
        bytes += piece.length
        if (bytes > MAX_FILE_BYTES) throw tooLarge()
        await file.write(piece)
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
    throw error
  }
}

function tooLarge(): AppError {
  return new AppError(
    'badRequest',
    `The file is too large: at most ${MAX_FILE_BYTES} bytes (64 MiB) are taken. Of Uptime Kuma's database the history takes the most: empty the tables "heartbeat", "stat_minutely", "stat_hourly" and "stat_daily" of a copy, and then run "vacuum".`,
  )
}
