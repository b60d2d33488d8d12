import type { WorkKind } from '@sightline/shared/work-kinds'
import { CrawlBatchOutput, CrawlOpening } from '@sightline/shared/crawl/work'
import { withLogContext } from '@sightline/shared/log-context'
import type { Logger } from '@sightline/shared/logger'
import { setTimeout as delay } from 'node:timers/promises'
import { insertBatch, readCrawlTurns, returnBatch } from '../db/crawl-frontier.ts'
import type { QueuedCrawl } from '../db/crawl-jobs.ts'
import { endCrawl, lockQueuedCrawl } from '../db/crawl-jobs.ts'
import type { Database } from '../db/pool.ts'
import { isPassingTrouble } from '../db/pool.ts'
import { sharerOfKey } from '../limits/sharer.ts'
import type { OpenWork, WorkOutcome } from '../on-demand/open-work.ts'
import { freeBytes } from '../process/free-bytes.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { keepHeapsTight } from '../process/tight-heap.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { openCrawl } from './open-crawl.ts'
import { createSessionRests } from './session-rests.ts'
import { storeBatch } from './store-batch.ts'
import type { TakenBatch } from './take-batch.ts'
import { takeBatch } from './take-batch.ts'

const IDLE_MS = 5_000
/** While crawls run and their hosts are to be left alone for a moment. */
const BUSY_MS = 250
const RETRY_MS = 1_000
/** Sitemaps of a large site. */
const OPENING_TIMEOUT_MS = 90_000
const LEASE_GRACE_MS = 30_000
/** Crawls that are looked at for one that has something to hand out. */
const TURNS = 20
/** How long what an agent brought waits for the database: then somebody else has it. */
const STORE_PATIENCE_MS = 600_000

const GONE: WorkOutcome = { ok: false, code: 'cancelled', message: 'The agent has left.' }

/** Lets this controller's agents crawl. */
export interface CrawlRunner {
  /** There may be something to crawl. */
  readonly look: () => void
  /** Whether somebody here waits for what comes of a batch. */
  readonly isFollowed: (batchId: number) => boolean
  readonly stop: () => Promise<void>
}

/** Whose work it is. */
interface Owner {
  readonly workspaceId: number | null
  readonly keyId: number | null
  readonly isOperators: boolean
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
  /** By the batch. */
  const underWay = new Map<number, Promise<void>>()

  /** Whether an agent is still here, and can take some more. */
  const hasRoom = (session: Session, kind: WorkKind): boolean =>
    sessions.get(session.agentId) === session && work.room(session, kind) > 0

  function send(
    session: Session,
    kind: WorkKind,
    order: { input: unknown; timeoutMs: number },
    { workspaceId, keyId, isOperators }: Owner,
  ): Promise<WorkOutcome> {
    // It may have left since it was chosen: nobody would ever answer.
    if (!hasRoom(session, kind)) return Promise.resolve(GONE)
    const sharer = sharerOfKey({ workspaceId, keyId: keyId ?? 0 })
    const id = newPublicId('wrk')
    return work.send(session, { id, kind, sharer, isOperators, ...order }, stopping.signal)
  }

  /** Tries again while the database is away: what an agent brought is not thrown away for that. */
  async function persist<T>(store: () => Promise<T>): Promise<T | null> {
    const endsAtMs = performance.now() + STORE_PATIENCE_MS
    for (;;) {
      try {
        return await store()
      } catch (error: unknown) {
        if (!isPassingTrouble(error) || performance.now() > endsAtMs) throw error
        if (stopping.signal.aborted) return null
        await delay(RETRY_MS)
      }
    }
  }

