import { LINK_IS_REDIRECT } from '@sightline/shared/crawl/link'
import type { CrawlRobots } from '@sightline/shared/crawl/work'
import {
  deleteBatch,
  insertOriginRobots,
  lockHostPace,
  writeHostPace,
} from '../db/crawl-frontier.ts'
import { endCrawl } from '../db/crawl-jobs.ts'
import { leaveUnread } from '../db/crawl-levels.ts'
import type { LeasedUrl, NewPage, SettledUrl, StoredCrawl } from '../db/crawl-store.ts'
import {
  countStored,
  insertPages,
  keepUrls,
  lockForStoring,
  postponeUrls,
  readCrawlDictionary,
  readLeasedUrls,
  settleUrls,
} from '../db/crawl-store.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { advanceCrawl } from './advance.ts'
import type { LinkedUrls } from './linked-urls.ts'
import { linkedUrlsOf } from './linked-urls.ts'
import { MAX_HOST_REST_MS, paceAfter } from './pace.ts'
import type { PackedLink, Packer } from './pack.ts'
import { createPacker, packLinks } from './pack.ts'
import type { ReadRecord } from './read-records.ts'
import { readRecords } from './read-records.ts'
import { MAX_REFUSED_IN_A_ROW, MAX_TRIES, retryWaitMs } from './retry.ts'
import { createScope } from './scope.ts'

/** What came of a batch. */
export interface BatchResult {
  readonly jobId: number
  readonly batchId: number
  readonly host: string
  readonly origin: string
  /** Where the agent fetched it; null else. */
  readonly robots: CrawlRobots | null
  /** The records, as the agent sent them. */
  readonly bytes: Buffer
}

/** What became of a batch. */
export interface StoredBatch {
  /** Nothing of the site is left to be read. */
  readonly isAllRead: boolean
  /** Records that were none. */
  readonly broken: number
}

/** An answer to an address that this batch had. */
interface Answer extends ReadRecord {
  readonly leased: LeasedUrl
  /** Settled by it; else it has another turn. */
  readonly isFinal: boolean
}

const isItem = ({ outcome, statusCode }: ReadRecord['record']): boolean =>
  (outcome === 'page' || outcome === 'redirect') && statusCode !== null

/** Whether pages are read still. */
const readsPages = ({ phase }: Pick<StoredCrawl, 'phase'>): boolean =>
  phase === 'links' || phase === 'sitemap'

/** Answers to what the batch had, the first for each address. */
function answersOf(leased: readonly LeasedUrl[], records: readonly ReadRecord[]): Answer[] {
  const byId = new Map(records.toReversed().map((read) => [read.record.id, read]))
  return leased.flatMap((url) => {
    const read = byId.get(url.id)
    if (read === undefined) return []
    const isFinal = read.record.outcome !== 'again' || url.attempts >= MAX_TRIES
    return [{ ...read, leased: url, isFinal }]
  })
}

function packedLinks(
  { links }: ReadRecord['record'],
  linked: LinkedUrls,
  ids: ReadonlyMap<string, number>,
): PackedLink[] {
  return links.flatMap(([url, flags, area, text]): PackedLink[] => {
    const id = ids.get(linked.keyOf(url) ?? '')
    return id === undefined ? [] : [[id, flags, area, text]]
  })
}

/** Numbers of the images that a page shows; null where nobody asked. */
function imageIdsOf(
  { images }: ReadRecord['record'],
  linked: LinkedUrls,
  ids: ReadonlyMap<string, number>,
): number[] | null {
  return images?.flatMap((url) => ids.get(linked.keyOf(url) ?? '') ?? []) ?? null
}

function pageOf(
  { record, audit, leased }: Answer,
  { links, images }: { links: readonly PackedLink[]; images: readonly number[] | null },
  checkIds: readonly string[],
): NewPage[] {
  const { facts, statusCode, ms, bytes } = record
  if (!isItem(record) || audit === null || statusCode === null) return []
  return [
    {
      seq: leased.seq,
      urlId: leased.id,
      statusCode,
      score: audit.score,
      grade: audit.grade,
      title: audit.title,
      description: audit.metaDescription,
      h1: audit.h1,
      wordCount: audit.wordCount,
      internalLinks: audit.internalLinks,
      failed: checkIds.flatMap((id, place) => (audit.failed.has(id) ? [place] : [])),
      ms,
      bytes,
      facts,
      links: packLinks(links),
      images,
      audit: audit.packed,
    },
  ]
}

function settledOf({ record, leased }: Answer, links: readonly PackedLink[]): SettledUrl {
  const { outcome, statusCode, error } = record
  const [redirectTo = null] = links.find(([, flags]) => (flags & LINK_IS_REDIRECT) !== 0) ?? []
  return {
    id: leased.id,
    outcome: outcome === 'again' ? 'failed' : outcome,
    statusCode,
    error,
    redirectTo,
  }
}

/** Notes what the batch tells of its host: how it is, and for how long it wants to be left alone. */
async function judgeHost(tx: Queryable, host: string, answers: readonly Answer[]): Promise<void> {
  const asked = answers.filter(({ record }) => record.outcome !== 'blocked')
  const refused = asked.filter(({ record }) => record.outcome === 'again')
  const times = asked.flatMap(({ record: { ms } }) => ms ?? [])
  const pace = paceAfter(await lockHostPace(tx, host), {
    refused: refused.length,
    isLimited: refused.some(({ record }) => record.statusCode === 429),
    answered: asked.length - refused.length,
    meanMs: times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0) / times.length,
  })
  const rests = refused.map(({ record }) => record.retryAfterMs ?? 0)
  await writeHostPace(tx, host, pace, Math.min(MAX_HOST_REST_MS, Math.max(0, ...rests)))
}

