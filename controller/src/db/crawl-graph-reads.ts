import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A page of the link graph. */
export interface CrawlLinkRow {
  readonly url: string
  readonly statusCode: number
  readonly inlinks: number
  readonly outlinks: number
  /** Clicks from the start page; null: no way leads there. */
  readonly depth: number | null
  /** 0 to 100. */
  readonly pageRank: number
}

// Only pages that rank like the last one shown or better are joined and sorted by their addresses: all of
// 50,000 took 300 ms.
const readRanked = sql<CrawlLinkRow>`
  with best as (
    select page_rank from crawl_graph where job_id = $1 order by page_rank desc limit $2
  )
  select u.url, p.status_code as "statusCode", g.inlinks, g.outlinks, g.depth, g.page_rank as "pageRank"
  from crawl_graph g
  join crawl_pages p on p.job_id = g.job_id and p.seq = g.seq
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where g.job_id = $1 and g.page_rank >= (select min(page_rank) from best)
  order by g.page_rank desc, u.url collate "C"
  limit $2`

/** Pages by their rank, the highest first; equal ones by address, in the order of code points. */
export async function readRankedPages(
  db: Queryable,
  jobId: number,
  limit: number,
): Promise<CrawlLinkRow[]> {
  return (await db.query(readRanked, [jobId, limit])).rows
}

/** A page that the link graph does not know yet. */
export interface UnrankedPageRow {
  readonly urlId: number
  readonly url: string
  readonly statusCode: number
  /** Clicks from the start page, as the crawl found it. */
  readonly depth: number | null
  /** As `packLinks` writes them. */
  readonly links: Buffer
  /** Most clicks of all such pages, also of those that are not given. */
  readonly deepest: number | null
}

const readUnranked = sql<UnrankedPageRow>`
  select u.id as "urlId", u.url, p.status_code as "statusCode", u.level as depth, p.links,
    max(u.level) over () as deepest
  from crawl_pages p
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where p.job_id = $1
    and not exists (select from crawl_graph g where g.job_id = p.job_id and g.seq = p.seq)
  order by u.url collate "C"
  limit $2`

/** Pages that came after the graph was made, by address. */
export async function readUnrankedPages(
  db: Queryable,
  jobId: number,
  limit: number,
): Promise<UnrankedPageRow[]> {
  return (await db.query(readUnranked, [jobId, limit])).rows
}

const readExternal = sql<{ id: number }>`
  select u.id from unnest($2::int[]) as asked (id)
  join crawl_urls u on u.job_id = $1 and u.id = asked.id
  where u.left_out = 'external'`

/** Those of some addresses that belong to other sites. */
export async function readExternalIds(
  db: Queryable,
  jobId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await db.query(readExternal, [jobId, numberArray(ids)])
  return new Set(rows.map(({ id }) => id))
}

const readExtent = sql<{ pages: number; deepest: number | null }>`
  select count(*)::int as pages, max(depth) as deepest from crawl_graph where job_id = $1`

/** How many pages the graph knows, and how many clicks lead to the farthest. */
export async function readGraphExtent(
  db: Queryable,
  jobId: number,
): Promise<{ pages: number; deepest: number | null }> {
  return (await db.query(readExtent, [jobId])).rows[0] ?? { pages: 0, deepest: null }
}

/** A page that nothing links to. */
export interface OrphanRow {
  readonly seq: number
  readonly url: string
  readonly statusCode: number
  readonly depth: number | null
  readonly outlinks: number
}

const readOrphans = sql<OrphanRow>`
  select g.seq, u.url, p.status_code as "statusCode", g.depth, g.outlinks
  from crawl_graph g
  join crawl_pages p on p.job_id = g.job_id and p.seq = g.seq
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where g.job_id = $1 and g.seq > $2 and g.inlinks = 0
  order by g.seq
  limit $3`

/** Pages that nothing links to in the order of the crawl: so many after a place. */
export async function readOrphanRows(
  db: Queryable,
  jobId: number,
  after: number,
  limit: number,
): Promise<OrphanRow[]> {
  return (await db.query(readOrphans, [jobId, after, limit])).rows
}

/** A page with its links, as `packLinks` writes them. */
export interface LinkedPageRow extends CrawlLinkRow {
  readonly urlId: number
  readonly links: Buffer
}

const readLinked = sql<LinkedPageRow>`
  with best as (
    select seq, inlinks, outlinks, depth, page_rank from crawl_graph where job_id = $1
    order by page_rank desc, seq limit $2
  )
  select u.url, p.status_code as "statusCode", g.inlinks, g.outlinks, g.depth, g.page_rank as "pageRank",
    p.url_id as "urlId", p.links
  from best g
  join crawl_pages p on p.job_id = $1 and p.seq = g.seq
  join crawl_urls u on u.job_id = $1 and u.id = p.url_id
  order by g.page_rank desc, g.seq`

/** Pages of the highest rank with their links. */
export async function readLinkedPages(
  db: Queryable,
  jobId: number,
  limit: number,
): Promise<LinkedPageRow[]> {
  return (await db.query(readLinked, [jobId, limit])).rows
}
