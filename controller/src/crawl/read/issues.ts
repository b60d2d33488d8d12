import { setImmediate as pause } from 'node:timers/promises'
import { AppError } from '@sightline/shared/errors'
import type { AffectedRow, CrawlIssueRow } from '../../db/crawl-issue-reads.ts'
import { readAffectedRows, readIssueRow, readIssueRows } from '../../db/crawl-issue-reads.ts'
import type { CrawlJobRow } from '../../db/crawl-job-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import { unpackIssue } from '../pack.ts'
import type { IssueWords } from './issue-words.ts'
import { issueWords } from './issue-words.ts'

/** Audits unpacked and read in a row, 0.2 ms each, before others have their turn. */
const IN_A_ROW = 25

/** Something that is wrong with a site. */
export interface IssueView extends IssueWords {
  readonly id: string
  readonly severity: CrawlIssueRow['severity']
  readonly weight: number
  /** Addresses that have it. */
  readonly count: number
  /** Addresses it was looked for in. */
  readonly ofTotal: number
  /** Percent. */
  readonly share: number
  readonly examples: string[]
}

/** An address that has an issue. */
export interface AffectedView {
  readonly url: string
  readonly statusCode: number | null
  /** What its audit says; null for an issue of the site. */
  readonly issue: string | null
  readonly detail: Record<string, unknown> | null
}

/** Pages that have an issue. */
export interface AffectedPages {
  readonly issue: IssueView
  readonly items: AffectedView[]
}

/** An issue as people see it. */
export function issueView({
  id,
  severity,
  weight,
  count,
  ofTotal,
  examples,
}: CrawlIssueRow): IssueView {
  const share = shareOf(count, ofTotal)
  return { id, ...issueWords(id), severity, weight, count, ofTotal, share, examples }
}

/** In percent, with two digits; with four where those would say none of what is there, or all of what is not. */
function shareOf(count: number, ofTotal: number): number {
  if (ofTotal === 0) return 0
  const percent = (100 * count) / ofTotal
  const rounded = Math.round(100 * percent) / 100
  const isNone = rounded === 0 && count > 0
  const isAll = rounded === 100 && count < ofTotal
  return isNone || isAll ? Math.round(10_000 * percent) / 10_000 : rounded
}

/** What is wrong with a site, the worst first. */
export async function readIssues(
  db: Queryable,
  { id }: Pick<CrawlJobRow, 'id'>,
): Promise<IssueView[]> {
  return (await readIssueRows(db, id)).map(issueView)
}

/** Pages that have an issue. @throws AppError notFound where none has it */
export async function readAffected(
  db: Queryable,
  job: CrawlJobRow,
  query: { readonly issueId: string; readonly limit: number; readonly offset: number },
): Promise<AffectedPages> {
  const { issueId, limit, offset } = query
  const row = await readIssueRow(db, job.id, issueId)
  if (row === null) throw noSuchIssue(issueId)
  const issue = issueView(row)
  const withAudits = issue.source === 'page'
  const of = { jobId: job.id, issueId }
  const rows = await readAffectedRows(db, of, { limit, offset, withAudits })
  return { issue, items: await affectedViews(rows, issueId, job.dictionary) }
}

async function affectedViews(
  rows: readonly AffectedRow[],
  issueId: string,
  dictionary: Buffer | null,
): Promise<AffectedView[]> {
  const items: AffectedView[] = []
  for (let at = 0; at < rows.length; at += IN_A_ROW) {
    const some = rows.slice(at, at + IN_A_ROW).map((row): AffectedView => {
      const { url, statusCode, detail, audit } = row
      const issue =
        audit === null || dictionary === null ? null : unpackIssue(audit, dictionary, issueId)
      return { url, statusCode, issue, detail: detail === null ? null : { ...detail } }
    })
    items.push(...some)
    await pause()
  }
  return items
}

function noSuchIssue(id: string): AppError {
  const shown = id.length > 40 ? `${id.slice(0, 40)}…` : id
  return new AppError(
    'notFound',
    `No page of the crawl has an issue "${shown}": the issues it has are at /issues.`,
  )
}