/** Refused tries in a row, after this batch. */
function refusedInARow(before: number, answers: readonly Answer[]): number {
  return answers.reduce((count, { record: { outcome } }) => {
    if (outcome === 'blocked') return count
    return outcome === 'again' ? count + 1 : 0
  }, before)
}

/** @returns `again` where the audits have to be packed anew */
async function store(
  tx: Queryable,
  batch: BatchResult,
  records: readonly ReadRecord[],
  packer: Packer,
): Promise<'again' | 'stored' | 'allRead'> {
  const { jobId, batchId, host, origin } = batch
  const job = await lockForStoring(tx, jobId)
  // Another batch was the first to bring a page.
  if (job?.hasDictionary === true && !packer.isKnown) return 'again'
  const leased = job === null ? [] : await readLeasedUrls(tx, batchId)
  const isOurs = await deleteBatch(tx, batchId)
  if (job === null || !isOurs) return 'stored'
  const answers = answersOf(leased, records)
  const final = answers.filter(({ isFinal }) => isFinal)
  // Of what is no page of the site only whether it answers is kept, whatever an agent makes of it.
  const isOfPages = readsPages(job)
  const ofPages = isOfPages ? final : []
  const sources = ofPages.map(({ leased: { seq, url }, record }) => {
    const { links, facts, statusCode } = record
    const named = statusCode === 200 ? (facts?.canonical ?? null) : null
    const images = job.settings.checkImages ? (record.images ?? []) : []
    return { seq, links, images, canonical: named === url ? null : named }
  })
  const linked = linkedUrlsOf(sources, createScope(job.startUrl, job.settings), job.settings)
  const kept = await keepUrls(tx, jobId, linked.urls, job.nextUrlId)
  const withLinks = final.map((answer) => ({
    answer,
    links: packedLinks(answer.record, linked, kept.ids),
    images: job.settings.checkImages ? imageIdsOf(answer.record, linked, kept.ids) : null,
  }))
  const items = isOfPages ? withLinks : []
  const pages = items.flatMap(({ answer, ...found }) => pageOf(answer, found, job.checkIds))
  await insertPages(tx, jobId, pages)
  const settled = withLinks.map(({ answer, links }) => settledOf(answer, links))
  await settleUrls(tx, jobId, settled)
  await letOthersWait(tx, jobId, leased, answers)
  if (batch.robots !== null) await insertOriginRobots(tx, jobId, origin, batch.robots)
  await judgeHost(tx, host, answers)
  const refused = refusedInARow(job.refusedInARow, answers)
  await countStored(tx, jobId, {
    pages: pages.length,
    finished: settled.length,
    nextUrlId: kept.nextUrlId,
    refusedInARow: refused,
    dictionary: packer.isKnown || pages.length === 0 ? null : packer.dictionary(),
  })
  const isAllRead = await goOn(tx, jobId, job, {
    pages: job.pages + pages.length,
    unfinished: job.unfinished - settled.length,
    refused,
    host,
    isOwn: leased.some(({ leftOut }) => leftOut !== 'external'),
    lastError: answers.findLast(({ record }) => record.outcome === 'again')?.record.error ?? null,
  })
  return isAllRead ? 'allRead' : 'stored'
}

/** Those that are refused for now, and those that no answer came for: an agent that answers others of the batch did not
 *  ask for them, because the time was over or the host wanted to be left alone. */
async function letOthersWait(
  tx: Queryable,
  jobId: number,
  leased: readonly LeasedUrl[],
  answers: readonly Answer[],
): Promise<void> {
  const answered = new Map(answers.map((answer) => [answer.leased.id, answer]))
  const waits = leased.flatMap(({ id, attempts }) => {
    const answer = answered.get(id)
    if (answer === undefined) return [{ id, waitMs: 0, isUntried: answers.length > 0 }]
    if (answer.isFinal) return []
    const waitMs = retryWaitMs(attempts, answer.record.retryAfterMs)
    return [{ id, waitMs, isUntried: false }]
  })
  await postponeUrls(tx, jobId, waits)
}

/** @returns whether nothing is left to be read */
async function goOn(
  tx: Queryable,
  jobId: number,
  job: StoredCrawl,
  now: {
    pages: number
    unfinished: number
    refused: number
    host: string
    isOwn: boolean
    lastError: string | null
  },
): Promise<boolean> {
  if (now.refused >= MAX_REFUSED_IN_A_ROW && readsPages(job)) {
    const why = now.lastError === null ? '' : ` The last answer: ${now.lastError}`
    await endCrawl(tx, jobId, {
      status: 'failed',
      error: `${now.host} refused ${now.refused} requests in a row, so the crawl was ended.${why}`,
    })
    return false
  }
  // A site that has enough of it is left alone: what is not known of its files is no fault of theirs.
  const isEnough = now.refused >= MAX_REFUSED_IN_A_ROW && now.isOwn
  const unfinished = isEnough ? await leaveUnread(tx, jobId) : now.unfinished
  const { pages } = now
  return (await advanceCrawl(tx, { ...job, jobId, pages, unfinished })) === 'figures'
}

/** Stores what came of a batch, all or nothing, and opens the next level when this one is done. What a batch
 *  brings that was handed to somebody else meanwhile is left out. */
export async function storeBatch(db: Database, batch: BatchResult): Promise<StoredBatch> {
  for (;;) {
    const packer = createPacker(await readCrawlDictionary(db, batch.jobId))
    const { records, broken } = await readRecords(batch.bytes, packer)
    const stored = await db.transaction((tx) => store(tx, batch, records, packer))
    if (stored !== 'again') return { isAllRead: stored === 'allRead', broken }
  }
}
