import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlPlace } from '../db/crawl-levels.ts'
import {
  leaveDeep,
  leaveUnfinished,
  levelEnd,
  moveCrawl,
  openLinkedUrls,
  openSitemapUrls,
  openUnreadUrls,
  readCertainUrls,
} from '../db/crawl-levels.ts'
import type { Queryable } from '../db/pool.ts'

/** Where a crawl is, and what it has read. */
export interface CrawlProgress extends CrawlPlace {
  readonly settings: Pick<CrawlSettings, 'maxDepth' | 'checkExternal'>
  readonly pages: number
  readonly maxPages: number
  /** Addresses that are opened and not settled, of the next level too. */
  readonly unfinished: number
}

/** Whether links of this level are too deep to be followed. */
export const isDeepEnough = ({
  settings,
  hops,
}: Pick<CrawlPlace, 'hops'> & { settings: Pick<CrawlSettings, 'maxDepth'> }): boolean =>
  settings.maxDepth !== null && hops >= settings.maxDepth

/** Whether as many pages as may be are there. */
const isFull = ({ phase, pages, maxPages }: CrawlProgress): boolean =>
  phase !== 'external' && pages >= maxPages

async function isLevelSettled(tx: Queryable, crawl: CrawlProgress): Promise<boolean> {
  if (crawl.unfinished === 0 || crawl.ahead === 0) return crawl.unfinished === 0
  const certain = await readCertainUrls(tx, crawl.jobId)
  return certain === null || certain.behindSeq >= levelEnd(crawl)
}

/** Goes on as long as every address of a level is settled, or all pages are there that may be. A level is closed when
 *  the one before is settled, so which pages a cap leaves out follows from the site alone.
 *  @returns the phase that the crawl is in then */
export async function advanceCrawl(
  tx: Queryable,
  crawl: CrawlProgress,
): Promise<CrawlPlace['phase']> {
  let at = crawl
  while (at.phase !== 'figures' && (isFull(at) || (await isLevelSettled(tx, at)))) {
    at = await closeLevel(tx, at)
  }
  return at.phase
}

/** Opens what comes next in a crawl: what the links of this level lead to; where there is nothing, what only
 *  sitemaps name; then what is not read as pages, of which only whether it answers is asked; then its figures are made. */
async function closeLevel(tx: Queryable, crawl: CrawlProgress): Promise<CrawlProgress> {
  const { jobId, phase, level, hops, ahead, settings } = crawl

  async function move(
    to: Pick<CrawlPlace, 'phase' | 'level' | 'hops'>,
    opened: number,
    unfinished = opened,
  ): Promise<CrawlProgress> {
    await moveCrawl(tx, { jobId, ...to }, opened, unfinished)
    return { ...crawl, ...to, nextSeq: crawl.nextSeq + opened, ahead: 0, unfinished }
  }

  if (phase === 'links' || phase === 'sitemap') {
    // What was opened ahead is part of the next level, which a cap then ends.
    const isLast = isFull(crawl) && ahead === 0
    if (isLast) await leaveUnfinished(tx, jobId, 'cap')
    const linked = isLast || isDeepEnough(crawl) ? 0 : await openLinkedUrls(tx, crawl)
    if (linked + ahead > 0) {
      return move({ phase, level: level + 1, hops: hops + 1 }, linked, crawl.unfinished + linked)
    }
    const named = isLast || phase === 'sitemap' ? 0 : await openSitemapUrls(tx, crawl)
    if (named > 0) {
      // From here on clicks are counted anew.
      if (isDeepEnough(crawl)) await leaveDeep(tx, jobId)
      return move({ phase: 'sitemap', level: level + 1, hops: 0 }, named)
    }
    await leaveUnfinished(tx, jobId, 'depth')
    const unread = await openUnreadUrls(tx, crawl, settings.checkExternal)
    if (unread > 0) return move({ phase: 'external', level, hops }, unread)
  }
  return move({ phase: 'figures', level, hops }, 0)
}
