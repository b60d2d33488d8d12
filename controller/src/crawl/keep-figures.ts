import type { Logger } from '@sightline/shared/logger'
import { releaseFigures, takeFigurelessCrawl } from '../db/crawl-figures.ts'
import { finishCrawl } from '../db/crawl-jobs.ts'
import type { Database } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'
import { tellChange } from './schedules/tell-change.ts'

/** Whoever asked for a crawl is not kept waiting for its figures for ever. */
const MAX_FAILURES = 5
/** Figures of a crawl that runs: at the soonest so often, and at most each so many times as long as it ran. */
const DUE = { everyMs: 3_000, share: 0.25 } as const

/** Makes the figures of crawls, one crawl at a time, and ends those that are read through with them.
 *  @param parts.makeFigures what is told of a site as a whole; rejects where that cannot be made
 *  @param parts.goneAfterMs without a sign of another controller, what it was at is made here
 *  @returns makes those of the next crawl: whether there was one */
export function createKeepFigures(parts: {
  readonly db: Database
  readonly controllerId: string
  readonly goneAfterMs: number
  readonly makeFigures: (jobId: number) => Promise<unknown>
  readonly trouble: TroubleLog
  readonly now: () => number
  readonly log: Logger
}): () => Promise<boolean> {
  const { db, controllerId, goneAfterMs, makeFigures, trouble, now, log } = parts
  /** By the crawl whose figures could not be made. */
  const failures = new Map<number, number>()
  /** Crawls that failed since all others had their turn. */
  const setAside = new Set<number>()

  /** @returns whether they are made; null where that failed so often that it is not tried again */
  async function tryFigures(jobId: number): Promise<boolean | null> {
    try {
      await makeFigures(jobId)
      failures.delete(jobId)
      return true
    } catch (error: unknown) {
      const failed = (failures.get(jobId) ?? 0) + 1
      failures.set(jobId, failed)
      trouble.met(error, { crawl: jobId })
      return failed < MAX_FAILURES ? false : null
    }
  }

  async function finish(jobId: number): Promise<void> {
    await db.transaction(async (tx) => {
      if (await finishCrawl(tx, jobId)) await tellChange(tx, jobId, now())
    })
    failures.delete(jobId)
  }

  return async () => {
    const due = { ...DUE, goneAfterMs, except: [...setAside] }
    const taken = await takeFigurelessCrawl(db, controllerId, due)
    if (taken === null) {
      setAside.clear()
      return false
    }
    const { id, isDone } = taken
    const isGivenUp = !isDone && (failures.get(id) ?? 0) >= MAX_FAILURES
    const made = isGivenUp ? null : await tryFigures(id)
    if (made !== true) setAside.add(id)
    if (made === null && isDone) log.error({ crawl: id }, 'a crawl ends without its figures')
    if (made !== false && isDone) await finish(id)
    await releaseFigures(db, id, controllerId)
    return true
  }
}
