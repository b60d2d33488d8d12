import type { CrawlJobRow } from '../../../db/crawl-job-reads.ts'
import type { WholePageRow } from '../../../db/crawl-page-reads.ts'
import { readWholePageRows } from '../../../db/crawl-page-reads.ts'
import type { Queryable } from '../../../db/pool.ts'
import { unpackStored } from '../../pack.ts'
import { inParts } from '../keyset.ts'
import type { PageRecord } from '../page-record.ts'
import { pageRecord } from '../page-record.ts'
import { issuesOf } from '../stored-audit.ts'
import type { Table } from './table.ts'

/** Rows read at once: some 180 kB with their audits; they are unpacked without a pause. */
const AT_ONCE = 50

const COLUMNS = [
  'url',
  'statusCode',
  'score',
  'grade',
  'title',
  'metaDescription',
  'h1',
  'wordCount',
  'internalLinks',
  'depth',
  'inlinks',
  'outlinks',
  'pageRank',
  'indexable',
  'noindex',
  'nofollow',
  'canonical',
  'redirectTo',
  'inSitemap',
  'lang',
  'responseMs',
  'bytes',
  'fetchedAt',
  'issues',
  'remark',
] as const satisfies readonly (keyof PageRecord)[]

/** The items of a crawl in its order. */
export function pageTable(db: Queryable, job: CrawlJobRow): Table<(typeof COLUMNS)[number]> {
  return { columns: COLUMNS, rows: readRecords(db, job) }
}

async function* readRecords(
  db: Queryable,
  { id, dictionary }: CrawlJobRow,
): AsyncGenerator<PageRecord[]> {
  if (dictionary === null) return
  const read = (after: number, limit: number) => readWholePageRows(db, id, after, limit)
  for await (const rows of inParts(read, { atOnce: AT_ONCE })) {
    yield rows.map((row) => recordOf(row, dictionary))
  }
}

function recordOf(row: WholePageRow, dictionary: Buffer): PageRecord {
  const stored = unpackStored(row.audit, dictionary)
  return pageRecord(row, JSON.parse(issuesOf(stored)) as string[])
}
