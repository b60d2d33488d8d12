import { AppError } from '@sightline/shared/errors'
import type { CrawlJobRow } from '../db/crawl-job-reads.ts'
import { readCrawlJobRow } from '../db/crawl-job-reads.ts'
import type { CrawlProgressRow } from '../db/crawl-progress.ts'
import type { CrawlOwner } from '../db/crawl-jobs.ts'
import type { Queryable } from '../db/pool.ts'

/** What every answer about a crawl begins with. Source: contract, "Crawl job header"; decisions, section 5 */
export interface CrawlJobHeader {
  readonly jobId: string
  readonly startUrl: string
  readonly host: string
  readonly status: CrawlJobRow['status']
  readonly maxPages: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** Items so far. */
  readonly pagesCrawled: number
  /** Addresses that are known and to be crawled. */
  readonly pagesQueued: number
  readonly complete: boolean
  readonly error: string | null
}

export function jobHeader(job: CrawlProgressRow): CrawlJobHeader {
  return {
    jobId: job.publicId,
    startUrl: job.startUrl,
    host: job.host,
    status: job.status,
    maxPages: job.maxPages,
    createdAt: job.createdAt,
    finishedAt: job.finishedAt,
    pagesCrawled: job.pages,
    // Before it begins that is its start page.
    pagesQueued: job.status === 'queued' ? 1 : job.unfinished,
    complete: job.complete ?? false,
    error: job.error,
  }
}

/** A crawl with all that was decided of it. */
export interface CrawlJobView extends CrawlJobHeader {
  readonly startedAt: Date | null
  readonly region: string
  /** On average, as of the latest figures. */
  readonly score: number | null
  readonly settings: CrawlJobRow['settings']
  /** Sitemaps that were read, and what could not be. */
  readonly sitemaps: { readonly files: number; readonly errors: string[] }
}

export function jobView(job: CrawlJobRow): CrawlJobView {
  return {
    ...jobHeader(job),
    startedAt: job.startedAt,
    region: job.region,
    score: job.score,
    settings: job.settings,
    sitemaps: { files: job.sitemapFiles, errors: [...job.sitemapErrors] },
  }
}

/** @throws AppError notFound, also for somebody else's */
export async function readCrawlJob(
  db: Queryable,
  owner: CrawlOwner,
  publicId: string,
): Promise<CrawlJobRow> {
  const row = await readCrawlJobRow(db, owner, publicId)
  if (row === null) throw new AppError('notFound', 'There is no crawl with this id.')
  return row
}
