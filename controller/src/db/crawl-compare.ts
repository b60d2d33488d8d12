import { INDEXABLE } from './crawl-page-reads.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** What of a page two crawls are compared by. */
export interface ComparedPage {
  readonly statusCode: number
  readonly title: string
  readonly metaDescription: string
  readonly canonical: string | null
  readonly indexable: boolean
  readonly wordCount: number
  readonly score: number
}

const FIELDS: SqlPart = {
  sqlPart: `u.key, u.url, p.seq, p.status_code, p.title, p.description, p.facts ->> 'canonical' as canonical,
    ${INDEXABLE.sqlPart} as indexable, p.word_count, p.score`,
}

/** $1 is the crawl before, $2 the one after. */
const BOTH: SqlPart = {
  sqlPart: `before as materialized (
    select ${FIELDS.sqlPart} from crawl_pages p
    join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
    where p.job_id = $1
  ), after as materialized (
    select ${FIELDS.sqlPart} from crawl_pages p
    join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
    where p.job_id = $2
  )`,
}

const DIFFERS: SqlPart = {
  sqlPart: `(a.status_code, a.title, a.description, a.canonical, a.indexable, a.word_count, a.score)
    is distinct from
    (b.status_code, b.title, b.description, b.canonical, b.indexable, b.word_count, b.score)`,
}

/** The pages of one crawl. */
export interface CrawlSum {
  readonly pages: number
  readonly indexable: number
  /** Of pages that answer 200; null without any. */
  readonly score: number | null
}

/** How many pages of two crawls are alike. */
export interface CrawlDifference {
  readonly added: number
  readonly gone: number
  readonly changed: number
  readonly before: CrawlSum
  readonly after: CrawlSum
}

const count = sql<CrawlDifference>`
  with ${BOTH}
  select
    count(*) filter (where b.key is null)::int as added,
    count(*) filter (where a.key is null)::int as gone,
    count(*) filter (where a.key = b.key and ${DIFFERS})::int as changed,
    json_build_object('pages', count(b.key), 'indexable', count(*) filter (where b.indexable),
      'score', round(avg(b.score) filter (where b.status_code = 200), 1)) as before,
    json_build_object('pages', count(a.key), 'indexable', count(*) filter (where a.indexable),
      'score', round(avg(a.score) filter (where a.status_code = 200), 1)) as after
  from after a full join before b on b.key = a.key`

/** Two crawls, by their numbers. */
export interface CrawlPair {
  readonly before: number
  readonly after: number
}

/** Counts what is other in one crawl than in another. */
export async function countDifferences(
  db: Queryable,
  { before, after }: CrawlPair,
): Promise<CrawlDifference> {
  const { rows } = await db.query(count, [before, after])
  const none = { pages: 0, indexable: 0, score: null }
  return rows[0] ?? { added: 0, gone: 0, changed: 0, before: none, after: none }
}

/** So many after so many. */
interface Part {
  readonly limit: number
  readonly offset: number
}

/** A page that only one of two crawls has. */
export interface LonePageRow {
  readonly url: string
  readonly statusCode: number
  readonly title: string
}

const readLone = sql<LonePageRow>`
  select u.url, p.status_code as "statusCode", p.title
  from crawl_pages p
  join crawl_urls u on u.job_id = p.job_id and u.id = p.url_id
  where p.job_id = $1 and not exists (
    select from crawl_urls other
    join crawl_pages item on item.job_id = other.job_id and item.seq = other.seq
    where other.job_id = $2 and other.key = u.key and item.url_id = other.id
  )
  order by p.seq
  limit $3 offset $4`

/** Pages of a crawl that another does not have, in the order of the crawl. */
export async function readLonePages(
  db: Queryable,
  { of, without }: { readonly of: number; readonly without: number },
  { limit, offset }: Part,
): Promise<LonePageRow[]> {
  return (await db.query(readLone, [of, without, limit, offset])).rows
}

/** A page that is other than it was. */
export interface ChangedPageRow {
  readonly url: string
  readonly before: ComparedPage
  readonly after: ComparedPage
}

const readChanged = sql<ChangedPageRow>`
  with ${BOTH}
  select a.url,
    json_build_object('statusCode', b.status_code, 'title', b.title, 'metaDescription', b.description,
      'canonical', b.canonical, 'indexable', b.indexable, 'wordCount', b.word_count, 'score', b.score)
      as before,
    json_build_object('statusCode', a.status_code, 'title', a.title, 'metaDescription', a.description,
      'canonical', a.canonical, 'indexable', a.indexable, 'wordCount', a.word_count, 'score', a.score)
      as after
  from after a join before b on b.key = a.key
  where ${DIFFERS}
  order by a.seq
  limit $3 offset $4`

/** Pages of both crawls that are other in the second, in its order. */
export async function readChangedPages(
  db: Queryable,
  { before, after }: CrawlPair,
  { limit, offset }: Part,
): Promise<ChangedPageRow[]> {
  return (await db.query(readChanged, [before, after, limit, offset])).rows
}
