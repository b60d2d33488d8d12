import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlPlace } from '../db/crawl-levels.ts'
import {
  leaveDeep,
  leaveUnfinished,
  moveCrawl,
  openExternalUrls,
  openLinkedUrls,
  openSitemapUrls,
} from '../db/crawl-levels.ts'
import type { Queryable } from '../db/pool.ts'

/** A crawl of which every address that was opened is settled, or whose pages are all there. */
export interface FinishedLevel extends CrawlPlace {
  readonly settings: Pick<CrawlSettings, 'maxDepth' | 'checkExternal'>
  /** As many pages as may be are there. */
  readonly isFull: boolean
}

/** Opens what comes next in a crawl: what the links of this level lead to; where there is nothing, what only
 *  sitemaps name; then addresses of other sites, where they are asked for; then its figures are made. A level
 *  begins when the one before is settled, so which pages a cap leaves out follows from the site alone.
 *  @returns how many addresses wait now */
export async function advanceCrawl(tx: Queryable, level: FinishedLevel): Promise<number> {
  const { jobId, phase, hops, settings, isFull } = level
  if (phase === 'links' || phase === 'sitemap') {
    if (isFull) await leaveUnfinished(tx, jobId, 'cap')
    const isDeepEnough = settings.maxDepth !== null && hops >= settings.maxDepth
    const linked = isFull || isDeepEnough ? 0 : await openLinkedUrls(tx, level)
    if (linked > 0) {
      await moveCrawl(tx, { jobId, phase, level: level.level + 1, hops: hops + 1 }, linked)
      return linked
    }
    const named = isFull || phase === 'sitemap' ? 0 : await openSitemapUrls(tx, level)
    if (named > 0) {
      // From here on clicks are counted anew.
      if (isDeepEnough) await leaveDeep(tx, jobId)
      await moveCrawl(tx, { jobId, phase: 'sitemap', level: level.level + 1, hops: 0 }, named)
      return named
    }
    await leaveUnfinished(tx, jobId, 'depth')
    const external = settings.checkExternal ? await openExternalUrls(tx, level) : 0
    if (external > 0) {
      await moveCrawl(tx, { jobId, phase: 'external', level: level.level, hops }, external)
      return external
    }
  }
  await moveCrawl(tx, { jobId, phase: 'figures', level: level.level, hops }, 0)
  return 0
}
