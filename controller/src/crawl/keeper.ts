import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readBatchesOf, returnBatch, returnLostBatches } from '../db/crawl-frontier.ts'
import { isAnyCrawlOpen, moveCrawlToRegion, readLonelyCrawls } from '../db/crawl-jobs.ts'
import type { Database } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import type { PreferRegions } from '../on-demand/prefer-regions.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import { createKeepFigures } from './keep-figures.ts'

const ROUND_MS = 1_000
/** While nobody crawls; whoever asks for a crawl has it opened without this. */
const IDLE_MS = 5_000
/** Regions are looked at so often. */
const REGIONS_EVERY_MS = 15_000
/** A controller that is gone for so long does not come back to its batches: it notes every second that it
 *  lives. */
const CONTROLLER_GONE_MS = 15_000
/** For so long a batch may be ours that nobody here follows: between the commit and its answer lies less. */
const UNFOLLOWED_MS = 5_000

/** Looks after crawls: what was lost with an agent or a controller is handed out again, figures are made, and a
 *  crawl whose region is gone moves to another.
 *  @param parts.makeFigures what is told of a site as a whole; rejects where that cannot be made */
export function startCrawlKeeper(parts: {
  readonly db: Database
  readonly controllerId: string
  readonly preferRegions: PreferRegions
  readonly makeFigures: (jobId: number) => Promise<unknown>
  /** Whether this controller waits for what comes of a batch. */
  readonly isFollowed: (batchId: number) => boolean
  /** There is something to hand out again. */
  readonly look: () => void
  readonly now: () => number
  readonly log: Logger
}): Loop {
  const { db, controllerId, preferRegions, isFollowed, look, log } = parts
  const trouble = createTroubleLog(log, {
    met: 'crawls could not be looked after',
    over: 'crawls are looked after again',
  })
  let regionsSeenAtMs = -Infinity
  /** Batches of this controller that nobody waits for, and since when. */
  const unfollowedSince = new Map<number, number>()
  const keepFigures = createKeepFigures({ ...parts, goneAfterMs: CONTROLLER_GONE_MS, trouble })

  /** Hands back what was taken by this controller and is known to nobody here: the way to the database broke between
   *  a commit and its answer, or while it was handed back. */
  async function returnUnfollowed(): Promise<void> {
    const ids = new Set((await readBatchesOf(db, controllerId)).filter((id) => !isFollowed(id)))
    for (const id of unfollowedSince.keys()) if (!ids.has(id)) unfollowedSince.delete(id)
    for (const id of ids) {
      const sinceMs = unfollowedSince.get(id) ?? performance.now()
      unfollowedSince.set(id, sinceMs)
      if (performance.now() - sinceMs < UNFOLLOWED_MS) continue
      log.info({ batch: id }, 'a part of a crawl that nobody waited for is handed out again')
      await returnBatch(db, id, false)
    }
  }

  async function findRegions(): Promise<void> {
    if (performance.now() - regionsSeenAtMs < REGIONS_EVERY_MS) return
    const regions = await readRegions(db, AGENT_LOST_AFTER_MS)
    const able = regions
      .filter(({ available, capabilities }) => available && capabilities.includes('crawl'))
      .map(({ code }) => code)
    if (able.length > 0) {
      for (const { id, host } of await readLonelyCrawls(db, able)) {
        const [nearest] = await preferRegions(able, host, null)
        if (nearest !== undefined) await moveCrawlToRegion(db, id, nearest)
      }
    }
    regionsSeenAtMs = performance.now()
  }

  async function round(): Promise<number> {
    try {
      if (!(await isAnyCrawlOpen(db))) {
        trouble.over()
        return IDLE_MS
      }
      await returnLostBatches(db, CONTROLLER_GONE_MS, controllerId)
      await returnUnfollowed()
      await findRegions()
      const wereMade = await keepFigures()
      look()
      trouble.over()
      // One crawl's at a time: large ones take ten seconds, and what is lost meanwhile is handed out again in between.
      if (wereMade) return 0
    } catch (error: unknown) {
      trouble.met(error)
    }
    return ROUND_MS
  }

  return startLoop(round)
}
