import type { CrawlJobRow } from './crawl-job-reads.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** What of a crawl changes while it runs, and by what it is known. */
export type CrawlProgressRow = Pick<
  CrawlJobRow,
  | 'id'
  | 'publicId'
  | 'startUrl'
  | 'host'
  | 'status'
  | 'maxPages'
  | 'createdAt'
  | 'finishedAt'
  | 'pages'
  | 'unfinished'
  | 'complete'
  | 'error'
>

const readProgress = kept(sql<CrawlProgressRow>`
  select id, public_id as "publicId", start_url as "startUrl", host, status, max_pages as "maxPages",
    created_at as "createdAt", finished_at as "finishedAt", pages, unfinished, complete, error
  from crawl_jobs where id = any($1::int[])`)

/** How some crawls are now, by number; one that was removed is not there. */
export async function readCrawlProgress(
  db: Queryable,
  jobIds: readonly number[],
): Promise<Map<number, CrawlProgressRow>> {
  const { rows } = await db.query(readProgress, [jobIds])
  return new Map(rows.map((row) => [row.id, row]))
}
