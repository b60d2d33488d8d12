import type { AuditGrade } from '@sightline/shared/analyses/audit-checks/words'
import type { CrawlFacts } from '@sightline/shared/crawl/work'
import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** An item of a crawl. */
export interface CrawlPageRow {
  readonly seq: number
  readonly url: string
  readonly statusCode: number
  readonly score: number
  readonly grade: AuditGrade
  readonly title: string
  readonly metaDescription: string
  readonly h1: string
  readonly wordCount: number
  readonly internalLinks: number
  /** Clicks from the start page: of the link graph, or as the crawl found it where that is not there yet. */
  readonly depth: number | null
  /** As `packAudit` writes it. */
  readonly audit: Buffer
}

const COLUMNS: SqlPart = {
  sqlPart: `p.seq, u.url, p.status_code as "statusCode", p.score, p.grade, p.title,
    p.description as "metaDescription", p.h1, p.word_count as "wordCount",
    p.internal_links as "internalLinks",
    case when g.seq is null then u.level else g.depth end as depth, p.audit`,
}

/** Items after a place with their addresses, and what the link graph knows of them: said of that too, or all of it
 *  before the place is read as well. */
const ITEMS: SqlPart = {
  sqlPart: `crawl_pages p
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  left join crawl_graph g on g.job_id = p.job_id and g.seq = p.seq and g.seq > $2`,
}

const readFrom = sql<CrawlPageRow>`
  select ${COLUMNS} from ${ITEMS}
  where p.job_id = $1 and p.seq > $2
  order by p.seq
  limit $3`

/** Items in the order of the crawl: so many after a place. */
export async function readPageRows(
  db: Queryable,
  jobId: number,
  after: number,
  limit: number,
): Promise<CrawlPageRow[]> {
  return (await db.query(readFrom, [jobId, after, limit])).rows
}

const findPlace = sql<{ seq: number }>`
  select seq from crawl_pages where job_id = $1 order by seq limit 1 offset $2`

/** The place of the item that so many come before; null where there are not as many. */
export async function findPlaceAfter(
  db: Queryable,
  jobId: number,
  before: number,
): Promise<number | null> {
  return (await db.query(findPlace, [jobId, before])).rows[0]?.seq ?? null
}

/** An item with all that is known of it but its links. */
export interface WholePageRow extends CrawlPageRow {
  /** Pages that link to it, and addresses of the site that it links to; null before the link graph knows it. */
  readonly inlinks: number | null
  readonly outlinks: number | null
  readonly pageRank: number | null
  /** null where it is no HTML page. */
  readonly facts: CrawlFacts | null
  readonly isIndexable: boolean
  readonly redirectTo: string | null
  /** What could not be read of it, a sentence; null when all could. */
  readonly remark: string | null
  readonly isInSitemap: boolean
  readonly ms: number | null
  readonly bytes: number
  readonly fetchedAt: Date
}

/** Search engines may show it: an answer of 200 that neither says noindex, nor names another address as the one to
 *  be shown, nor leads there at once by itself. Of a page `p` and its address `u`. */
export const INDEXABLE: SqlPart = {
  sqlPart: `(p.status_code = 200 and u.outcome = 'page'
    and coalesce(p.facts ->> 'noindex', 'false') = 'false'
    and coalesce(p.facts ->> 'canonical', u.url) = u.url
    and p.facts ->> 'refresh' is null)`,
}

const readWhole = sql<WholePageRow>`
  select ${COLUMNS}, g.inlinks, g.outlinks, g.page_rank as "pageRank", p.facts,
    ${INDEXABLE} as "isIndexable", target.url as "redirectTo", u.error as remark,
    u.sitemap_place is not null as "isInSitemap", p.ms, p.bytes, p.fetched_at as "fetchedAt"
  from ${ITEMS}
  left join crawl_urls target on target.job_id = u.job_id and target.id = u.redirect_to
  where p.job_id = $1 and p.seq > $2
  order by p.seq
  limit $3`

/** The same with all that is known of them. */
export async function readWholePageRows(
  db: Queryable,
  jobId: number,
  after: number,
  limit: number,
): Promise<WholePageRow[]> {
  return (await db.query(readWhole, [jobId, after, limit])).rows
}

/** An item, and whether search engines may show it. */
export interface IndexabilityRow {
  readonly seq: number
  readonly url: string
  readonly isIndexable: boolean
}

// Not as a condition: nobody can estimate how many fulfil it, and all of the crawl was read for each part.
const readIndexability = sql<IndexabilityRow>`
  select p.seq, u.url, ${INDEXABLE} as "isIndexable" from crawl_pages p
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where p.job_id = $1 and p.seq > $2
  order by p.seq
  limit $3`

