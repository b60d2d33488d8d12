import type { Logger } from '@sightline/shared/logger'
import type { Queryable } from '../../db/pool.ts'
import { readReachNote } from './reach-note.ts'

/** The line about alerts that is told at the start; null when everybody is told, or it cannot be found out
 *  now: it keeps nobody from starting. */
export async function tellWhoIsReached(
  db: Queryable,
  how: { readonly canMail: boolean; readonly confirmsOwn: boolean },
  log: Logger,
): Promise<string | null> {
  try {
    const note = await readReachNote(db, how)
    if (note !== null) log.warn(note)
    return note
  } catch (error: unknown) {
    log.warn({ err: error }, 'whom alerts reach could not be found out')
    return null
  }
}
