import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import { MAX_CRAWL_URL } from '@sightline/shared/crawl/settings'

/** An address with nothing that `crawlUrl` may change: no escapes, no user-info, no fragment, no empty query. */
const UNCHANGED = /^https?:[^%@#]*[^%@#?]$/

/** What `crawlUrl` makes of an address that the URL standard has written already: links of a page are many, and most
 *  of them need not be parsed again. */
export function crawlHref(href: string, dropTracking: boolean): string | null {
  const hashAt = href.indexOf('#')
  const bare = hashAt === -1 ? href : href.slice(0, hashAt)
  const isUnchanged = UNCHANGED.test(bare) && !(dropTracking && bare.includes('?'))
  if (!isUnchanged) return crawlUrl(href, dropTracking)
  return bare.length > MAX_CRAWL_URL ? null : bare
}