/** Items in the order of the crawl with whether search engines may show them: so many after a place. */
export async function readIndexabilityRows(
  db: Queryable,
  jobId: number,
  after: number,
  limit: number,
): Promise<IndexabilityRow[]> {
  return (await db.query(readIndexability, [jobId, after, limit])).rows
}

/** A page and what it links to. */
export interface LinkingPageRow {
  readonly seq: number
  readonly urlId: number
  readonly url: string
  readonly statusCode: number
  /** As `packLinks` writes them. */
  readonly links: Buffer
}

const readLinking = sql<LinkingPageRow>`
  select p.seq, p.url_id as "urlId", u.url, p.status_code as "statusCode", p.links
  from crawl_pages p
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where p.job_id = $1 and p.seq > $2
  order by p.seq
  limit $3`

/** Pages with their links in the order of the crawl: so many after a place. */
export async function readLinkingPages(
  db: Queryable,
  jobId: number,
  after: number,
  limit: number,
): Promise<LinkingPageRow[]> {
  return (await db.query(readLinking, [jobId, after, limit])).rows
}

const readSources = sql<LinkingPageRow>`
  select p.seq, p.url_id as "urlId", u.url, p.status_code as "statusCode", p.links
  from crawl_graph g
  cross join unnest(g.sources[1:$3]) as source (seq)
  join crawl_pages p on p.job_id = g.job_id and p.seq = source.seq
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where g.job_id = $1 and g.seq = $2
  order by p.seq`

/** The first pages that link to one, in the order of the crawl; none before the link graph knows it.
 *  @param limit 1,000 at most are known */
export async function readSourcePages(
  db: Queryable,
  jobId: number,
  seq: number,
  limit: number,
): Promise<LinkingPageRow[]> {
  return (await db.query(readSources, [jobId, seq, limit])).rows
}

/** What is known of an address. */
export interface CrawlUrlRow {
  readonly id: number
  readonly url: string
  readonly state: 'found' | 'queued' | 'leased' | 'done' | 'left'
  readonly leftOut: string | null
  readonly outcome: string | null
  readonly statusCode: number | null
  readonly error: string | null
  /** null before its turn. */
  readonly seq: number | null
}

const URL_COLUMNS: SqlPart = {
  sqlPart: `u.id, u.url, u.state, u.left_out as "leftOut", u.outcome, u.status_code as "statusCode", u.error,
    u.seq`,
}

const findUrls = sql<CrawlUrlRow>`
  select ${URL_COLUMNS} from crawl_urls u where u.job_id = $1 and u.key = any($2::uuid[])`

/** Those of some addresses that a crawl knows. @param keys as `digestOf` gives them */
export async function findCrawlUrls(
  db: Queryable,
  jobId: number,
  keys: readonly string[],
): Promise<CrawlUrlRow[]> {
  return (await db.query(findUrls, [jobId, keys])).rows
}

const readUrls = sql<CrawlUrlRow>`
  select ${URL_COLUMNS} from unnest($2::int[]) as asked (id)
  join crawl_urls u on u.job_id = $1 and u.id = asked.id`

/** Addresses by their numbers. */
export async function readCrawlUrls(
  db: Queryable,
  jobId: number,
  ids: readonly number[],
): Promise<Map<number, CrawlUrlRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query(readUrls, [jobId, numberArray(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many items of a crawl have something in common: a status, a grade of the audit or a depth, the others are
 *  null. */
export interface PageCountRow {
  readonly of: 'statusCode' | 'grade' | 'depth'
  readonly statusCode: number | null
  readonly grade: AuditGrade | null
  readonly depth: number | null
  readonly pages: number
}

// Grades are those of pages that answer 200: the others have none to speak of.
const countPages = sql<PageCountRow>`
  select case when grouping(status_code) = 0 then 'statusCode'
      when grouping(grade) = 0 then 'grade' else 'depth' end as "of",
    status_code as "statusCode", grade, depth, count(*)::int as pages
  from (
    select p.status_code, case when p.status_code = 200 then p.grade end as grade,
      case when g.seq is null then u.level else g.depth end as depth
    from crawl_pages p
    join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
    left join crawl_graph g on g.job_id = p.job_id and g.seq = p.seq
    where p.job_id = $1
  ) items
  group by grouping sets ((status_code), (grade), (depth))
  order by 1, status_code, grade, depth nulls last`

/** Items of a crawl by what they have in common, in order. */
export async function readPageCounts(db: Queryable, jobId: number): Promise<PageCountRow[]> {
  return (await db.query(countPages, [jobId])).rows
}
