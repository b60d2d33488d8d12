import type { Logger } from '@sightline/shared/logger'
import { insertBatch, readCrawlTurns } from '../db/crawl-frontier.ts'
import { lockQueuedCrawl } from '../db/crawl-jobs.ts'
import type { Database } from '../db/pool.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { createCrawlRests } from './crawl-rests.ts'
import { createCrawlErrands, OPENING_TIMEOUT_MS } from './errands.ts'
import { createFollowedBatches } from './followed-batches.ts'
import { createSessionRests } from './session-rests.ts'
import type { TakenBatch } from './take-batch.ts'
import { takeBatch } from './take-batch.ts'

const IDLE_MS = 5_000
/** While crawls run and their hosts are to be left alone for a moment. */
const BUSY_MS = 250
const RETRY_MS = 1_000
const LEASE_GRACE_MS = 30_000
/** Crawls that are looked at for one that has something to hand out. */
const TURNS = 20

/** A full agent is looked at so often for somebody of whom it has nothing, who may have some all the same: it takes a
 *  question more, and batches end by the dozen a second. */
const NEWCOMERS_EVERY_MS = 200

type CrawlKind = 'crawlOpening' | 'crawlBatch'

/** Lets this controller's agents crawl. */
export interface CrawlRunner {
  /** There may be something to crawl. */
  readonly look: () => void
  /** Whether somebody here waits for what comes of a batch. */
  readonly isFollowed: (batchId: number) => boolean
  readonly stop: () => Promise<void>
}

/** Hands out what crawls wait for, and stores what comes of it. Everything that is known of a crawl is in the
 *  database, so any controller goes on where another one ended. */
export function startCrawlRunner(parts: {
  readonly db: Database
  readonly controllerId: string
  readonly sessions: Sessions
  readonly work: OpenWork
  /** Of a crawl everything is read, so that it waits for its figures. */
  readonly allRead: () => void
  readonly log: Logger
}): CrawlRunner {
  const { db, controllerId, sessions, work, log } = parts
  const stopping = new AbortController()
  const trouble = createTroubleLog(log, {
    met: 'crawls could not be handed out',
    over: 'crawls are handed out again',
  })
  const rests = createSessionRests(() => performance.now())
  let newcomersSeenAtMs = -Infinity
  let areNewcomersSeen = false
  const crawlRests = createCrawlRests(() => performance.now())
  const errands = createCrawlErrands({ ...parts, rests, stopping: stopping.signal })
  const batches = createFollowedBatches({ db, ended: () => loop.look(), trouble, log })

  /** Who gets no more of an agent now; null: nobody gets any. */
  function mayNotHave(session: Session, kind: CrawlKind): readonly string[] | null {
    const barred = errands.barred(session, kind)
    return barred === null || barred.length === 0 || areNewcomersSeen ? barred : null
  }

  async function takeOpening(session: Session): Promise<boolean> {
    const { agentId, region } = session
    const barred = mayNotHave(session, 'crawlOpening')
    if (barred === null) return false
    const taken = await db.transaction(async (tx) => {
      const job = await lockQueuedCrawl(tx, region, barred)
      if (job === null) return null
      const expiresInMs = OPENING_TIMEOUT_MS + LEASE_GRACE_MS
      const to = { jobId: job.id, host: '', controllerId, agentId, expiresInMs }
      return { job, batchId: await insertBatch(tx, to, []) }
    })
    if (taken === null) return false
    batches.follow(taken.batchId, () => errands.runOpening(session, taken.job, taken.batchId))
    return true
  }

  async function runPages(session: Session, batch: TakenBatch): Promise<void> {
    try {
      await errands.runBatch(session, batch)
    } finally {
      crawlRests.moved(batch.jobId)
    }
  }

  async function takePages(session: Session): Promise<boolean> {
    const { agentId, region } = session
    for (;;) {
      const barred = mayNotHave(session, 'crawlBatch')
      if (barred === null) return false
      const given = { except: crawlRests.resting(), barred, limit: TURNS }
      const turns = await readCrawlTurns(db, [region], given)
      for (const { id } of turns) {
        const batch = await takeBatch(db, id, { controllerId, agentId })
        if (batch === null) {
          crawlRests.hadNothing(id)
          continue
        }
        crawlRests.moved(id)
        batches.follow(batch.batchId, () => runPages(session, batch))
        return true
      }
      if (turns.length < TURNS) return false
    }
  }

  /** Agents that can take some more, the one with the most room first. */
  function freeSessions(kind: CrawlKind): Session[] {
    return [...sessions.values()]
      .filter(
        (session) =>
          !session.isLeaving &&
          !rests.isResting(session) &&
          session.capabilities.has('crawl') &&
          mayNotHave(session, kind) !== null,
      )
      .sort((one, other) => work.room(other, kind) - work.room(one, kind))
  }

  async function handOut(): Promise<number> {
    const nowMs = performance.now()
    areNewcomersSeen = nowMs - newcomersSeenAtMs >= NEWCOMERS_EVERY_MS
    if (areNewcomersSeen) newcomersSeenAtMs = nowMs
    let isBusy = batches.count() > 0
    for (const session of freeSessions('crawlOpening')) {
      if (await takeOpening(session)) isBusy = true
    }
    for (const session of freeSessions('crawlBatch')) {
      while (await takePages(session)) isBusy = true
    }
    return isBusy ? BUSY_MS : IDLE_MS
  }

  async function round(): Promise<number> {
    try {
      const waitMs = await handOut()
      trouble.over()
      return waitMs
    } catch (error: unknown) {
      trouble.met(error)
      return RETRY_MS
    }
  }

  const loop: Loop = startLoop(round)
  return {
    look: loop.look,
    isFollowed: batches.has,
    async stop() {
      stopping.abort()
      await loop.stop()
      await batches.settled()
    },
  }
}
