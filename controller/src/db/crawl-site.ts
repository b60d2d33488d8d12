import type { CrawlFacts, CrawlOutcome } from '@sightline/shared/crawl/work'
import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A crawl of which figures are made. */
export interface SiteJobRow {
  readonly startUrl: string
  readonly pages: number
  readonly checkIds: readonly string[]
  readonly sitemapFiles: number
  /** Not all that the sitemaps name is known. */
  readonly sitemapsCut: boolean
  /** The sitemaps name versions in other languages. */
  readonly sitemapAlternates: boolean
  /** Nothing that could be read is left out. */
  readonly isComplete: boolean
  /** The largest number of an address; -1 where there is none. */
  readonly lastUrlId: number
  /** The place of the last item; -1 where there is none. */
  readonly lastSeq: number
}

const readJob = sql<SiteJobRow>`
  select start_url as "startUrl", pages, check_ids as "checkIds", sitemap_files as "sitemapFiles",
    sitemaps_cut as "sitemapsCut", sitemap_alternates as "sitemapAlternates",
    phase = 'figures' and not exists (
      select from crawl_urls u where u.job_id = j.id and u.state = 'left' and u.left_out in ('cap', 'depth')
    ) as "isComplete",
    coalesce((select max(id) from crawl_urls where job_id = j.id), -1) as "lastUrlId",
    coalesce((select max(seq) from crawl_pages where job_id = j.id), -1) as "lastSeq"
  from crawl_jobs j where id = $1`

/** null where it is gone. */
export async function readSiteJob(db: Queryable, jobId: number): Promise<SiteJobRow | null> {
  return (await db.query(readJob, [jobId])).rows[0] ?? null
}

/** An address that a crawl knows. */
export interface SiteUrlRow {
  readonly id: number
  readonly url: string
  readonly outcome: CrawlOutcome | null
  readonly leftOut: string | null
  readonly statusCode: number | null
  readonly error: string | null
  /** null: no sitemap names it. */
  readonly sitemapPlace: number | null
  readonly redirectTo: number | null
}

const readUrls = sql<SiteUrlRow>`
  select id, url, outcome, left_out as "leftOut", status_code as "statusCode", error,
    sitemap_place as "sitemapPlace", redirect_to as "redirectTo"
  from crawl_urls where job_id = $1 and id between $2 and $3 order by id`

/** Addresses by number, from one to another. Told how many instead, the planner sorts all that follow for each part
 *  where it has no statistics of them. */
export async function readSiteUrls(
  db: Queryable,
  jobId: number,
  from: number,
  to: number,
): Promise<SiteUrlRow[]> {
  return (await db.query(readUrls, [jobId, from, to])).rows
}

/** An item, without its audit. */
export interface SitePageRow {
  readonly seq: number
  readonly urlId: number
  readonly statusCode: number
  readonly title: string
  readonly description: string
  readonly h1: string
  readonly failed: readonly number[]
  readonly facts: CrawlFacts | null
  readonly links: Buffer
  /** Numbers of the images that it shows; null where nobody asked. */
  readonly images: readonly number[] | null
}

const readPages = sql<SitePageRow>`
  select seq, url_id as "urlId", status_code as "statusCode", title, description, h1, failed, facts, links,
    image_ids as images
  from crawl_pages where job_id = $1 and seq between $2 and $3 order by seq`

/** Items in the order of the crawl, from one place to another. */
export async function readSitePages(
  db: Queryable,
  jobId: number,
  from: number,
  to: number,
): Promise<SitePageRow[]> {
  return (await db.query(readPages, [jobId, from, to])).rows
}

/** An item in the link graph. */
export interface GraphRow {
  readonly seq: number
  /** null: no way leads there. */
  readonly depth: number | null
  readonly inlinks: number
  readonly outlinks: number
  /** 0 to 100. */
  readonly pageRank: number
  /** The first of those that link to it. */
  readonly sources: readonly number[]
}

const lockJob = sql<{ id: number }>`
  select id from crawl_jobs where id = $1 and figures_pages <= $2 for update`
const dropGraph = sql<never>`delete from crawl_graph where job_id = $1`
const dropIssues = sql<never>`delete from crawl_issues where job_id = $1`

/** Makes room for figures of a crawl: whoever reads them sees the old ones until the transaction ends.
 *  @param pages of which the new ones are
 *  @returns false where the crawl is gone, or newer ones are there */
export async function beginFigures(tx: Queryable, jobId: number, pages: number): Promise<boolean> {
  if ((await tx.query(lockJob, [jobId, pages])).rowCount === 0) return false
  await tx.query(dropGraph, [jobId])
  await tx.query(dropIssues, [jobId])
  return true
}

const addGraph = sql<never>`
  insert into crawl_graph (job_id, seq, depth, inlinks, outlinks, page_rank, sources)
  select $1, seq, depth, inlinks, outlinks, page_rank, sources::int[]
  from unnest($2::int[], $3::smallint[], $4::int[], $5::int[], $6::real[], $7::text[])
    as node (seq, depth, inlinks, outlinks, page_rank, sources)`

export async function insertGraph(
  tx: Queryable,
  jobId: number,
  rows: readonly GraphRow[],
): Promise<void> {
  await tx.query(addGraph, [
    jobId,
    numberArray(rows.map(({ seq }) => seq)),
    numberArray(rows.map(({ depth }) => depth)),
    numberArray(rows.map(({ inlinks }) => inlinks)),
    numberArray(rows.map(({ outlinks }) => outlinks)),
    numberArray(rows.map(({ pageRank }) => pageRank)),
    textArray(rows.map(({ sources }) => numberArray(sources))),
  ])
}

const addIssue = sql<never>`
  insert into crawl_issues (job_id, id, position, severity, weight, of_total, count, items, details)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/** What is wrong with a site. */
export interface SiteIssueRow {
  readonly id: string
  readonly severity: string
  readonly weight: number
  readonly ofTotal: number
  readonly count: number
  readonly items: readonly number[] | Int32Array
  /** JSON. */
  readonly details: string | null
}

/** @param position in the order in which they are shown */
export async function insertIssue(
  tx: Queryable,
  jobId: number,
  position: number,
  { id, severity, weight, ofTotal, count, items, details }: SiteIssueRow,
): Promise<void> {
  await tx.query(addIssue, [
    jobId,
    id,
    position,
    severity,
    weight,
    ofTotal,
    count,
    numberArray(items),
    details,
  ])
}

const note = sql<never>`
  update crawl_jobs set figures_pages = $2, figures_at = clock_timestamp(),
    score = (select avg(score) from crawl_pages where job_id = $1 and status_code = 200)
  where id = $1`

/** Notes of how many pages the figures are, and what the pages score. */
export async function noteFigures(tx: Queryable, jobId: number, pages: number): Promise<void> {
  await tx.query(note, [jobId, pages])
}
