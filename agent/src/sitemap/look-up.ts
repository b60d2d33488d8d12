import { pageOf } from '../page/same-page.ts'
import { createComplaints } from './complaints.ts'
import { readFile } from './read-file.ts'
import type { SitemapChild, SitemapLimits } from './sitemap-file.ts'
import type { Tally } from './tally.ts'
import { readLoc } from './tally.ts'

/** What one file says about one page. */
export interface LookedUp {
  /** `listed` it names the page; `absent` it does not, or is no sitemap; `unread` it does not as far as it
   *  could be read. */
  readonly found: 'listed' | 'absent' | 'unread'
  readonly isSitemap: boolean
  /** Files that it names as an index. */
  readonly children: readonly SitemapChild[]
  /** Without gzip, as far as it was read. */
  readonly bytes: number
  /** Addresses of pages that were looked at. */
  readonly urls: number
}

/** Compares addresses with one page's, in the form that all its spellings have. */
function createSearch(pageUrl: string): Tally & { readonly isFound: () => boolean } {
  const wanted = pageOf(pageUrl)
  let count = 0
  let isFound = false
  return {
    add({ loc }) {
      const url = readLoc(loc)
      if (typeof url === 'string') return url
      count += 1
      isFound ||= pageOf(url.href) === wanted
      return null
    },
    count: () => count,
    hasEnough: () => isFound,
    isFound: () => isFound,
  }
}

/** Looks for a page in one sitemap file, and reads no further than to it.
 *  @param chunks the file without gzip @param file.url where it came from */
export async function lookUpPage(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  file: { readonly url: string; readonly limits: SitemapLimits },
  pageUrl: string,
): Promise<LookedUp> {
  const tally = createSearch(pageUrl)
  const tools = { tally, complaints: createComplaints() }
  const { type, bytes, children, childCount, isWhole } = await readFile(
    chunks,
    file.url,
    file.limits,
    tools,
  )
  const isRead = isWhole && childCount === children.length
  const missed = type === null || isRead ? 'absent' : 'unread'
  const found = tally.isFound() ? 'listed' : missed
  return { found, isSitemap: type !== null, children, bytes, urls: tally.count() }
}
