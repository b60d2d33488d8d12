import type { ListeningAt } from '@sightline/shared/cannot-listen'
import { cannotListen } from '@sightline/shared/cannot-listen'
import { StartError } from './start-error.ts'

/** Turns a port that is taken, or an address that this machine does not have, into a sentence that says which setting
 *  is in the way. */
export async function listening<T>(
  what: string,
  at: ListeningAt,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen()
  } catch (error: unknown) {
    throw new StartError(cannotListen(what, at, error))
  }
}
