import type { WorkKind } from '@sightline/shared/work-kinds'
import { CrawlBatchOutput, CrawlOpening } from '@sightline/shared/crawl/work'
import type { Logger } from '@sightline/shared/logger'
import { setTimeout as delay } from 'node:timers/promises'
import { returnBatch } from '../db/crawl-frontier.ts'
import type { QueuedCrawl } from '../db/crawl-jobs.ts'
import { endCrawl } from '../db/crawl-jobs.ts'
import type { Database } from '../db/pool.ts'
import { isPassingTrouble } from '../db/pool.ts'
import { sharerOfKey } from '../limits/sharer.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { WorkOutcome } from '../on-demand/work-outcome.ts'
import { freeBytes } from '../process/free-bytes.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { openCrawl } from './open-crawl.ts'
import type { SessionRests } from './session-rests.ts'
import { storeBatch } from './store-batch.ts'
import type { TakenBatch } from './take-batch.ts'

const RETRY_MS = 1_000
/** Sitemaps of a large site. */
export const OPENING_TIMEOUT_MS = 90_000
/** How long what an agent brought waits for the database: then somebody else has it. */
const STORE_PATIENCE_MS = 600_000

const GONE: WorkOutcome = { ok: false, code: 'cancelled', message: 'The agent has left.' }

/** Whose work it is. */
interface Owner {
  readonly workspaceId: number | null
  readonly keyId: number | null
  readonly isOperators: boolean
}

/** What agents are sent for, from the order until what they brought is stored. */
export interface CrawlErrands {
  /** Who may get no more of a kind from an agent; null: nobody may, or it is here no more. */
  readonly barred: (session: Session, kind: WorkKind) => readonly string[] | null
  /** Fetches pages. */
  readonly runBatch: (session: Session, batch: TakenBatch) => Promise<void>
  /** Looks up what a crawl begins with: where its address leads, its rules and sitemaps. */
  readonly runOpening: (session: Session, job: QueuedCrawl, batchId: number) => Promise<void>
}

/** @param parts.stopping nothing is waited for once it is aborted */
export function createCrawlErrands(parts: {
  readonly db: Database
  readonly sessions: Sessions
  readonly work: OpenWork
  readonly rests: SessionRests
  readonly stopping: AbortSignal
  /** Of a crawl everything is read, so that it waits for its figures. */
  readonly allRead: () => void
  readonly log: Logger
}): CrawlErrands {
  const { db, sessions, work, rests, stopping, log } = parts

  const isHere = (session: Session): boolean => sessions.get(session.agentId) === session

  const barred = (session: Session, kind: WorkKind): readonly string[] | null =>
    isHere(session) ? work.barred(session, kind) : null

  function send(
    session: Session,
    kind: WorkKind,
    order: { input: unknown; timeoutMs: number },
    { workspaceId, keyId, isOperators }: Owner,
  ): Promise<WorkOutcome> {
    const sharer = sharerOfKey({ workspaceId, keyId: keyId ?? 0 })
    // It may have left since it was chosen: nobody would ever answer.
    if (!isHere(session) || work.room(session, kind, sharer) <= 0) return Promise.resolve(GONE)
    const id = newPublicId('wrk')
    return work.send(session, { id, kind, sharer, isOperators, ...order }, stopping)
  }

  /** Tries again while the database is away: what an agent brought is not thrown away for that. */
  async function persist<T>(store: () => Promise<T>): Promise<T | null> {
    const endsAtMs = performance.now() + STORE_PATIENCE_MS
    for (;;) {
      try {
        return await store()
      } catch (error: unknown) {
        if (!isPassingTrouble(error) || performance.now() > endsAtMs) throw error
        if (stopping.aborted) return null
        await delay(RETRY_MS)
      }
    }
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

  return { barred, runBatch, runOpening }
}
