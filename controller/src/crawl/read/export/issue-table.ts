import { readAffectedRows, readIssueRows } from '../../../db/crawl-issue-reads.ts'
import type { CrawlJobRow } from '../../../db/crawl-job-reads.ts'
import type { Queryable } from '../../../db/pool.ts'
import { issueWords } from '../issue-words.ts'
import type { Cell } from './csv.ts'
import type { Table } from './table.ts'

const AT_ONCE = 1_000

const COLUMNS = ['issue', 'severity', 'weight', 'title', 'url', 'statusCode', 'detail'] as const

/** An address for each issue it has. */
type IssueRecord = Readonly<Record<(typeof COLUMNS)[number], Cell>>

/** What is wrong with a site, the worst first, and with which of its addresses in the order of the crawl. */
export function issueTable(db: Queryable, job: CrawlJobRow): Table<(typeof COLUMNS)[number]> {
  return { columns: COLUMNS, rows: readRecords(db, job) }
}

async function* readRecords(
  db: Queryable,
  { id: jobId }: CrawlJobRow,
): AsyncGenerator<IssueRecord[]> {
  for (const { id, severity, weight, kept } of await readIssueRows(db, jobId)) {
    const { title } = issueWords(id)
    for (let offset = 0; offset < kept; offset += AT_ONCE) {
      const page = { offset, limit: AT_ONCE, withAudits: false }
      const rows = await readAffectedRows(db, { jobId, issueId: id }, page)
      yield rows.map(({ url, statusCode, detail }) => ({
        issue: id,
        severity,
        weight,
        title,
        url,
        statusCode,
        detail: detail === null ? null : JSON.stringify(detail),
      }))
    }
  }
}
