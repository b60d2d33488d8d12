import { auditWordsDigest } from '@sightline/shared/crawl/short-audit'
import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import { MAX_BATCH_URLS } from '@sightline/shared/crawl/work'
import type { HandedCrawl, WaitingUrl } from '../db/crawl-frontier.ts'
import {
  insertBatch,
  lockCrawl,
  lockHostPace,
  readBusyHosts,
  readOriginRobots,
  readWaitingUrls,
  reserveHost,
} from '../db/crawl-frontier.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { openAhead } from './open-ahead.ts'
import { batchShape, intervalMs, POLITE_REQUESTS_PER_SECOND } from './pace.ts'
import { giveUpLost } from './give-up-lost.ts'
import { MAX_LOST_TRIES } from './retry.ts'

/** A batch that is on its way to an agent. */
export interface TakenBatch {
  readonly batchId: number
  readonly jobId: number
  readonly host: string
  readonly origin: string
  readonly workspaceId: number | null
  readonly keyId: number | null
  readonly isOperators: boolean
  readonly input: CrawlBatchInput
  readonly timeoutMs: number
}

/** Addresses that are looked through for hosts that are free. */
const LOOKED_THROUGH = 200
/** Unfinished addresses that are looked at, however many pages may still come. */
const MAX_ROOM = 2_000
/** A host that is busy for longer is passed over: the next look comes before. */
const MAX_START_MS = 2_500
/** What one address may take an agent, with its rendering. */
const MAX_STATIC_MS = 25_000
const MAX_RENDERED_MS = 70_000
/** An agent cancels itself at its time limit; an answer that is on its way then is still stored. */
const LEASE_GRACE_MS = 30_000

/** Of which only whether it answers is asked, by crawl_urls.left_out. */
const isFile = (leftOut: string | null): boolean => leftOut === 'type' || leftOut === 'image'

const isOf =
  (origin: string) =>
  ({ url }: WaitingUrl): boolean =>
    new URL(url).origin === origin

/** Addresses of one origin, the first that are due; one that was tried before is asked for alone, so that a page
 *  which ends agents takes no other with it. */
function firstOf(origin: string, urls: readonly WaitingUrl[], most: number): WaitingUrl[] {
  const same = urls.filter(isOf(origin))
  const [first] = same
  if (first !== undefined && first.attempts > 0) return [first]
  const tried = same.findIndex(({ attempts }) => attempts > 0)
  return same.slice(0, tried === -1 ? most : Math.min(most, tried))
}

function timeoutOf(input: CrawlBatchInput): number {
  const { urls, parallel, intervalMs: interval, startAfterMs, render } = input
  const rounds = Math.ceil(urls.length / parallel)
  return Math.round(
    startAfterMs + urls.length * interval + rounds * (render ? MAX_RENDERED_MS : MAX_STATIC_MS),
  )
}

async function takeOf(
  tx: Queryable,
  jobId: number,
  job: HandedCrawl,
  to: { controllerId: string; agentId: string },
): Promise<TakenBatch | null> {
  const { settings, phase, workspaceId, keyId, isOperators } = job
  const room = phase === 'external' ? MAX_ROOM : Math.min(MAX_ROOM, job.maxPages - job.pages)
  let waiting = await readWaitingUrls(tx, jobId, room, LOOKED_THROUGH)
  if (waiting.length < MAX_BATCH_URLS && (await openAhead(tx, { ...job, jobId })) > 0) {
    waiting = await readWaitingUrls(tx, jobId, room, LOOKED_THROUGH)
  }
  const lost = waiting.filter(({ attempts }) => attempts >= MAX_LOST_TRIES)
  if (lost.length > 0) await giveUpLost(tx, jobId, lost)
  const urls = waiting.filter(({ attempts }) => attempts < MAX_LOST_TRIES)
  const origin = await firstFree(tx, new Set(urls.map(({ url }) => new URL(url).origin)))
  if (origin === null) return null
  const { hostname: host } = new URL(origin)
  const pace = await lockHostPace(tx, host)
  // Somebody else took time of it just now; the next look chooses anew.
  if (pace.freeInMs > MAX_START_MS) return null
  const isExternal = urls.find(isOf(origin))?.leftOut === 'external'
  const robots = isExternal ? null : await readOriginRobots(tx, jobId, origin)
  const perSecond = settings.maxRequestsPerSecond ?? POLITE_REQUESTS_PER_SECOND
  const interval = intervalMs(perSecond, settings.respectRobots ? robots : null, pace)
  const shape = batchShape(interval)
  // Of an origin whose robots.txt is not known the first address tells it.
  const most = robots === null && !isExternal ? 1 : shape.urls
  const some = firstOf(origin, urls, most)
  const input: CrawlBatchInput = {
    urls: some.map(({ id, url, leftOut }) => ({ id, url, isExternal, isFile: isFile(leftOut) })),
    robots,
    respectRobots: settings.respectRobots,
    render: settings.render,
    dropTracking: settings.dropTracking,
    withImages: settings.checkImages,
    userAgent: settings.userAgent,
    auditWords: auditWordsDigest(),
    startAfterMs: pace.freeInMs,
    intervalMs: interval,
    parallel: shape.parallel,
  }
  const timeoutMs = timeoutOf(input)
  await reserveHost(tx, host, interval * some.length)
  const batch = { jobId, host, ...to, expiresInMs: timeoutMs + LEASE_GRACE_MS }
  const batchId = await insertBatch(
    tx,
    batch,
    some.map(({ id }) => id),
  )
  return { batchId, jobId, host, origin, workspaceId, keyId, isOperators, input, timeoutMs }
}

/** The first origin whose host is free. Of several it is looked before any is locked: a transaction that held those it
 *  passed over would wait for one that passed over others, in another order. */
async function firstFree(tx: Queryable, origins: ReadonlySet<string>): Promise<string | null> {
  const hostOf = (origin: string): string => new URL(origin).hostname
  const hosts = [...new Set([...origins].map(hostOf))]
  const busy = hosts.length > 1 ? await readBusyHosts(tx, hosts, MAX_START_MS) : new Set<string>()
  return [...origins].find((origin) => !busy.has(hostOf(origin))) ?? null
}

/** Takes the next addresses of a crawl for an agent, and time of their host.
 *  @returns null where there are none now */
export function takeBatch(
  db: Database,
  jobId: number,
  to: { readonly controllerId: string; readonly agentId: string },
): Promise<TakenBatch | null> {
  return db.transaction(async (tx) => {
    const job = await lockCrawl(tx, jobId)
    return job === null ? null : takeOf(tx, jobId, job, to)
  })
}
