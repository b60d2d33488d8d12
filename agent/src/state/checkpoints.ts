import type { Logger } from '@sightline/shared/logger'
import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

const LOOK_EVERY_MS = 5_000

/** Rows written that are worth a move: about 15 s of an agent with 10,000 monitors a minute. */
const WORTH_ROWS = 5_000

/** Moves what was written from SQLite's log into its file. Left to itself, SQLite does this in the middle
 *  of a commit and waits for the disk twice, first for megabytes of log: 10 to 50 ms, on a busy disk near
 *  a second, in which no check begins. Here a thread of the pool has waited for the log before: what is
 *  left takes 1 to 7 ms. (The log has no locks of the system's, which closing a file would drop.)
 *  @param file of the database, which is in WAL mode
 *  @throws when the disk refuses; nothing is lost then, and the next time moves it all */
export async function moveWritten(database: DatabaseSync, file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r')
  try {
    await log.datasync()
  } finally {
    await log.close()
  }
  if (database.isOpen) database.exec('pragma wal_checkpoint(passive)')
}

/** Does that whenever much was written. @returns ends it */
export function startCheckpoints(database: DatabaseSync, file: string, log: Logger): () => void {
  const changes = database.prepare('select total_changes() as rows')
  let movedRows = 0
  let isMoving = false

  async function look(): Promise<void> {
    const rows = Number(changes.get()?.['rows'])
    if (isMoving || rows - movedRows < WORTH_ROWS) return
    isMoving = true
    try {
      await moveWritten(database, file)
      movedRows = rows
    } catch (error) {
      // The spool tells the operator of a disk that refuses.
      log.debug({ err: error }, "the state's log cannot be moved")
    } finally {
      isMoving = false
    }
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
