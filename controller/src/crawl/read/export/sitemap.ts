import { AppError } from '@sightline/shared/errors'
import type { CrawlJobRow } from '../../../db/crawl-job-reads.ts'
import { readIndexabilityRows } from '../../../db/crawl-page-reads.ts'
import type { Queryable } from '../../../db/pool.ts'
import { inParts } from '../keyset.ts'

/** Addresses that one sitemap may hold. Source: sitemaps.org, protocol */
const MAX_SITEMAP_ENTRIES = 50_000

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

/** Pages that search engines may show, some at a time: those of one part. */
async function* indexablePages(
  db: Queryable,
  jobId: number,
  { part, entries }: { readonly part: number; readonly entries: number },
): AsyncGenerator<readonly string[]> {
  const read = (after: number, limit: number) => readIndexabilityRows(db, jobId, after, limit)
  const first = (part - 1) * entries
  let count = 0
  for await (const rows of inParts(read, { atOnce: AT_ONCE })) {
    const urls = rows.filter(({ isIndexable }) => isIndexable).map(({ url }) => url)
    yield urls.slice(Math.max(0, first - count), Math.max(0, first + entries - count))
    count += urls.length
    if (count >= first + entries) return
  }
}

/** An XML sitemap of the pages that search engines may show, in the order of the crawl.
 *  @param part from 1  @param entries of each part
 *  @throws AppError notFound when there are not so many that a part has any; the first may be empty */
export async function* sitemapOf(
  db: Queryable,
  { id }: Pick<CrawlJobRow, 'id'>,
  part: number,
  entries = MAX_SITEMAP_ENTRIES,
): AsyncGenerator<string> {
  let before = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`
  let isEmpty = true
  for await (const urls of indexablePages(db, id, { part, entries })) {
    if (urls.length === 0) continue
    isEmpty = false
    yield before + urls.map((url) => `  <url><loc>${escaped(url)}</loc></url>\n`).join('')
    before = ''
  }
  if (isEmpty && part > 1) {
    throw new AppError('notFound', `The sitemap has no part ${part}: it has fewer addresses.`)
  }
  yield `${before}</urlset>\n`
}
