import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import type { Runner } from 'graphile-worker'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

const RESTART_DELAY_MS = 5_000

/** Starts a worker, and starts it again whenever it gives up, as it does when its database stays away, until it is
 *  stopped.
 *  @param given.stopping aborted by then
 *  @param given.restartDelayMs left out: as usual
 *  @throws what the first start fails with, unless the database is away: it must not take other workers with it */
export async function keepRunning(
  start: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  given: { stopping: AbortController; trouble: TroubleLog; log: Logger; restartDelayMs?: number },
): Promise<Pick<Runner, 'stop'>> {
  const { stopping, trouble, log, restartDelayMs = RESTART_DELAY_MS } = given
  let runner = await start().catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
    trouble.met(error)
    return null
  })

  async function startAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        runner = await start()
        return
      } catch {
        // The database is still away; the first failure was logged.
      }
    }
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runner?.promise
      } catch (error: unknown) {
        log.warn({ err: error }, 'background jobs stopped, starting them again')
      }
      await startAgain()
    }
  }

  const kept = keep()
  return {
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => undefined)
      await kept
    },
  }
}
