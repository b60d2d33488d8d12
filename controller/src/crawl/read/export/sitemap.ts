import { AppError } from '@sightline/shared/errors'
import type { CrawlJobRow } from '../../../db/crawl-job-reads.ts'
import { readIndexablePages } from '../../../db/crawl-page-reads.ts'
import type { Queryable } from '../../../db/pool.ts'
import { inParts } from '../keyset.ts'

/** Addresses that one sitemap may hold. Source: sitemaps.org, protocol */
export const MAX_SITEMAP_ENTRIES = 50_000

const AT_ONCE = 500

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** An XML sitemap of the pages that search engines may show, in the order of the crawl.
 *  @param part from 1: each holds 50,000 addresses
 *  @throws AppError notFound when there are not so many that a part has any; the first may be empty */
export async function* sitemapOf(
  db: Queryable,
  { id }: CrawlJobRow,
  part: number,
): AsyncGenerator<string> {
  let before = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`
  let skipped = (part - 1) * MAX_SITEMAP_ENTRIES
  const read = (after: number, limit: number) => {
    const offset = skipped
    skipped = 0
    return readIndexablePages(db, id, after, { limit, offset })
  }
  let isEmpty = true
  for await (const rows of inParts(read, { most: MAX_SITEMAP_ENTRIES, atOnce: AT_ONCE })) {
    isEmpty = false
    yield before + rows.map(({ url }) => `  <url><loc>${escaped(url)}</loc></url>\n`).join('')
    before = ''
  }
  if (isEmpty && part > 1) {
    throw new AppError('notFound', `The sitemap has no part ${part}: it has fewer addresses.`)
  }
  yield `${before}</urlset>\n`
}
