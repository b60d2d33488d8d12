import type { CrawlJobRow } from '../../../db/crawl-job-reads.ts'
import type { CrawlUrlRow, LinkingPageRow } from '../../../db/crawl-page-reads.ts'
import { readCrawlUrls, readLinkingPages } from '../../../db/crawl-page-reads.ts'
import type { Queryable } from '../../../db/pool.ts'
import type { PackedLink } from '../../pack.ts'
import { unpackLinks } from '../../pack.ts'
import { inParts } from '../keyset.ts'
import type { LinkView } from '../link-view.ts'
import { linkView } from '../link-view.ts'
import type { Table } from './table.ts'

/** Pages read at once. */
const AT_ONCE = 100
/** Links told at once: a page has 5,000 at most. */
const LINKS_AT_ONCE = 2_000

const COLUMNS = [
  'from',
  'to',
  'fromStatusCode',
  'toStatusCode',
  'text',
  'area',
  'nofollow',
  'isImage',
  'isRedirect',
  'external',
] as const

/** A link of a crawl: an address that a page leads to, once for each page. */
interface LinkRecord extends LinkView {
  readonly from: string
  readonly to: string
  readonly fromStatusCode: number
  /** null where it was not asked for, or gave no answer. */
  readonly toStatusCode: number | null
  readonly external: boolean
}

/** The links of a crawl's pages in its order, those of a page as they stand in it. */
export function linkTable(db: Queryable, job: CrawlJobRow): Table<(typeof COLUMNS)[number]> {
  return { columns: COLUMNS, rows: readRecords(db, job) }
}

interface FoundLink {
  readonly page: LinkingPageRow
  readonly link: PackedLink
}

async function* readRecords(db: Queryable, { id }: CrawlJobRow): AsyncGenerator<LinkRecord[]> {
  const read = (after: number, limit: number) => readLinkingPages(db, id, after, limit)
  for await (const pages of inParts(read, { atOnce: AT_ONCE })) {
    for (const links of inBatches(pages)) {
      const ids = new Set(links.map(({ link: [to] }) => to))
      const targets = await readCrawlUrls(db, id, [...ids])
      yield links.flatMap((found) => recordOf(found, targets))
    }
  }
}

function* inBatches(pages: readonly LinkingPageRow[]): Generator<FoundLink[]> {
  let batch: FoundLink[] = []
  for (const page of pages) {
    batch.push(...unpackLinks(page.links).map((link) => ({ page, link })))
    if (batch.length < LINKS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function recordOf(
  { page, link }: FoundLink,
  targets: ReadonlyMap<number, CrawlUrlRow>,
): LinkRecord[] {
  const target = targets.get(link[0])
  if (target === undefined) return []
  return [
    {
      from: page.url,
      to: target.url,
      fromStatusCode: page.statusCode,
      toStatusCode: target.statusCode,
      external: target.leftOut === 'external',
      ...linkView(link),
    },
  ]
}
