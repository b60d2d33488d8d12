import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlOpening } from '@sightline/shared/crawl/work'
import { MAX_SITEMAP_URLS } from '@sightline/shared/crawl/work'
import { deleteBatch, insertOriginRobots } from '../db/crawl-frontier.ts'
import { beginCrawl, endCrawl, lockForOpening } from '../db/crawl-jobs.ts'
import type { KnownUrl } from '../db/crawl-store.ts'
import { keepUrls } from '../db/crawl-store.ts'
import type { Database, Queryable } from '../db/pool.ts'
import type { Scope } from './scope.ts'
import { createScope } from './scope.ts'
import { digestOf, patternOf } from './url-digest.ts'

/** Addresses that are stored with one statement. */
const STORED_AT_ONCE = 5_000

/** Where a crawl begins, as an agent found it. */
export interface FoundOpening {
  readonly opening: CrawlOpening
  /** Of the sitemaps, in their order. */
  readonly sitemapUrls: readonly string[]
}

/** Lines that are addresses of the site, each once.
 *  @param lines as an agent sent them, which may be wrong */
function sitemapUrlsOf(lines: readonly string[], scope: Scope, dropTracking: boolean): KnownUrl[] {
  const urls = new Map<string, KnownUrl>()
  for (const [place, url] of lines.slice(0, MAX_SITEMAP_URLS).entries()) {
    if (urls.has(url) || crawlUrl(url, dropTracking) !== url) continue
    const leftOut = scope.judge(url)
    if (leftOut === 'external') continue
    const pattern = leftOut === null ? patternOf(url) : null
    urls.set(url, { url, key: digestOf(url), pattern, leftOut, rank: null, sitemapPlace: place })
  }
  return [...urls.values()]
}

async function keepAll(tx: Queryable, jobId: number, urls: readonly KnownUrl[]): Promise<number> {
  let next = 0
  for (let at = 0; at < urls.length; at += STORED_AT_ONCE) {
    const some = urls.slice(at, at + STORED_AT_ONCE)
    ;({ nextUrlId: next } = await keepUrls(tx, jobId, some, next))
  }
  return next
}

/** Stores where a crawl begins, and lets it run.
 *  @param batchId under which the agent had it */
export async function openCrawl(
  db: Database,
  jobId: number,
  batchId: number,
  { opening, sitemapUrls }: FoundOpening,
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockForOpening(tx, jobId)
    if (!(await deleteBatch(tx, batchId)) || job === null) return
    const { settings } = job
    const { startUrl, robots } = opening
    if (settings.respectRobots && robots.refusal !== null) {
      await endCrawl(tx, jobId, { status: 'failed', error: robots.refusal })
      return
    }
    const { host, origin } = new URL(startUrl)
    const scope = createScope(startUrl, settings)
    const named = sitemapUrlsOf(sitemapUrls, scope, settings.dropTracking)
    const place = named.find(({ url }) => url === startUrl)?.sitemapPlace ?? null
    const start: KnownUrl = {
      url: startUrl,
      key: digestOf(startUrl),
      pattern: null,
      leftOut: null,
      rank: 0,
      sitemapPlace: place,
    }
    const others = named.filter(({ url }) => url !== startUrl)
    const nextUrlId = await keepAll(tx, jobId, [start, ...others])
    await insertOriginRobots(tx, jobId, origin, robots)
    await beginCrawl(tx, jobId, {
      startUrl,
      host,
      startUrlId: 0,
      nextUrlId,
      sitemapFiles: opening.sitemapFiles,
      sitemapErrors: opening.sitemapErrors,
      sitemapsCut: opening.sitemapsCut ?? false,
      sitemapAlternates: opening.sitemapAlternates ?? false,
    })
  })
}
