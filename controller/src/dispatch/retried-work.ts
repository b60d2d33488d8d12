import type { Logger } from '@sightline/shared/logger'
import type { InTurn } from '../process/in-turn.ts'
import { createInTurn } from '../process/in-turn.ts'
import { createTroubleLog } from '../process/trouble-log.ts'

/** Work that tells agents something: one piece after the other, and what failed once more. */
export interface RetriedWork {
  readonly inTurn: InTurn
  /** @param again asks for the work once more, a while after it failed */
  readonly publish: (what: string, work: () => Promise<void>, again: () => void) => void
  /** A round of work that comes again by itself.
   *  @returns how many ms the next may wait: `everyMs`, less when it failed */
  readonly round: (what: string, work: () => Promise<void>, everyMs: number) => Promise<number>
}

const RETRY_MS = 1_000

export function createRetriedWork(log: Logger): RetriedWork {
  const inTurn = createInTurn()
  const trouble = createTroubleLog(log, {
    met: 'assignments could not be published, trying again',
    over: 'assignments are published again',
  })

  /** @returns whether it worked */
  async function attempt(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await inTurn(work)
      trouble.over()
      return true
    } catch (error: unknown) {
      trouble.met(error, { what })
      return false
    }
  }

  return {
    inTurn,
    publish(what, work, again) {
      void attempt(what, work).then((isDone) => {
        if (!isDone) setTimeout(again, RETRY_MS).unref()
      })
    },
    round: async (what, work, everyMs) => ((await attempt(what, work)) ? everyMs : RETRY_MS),
  }
}
