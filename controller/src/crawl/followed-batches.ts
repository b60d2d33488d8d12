import { withLogContext } from '@sightline/shared/log-context'
import type { Logger } from '@sightline/shared/logger'
import { returnBatch } from '../db/crawl-frontier.ts'
import type { Database } from '../db/pool.ts'
import { keepHeapsTight } from '../process/tight-heap.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

/** Batches that agents of this controller have, each followed to its end. */
export interface FollowedBatches {
  /** @param begin does what is to be done with it, and resolves when it is over */
  readonly follow: (batchId: number, begin: () => Promise<void>) => void
  readonly has: (batchId: number) => boolean
  readonly count: () => number
  /** Resolves when those that are followed now are at their ends. */
  readonly settled: () => Promise<unknown>
}

/** @param given.ended called after each */
export function createFollowedBatches(given: {
  readonly db: Database
  readonly ended: () => void
  readonly trouble: TroubleLog
  readonly log: Logger
}): FollowedBatches {
  const { db, ended, trouble, log } = given
  const underWay = new Map<number, Promise<void>>()

  /** What fails by a bug gives the batch back, and it fails again until its tries are over. */
  function toItsEnd(batchId: number, doing: Promise<void>): Promise<void> {
    return doing
      .catch(async (error: unknown) => {
        log.error({ err: error }, 'what an agent brought of a crawl could not be stored')
        await returnBatch(db, batchId, false)
      })
      .catch((error: unknown) => trouble.met(error))
      .finally(() => {
        underWay.delete(batchId)
        ended()
      })
  }

  return {
    follow(batchId, begin) {
      const letHeapsGrow = keepHeapsTight()
      const followed = withLogContext({ batch: batchId }, () => toItsEnd(batchId, begin()))
      underWay.set(batchId, followed.finally(letHeapsGrow))
    },
    has: (batchId) => underWay.has(batchId),
    count: () => underWay.size,
    settled: () => Promise.allSettled(underWay.values()),
  }
}
