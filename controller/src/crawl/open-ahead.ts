import type { HandedCrawl } from '../db/crawl-frontier.ts'
import type { CrawlPlace } from '../db/crawl-levels.ts'
import { levelEnd, noteOpenedAhead, openLinkedUrls, readCertainUrls } from '../db/crawl-levels.ts'
import type { Queryable } from '../db/pool.ts'
import { isDeepEnough } from './advance.ts'

/** Opens of the next level of a crawl what is certain before this one is settled, so that agents need not wait for
 *  the last of its pages: what pages lead to before which all are settled. Nothing comes before that any more, so the order
 *  is the one that a closed level gives. It is left until then where the cap or the depth may end the crawl with this level.
 *  @returns how many addresses */
export async function openAhead(
  tx: Queryable,
  crawl: CrawlPlace & Pick<HandedCrawl, 'settings' | 'pages' | 'maxPages'>,
): Promise<number> {
  const { jobId, phase, pages, maxPages } = crawl
  if ((phase !== 'links' && phase !== 'sitemap') || isDeepEnough(crawl)) return 0
  const certain = await readCertainUrls(tx, jobId)
  if (certain === null || !certain.isAny) return 0
  const mayStillCome = levelEnd(crawl) - certain.behindSeq
  if (mayStillCome <= 0 || pages + mayStillCome >= maxPages) return 0
  const opened = await openLinkedUrls(tx, crawl, certain.behindSeq)
  if (opened > 0) await noteOpenedAhead(tx, jobId, opened)
  return opened
}
