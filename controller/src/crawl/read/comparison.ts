import { AppError } from '@sightline/shared/errors'
import type { CrawlPair } from '../../db/crawl-compare.ts'
import type { CrawlIssueRow } from '../../db/crawl-issue-reads.ts'
import type { CrawlJobRow } from '../../db/crawl-job-reads.ts'
import { readCrawlJobRow } from '../../db/crawl-job-reads.ts'
import type { CrawlOwner } from '../../db/crawl-jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { CrawlComparison } from '../compare/compare-crawls.ts'
import type { IssueComparison } from '../compare/compare-issue.ts'
import { compareIssue } from '../compare/compare-issue.ts'
import type { IssueChange } from '../compare/issue-changes.ts'
import type { CrawlJobHeader } from '../job-view.ts'
import type { IssueView } from './issues.ts'
import { issueView } from './issues.ts'

/** An issue that other pages have than before, as people see it. */
type IssueChangeView = IssueView & Omit<IssueChange<CrawlIssueRow>, 'issue'>

/** What is other in one crawl of a site than in the one before, as people see it. */
export interface ComparisonView extends Omit<CrawlComparison, 'issues'> {
  readonly with: CrawlJobHeader
  readonly issues: IssueChangeView[]
}

/** The same of one issue. */
export interface IssueComparisonView extends Omit<IssueComparison, 'issue'> {
  readonly with: CrawlJobHeader
  readonly issue: IssueChangeView
}

const changeView = ({ issue, ...rest }: IssueChange<CrawlIssueRow>): IssueChangeView => ({
  ...issueView(issue),
  ...rest,
})

export function comparisonView({
  issues,
  ...pages
}: CrawlComparison): Omit<ComparisonView, 'with'> {
  return {
    ...pages,
    issues: issues.map(changeView),
  }
}

/** @throws AppError notFound where the same pages have the issue as before */
export async function readIssueComparison(
  db: Queryable,
  pair: CrawlPair,
  {
    issueId,
    ...part
  }: { readonly issueId: string; readonly limit: number; readonly offset: number },
): Promise<Omit<IssueComparisonView, 'with'>> {
  const found = await compareIssue(db, pair, issueId, part)
  if (found !== null) return { ...found, issue: changeView(found.issue) }
  const shown = issueId.length > 40 ? `${issueId.slice(0, 40)}…` : issueId
  throw new AppError(
    'notFound',
    `No page got or lost an issue "${shown}" between the two crawls: those that changed are at /compare.`,
  )
}

/** The crawl that one is compared with. @throws AppError badRequest where the owner has no such */
export async function readOther(
  db: Queryable,
  owner: CrawlOwner,
  publicId: string,
): Promise<CrawlJobRow> {
  const other = await readCrawlJobRow(db, owner, publicId)
  if (other !== null) return other
  const shown = publicId.length > 40 ? `${publicId.slice(0, 40)}…` : publicId
  throw new AppError(
    'badRequest',
    `The query parameter "with" is "${shown}", but there is no crawl with this id.`,
  )
}

const isOver = ({ status }: CrawlJobRow): boolean => status !== 'queued' && status !== 'running'

/** @throws AppError conflict, badRequest for two crawls that say nothing of each other */
export function requireComparable(job: CrawlJobRow, other: CrawlJobRow): void {
  if (job.id === other.id) {
    throw new AppError(
      'badRequest',
      'The query parameter "with" is the crawl itself: it must be another crawl of the same site.',
    )
  }
  if (job.host !== other.host) {
    throw new AppError(
      'badRequest',
      `The query parameter "with" is a crawl of ${other.host}, but this one is of ${job.host}: it must be one of the same host.`,
    )
  }
  if (!isOver(other)) {
    throw new AppError(
      'badRequest',
      'The query parameter "with" is a crawl that still runs: it must be one that is over.',
    )
  }
  if (isOver(job)) return
  throw new AppError('conflict', 'The crawl still runs: compare it when it is over.')
}
