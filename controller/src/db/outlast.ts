import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from './pool.ts'

const RETRY_MS = 250

/** Does what only talks to the database, again and again while that is away.
 *  @param limitMs how long
 *  @param work the same however often it is done
 *  @throws what `work` threw last, after the limit or when the database is not what is wrong */
export async function outlast<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + limitMs
  for (;;) {
    try {
      return await work()
    } catch (error: unknown) {
      if (!isDatabaseUnavailable(error) || performance.now() > untilMs) throw error
      await delay(RETRY_MS)
    }
  }
}