  /** Runs beside the loop. */
  function follow(batchId: number, begin: () => Promise<void>): void {
    const letHeapsGrow = keepHeapsTight()
    const followed = withLogContext({ batch: batchId }, () => toItsEnd(batchId, begin())).finally(
      letHeapsGrow,
    )
    underWay.set(batchId, followed)
  }

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
        loop.look()
      })
  }

  /** Work that came to nothing: the agent left, stayed silent, or had too much to do. */
  async function handBack(
    session: Session,
    batchId: number,
    { code, message }: Extract<WorkOutcome, { ok: false }>,
  ): Promise<void> {
    log.debug({ code, message }, 'an agent gave no answer to a part of a crawl')
    await persist(() => returnBatch(db, batchId, code === 'unavailable' || code === 'cancelled'))
    if (code === 'lost' || code === 'cancelled') return
    // An agent that is full, or that cannot, must not get the same again at once.
    rests.handedBack(session)
  }

  async function runBatch(session: Session, batch: TakenBatch): Promise<void> {
    const { batchId, jobId, host, origin, input, timeoutMs } = batch
    const outcome = await send(session, 'crawlBatch', { input, timeoutMs }, batch)
    if (!outcome.ok) {
      await handBack(session, batchId, outcome)
      return
    }
    rests.answered(session)
    const output = CrawlBatchOutput.safeParse(outcome.output)
    const robots = output.success ? output.data.robots : null
    const { bytes } = outcome
    const result = { batchId, jobId, host, origin, robots, bytes: bytes ?? Buffer.alloc(0) }
    const stored = await persist(() => storeBatch(db, result))
    if (bytes !== null) freeBytes(bytes)
    if (stored === null) return
    const { isAllRead, broken } = stored
    if (broken > 0) {
      log.warn({ agent: session.agentId, broken }, 'an agent brought pages that are none')
    }
    if (isAllRead) parts.allRead()
  }

  async function runOpening(session: Session, job: QueuedCrawl, batchId: number): Promise<void> {
    const { settings, url, isBare } = job
    const { userAgent, respectRobots, dropTracking, includeSitemap } = settings
    const input = { url, isBare, userAgent, respectRobots, dropTracking, includeSitemap }
    const order = { input, timeoutMs: OPENING_TIMEOUT_MS }
    const outcome = await send(session, 'crawlOpening', order, job)
    if (!outcome.ok) {
      const isHosts = outcome.code === 'upstreamFailed' || outcome.code === 'forbidden'
      if (isHosts) {
        const error = outcome.message
        await persist(() => endCrawl(db, job.id, { status: 'failed', error }))
      } else await handBack(session, batchId, outcome)
      return
    }
    const opening = CrawlOpening.safeParse(outcome.output)
    if (!opening.success) {
      log.warn({ agent: session.agentId }, 'an agent gave an output that is none')
      const message = 'The answer of the agent makes no sense: it may need an update.'
      await handBack(session, batchId, { ok: false, code: 'upstreamFailed', message })
      return
    }
    const sitemapUrls = (outcome.bytes?.toString('utf8') ?? '').split('\n')
    await persist(() => openCrawl(db, job.id, batchId, { opening: opening.data, sitemapUrls }))
  }

  async function takeOpening(session: Session): Promise<boolean> {
    const { agentId, region } = session
    const taken = await db.transaction(async (tx) => {
      const job = await lockQueuedCrawl(tx, region)
      if (job === null) return null
      const expiresInMs = OPENING_TIMEOUT_MS + LEASE_GRACE_MS
      const to = { jobId: job.id, host: '', controllerId, agentId, expiresInMs }
      return { job, batchId: await insertBatch(tx, to, []) }
    })
    if (taken === null) return false
    follow(taken.batchId, () => runOpening(session, taken.job, taken.batchId))
    return true
  }

  async function takePages(session: Session): Promise<boolean> {
    const { agentId, region } = session
    for (const { id } of await readCrawlTurns(db, [region], TURNS)) {
      const batch = await takeBatch(db, id, { controllerId, agentId })
      if (batch === null) continue
      follow(batch.batchId, () => runBatch(session, batch))
      return true
    }
    return false
  }

  /** Agents that can take some more, the one with the most room first. */
  function freeSessions(kind: 'crawlOpening' | 'crawlBatch'): Session[] {
    return [...sessions.values()]
      .filter(
        (session) =>
          !session.isLeaving &&
          !rests.isResting(session) &&
          session.capabilities.has('crawl') &&
          hasRoom(session, kind),
      )
      .sort((one, other) => work.room(other, kind) - work.room(one, kind))
  }

  async function handOut(): Promise<number> {
    let isBusy = underWay.size > 0
    for (const session of freeSessions('crawlOpening')) {
      if (await takeOpening(session)) isBusy = true
    }
    for (const session of freeSessions('crawlBatch')) {
      while (hasRoom(session, 'crawlBatch') && (await takePages(session))) isBusy = true
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
    isFollowed: (batchId) => underWay.has(batchId),
    async stop() {
      stopping.abort()
      await loop.stop()
      await Promise.allSettled(underWay.values())
    },
  }
}
