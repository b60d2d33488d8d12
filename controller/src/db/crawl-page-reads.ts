import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An item of a crawl. */
export interface CrawlPageRow {
  readonly seq: number
  readonly url: string
  readonly statusCode: number
  readonly score: number
  readonly grade: string
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

const readFrom = sql<CrawlPageRow>`
  select p.seq, u.url, p.status_code as "statusCode", p.score, p.grade, p.title,
    p.description as "metaDescription", p.h1, p.word_count as "wordCount",
    p.internal_links as "internalLinks",
    case when g.seq is null then u.level else g.depth end as depth, p.audit
  from crawl_pages p
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  left join crawl_graph g on g.job_id = p.job_id and g.seq = p.seq
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
