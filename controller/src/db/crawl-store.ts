import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlFacts, CrawlOutcome } from '@sightline/shared/crawl/work'
import { numberArray, textArray } from './array-literal.ts'
import type { CrawlPlace } from './crawl-levels.ts'
import { CRAWL_SETTINGS } from './crawl-settings.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** A crawl into which something is stored; nobody else changes it before the transaction ends. */
export interface StoredCrawl extends Omit<CrawlPlace, 'jobId'> {
  readonly startUrl: string
  readonly settings: CrawlSettings
  readonly maxPages: number
  readonly pages: number
  readonly unfinished: number
  readonly nextUrlId: number
  readonly checkIds: readonly string[]
  readonly hasDictionary: boolean
  readonly refusedInARow: number
}

const lock = kept(sql<StoredCrawl>`
  select start_url as "startUrl", ${CRAWL_SETTINGS}, phase, level, hops, max_pages as "maxPages", pages, unfinished,
    next_url_id as "nextUrlId", next_seq as "nextSeq", ahead, check_ids as "checkIds",
    dictionary is not null as "hasDictionary", refused_in_a_row as "refusedInARow"
  from crawl_jobs where id = $1 and status = 'running' for update`)

/** null where it is over: nothing more is stored then. */
export async function lockForStoring(tx: Queryable, jobId: number): Promise<StoredCrawl | null> {
  return (await tx.query(lock, [jobId])).rows[0] ?? null
}

const readDictionary = kept(sql<{ dictionary: Buffer | null }>`
  select dictionary from crawl_jobs where id = $1`)

/** What audits of a crawl are compressed with; null before its first page. */
export async function readCrawlDictionary(db: Queryable, jobId: number): Promise<Buffer | null> {
  return (await db.query(readDictionary, [jobId])).rows[0]?.dictionary ?? null
}

/** An address that an agent had. */
export interface LeasedUrl {
  readonly id: number
  readonly seq: number
  readonly url: string
  /** This try counted. */
  readonly attempts: number
  /** As crawl_urls.left_out. */
  readonly leftOut: string | null
}

const readLeased = kept(sql<LeasedUrl>`
  select id, seq, url, attempts, left_out as "leftOut" from crawl_urls where batch_id = $1 order by seq`)

export async function readLeasedUrls(tx: Queryable, batchId: number): Promise<LeasedUrl[]> {
  return (await tx.query(readLeased, [batchId])).rows
}

/** An address that something leads to. */
export interface KnownUrl {
  readonly url: string
  /** As `digestOf` gives it. */
  readonly key: string
  /** As `patternOf` gives it. */
  readonly pattern: string | null
  /** As crawl_urls.left_out; null where it is crawled. */
  readonly leftOut: string | null
  /** Of the first link that counts; null where none does. */
  readonly rank: number | null
  /** Its place in the sitemaps; null where none names it. */
  readonly sitemapPlace: number | null
}

/** An address that is known already. */
interface FoundUrl {
  readonly id: number
  readonly key: string
  readonly rank: number | null
  /** A link that stands before its first one may still change its place. */
  readonly isOpen: boolean
}

// Of several addresses each is looked for by its own key here and in the statements below. Told the crawl and then
// the addresses, the planner went through the whole crawl for each batch where it had no statistics of it yet, or
// those of many small ones: 400 ms at 6,000 addresses. For the same reason these are planned each time anew.
const findUrls = sql<FoundUrl>`
  select u.id, u.key, u.rank,
    u.state = 'found' or u.state = 'left' and u.left_out in ('nofollow', 'canonical', 'image', 'external', 'type')
      as "isOpen"
  from (select $1::int as job_id, unnest($2::uuid[]) as key offset 0) asked
  join crawl_urls u on u.job_id = asked.job_id and u.key = asked.key`

const improve = sql<never>`
  update crawl_urls u set rank = new.rank,
    state = case when u.left_out in ('nofollow', 'canonical', 'image') then 'found' else u.state end,
    left_out = case when u.left_out in ('nofollow', 'canonical', 'image') then null else u.left_out end
  from (
    select $1::int as job_id, id, rank from unnest($2::int[], $3::bigint[]) as given (id, rank) offset 0
  ) new
  where u.job_id = new.job_id and u.id = new.id`

const insertUrls = kept(sql<never>`
  insert into crawl_urls (job_id, id, key, url, state, left_out, pattern, rank, sitemap_place)
  select $1, id, key, url, case when left_out is null then 'found' else 'left' end, left_out, pattern, rank,
    sitemap_place
  from unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::bigint[], $8::int[])
    as new (id, key, url, left_out, pattern, rank, sitemap_place)`)

/** Notes links that stand before those that led to an address until now. Of most addresses none does: they are
 *  found in the order of the crawl. */
async function improveRanks(
  tx: Queryable,
  jobId: number,
  urls: readonly KnownUrl[],
  found: ReadonlyMap<string, FoundUrl>,
): Promise<void> {
  const better = urls.flatMap(({ key, rank }) => {
    const known = found.get(key)
    if (known?.isOpen !== true || rank === null) return []
    return known.rank === null || rank < known.rank ? [{ id: known.id, rank }] : []
  })
  if (better.length === 0) return
  const columns = [better.map(({ id }) => id), better.map(({ rank }) => rank)]
  await tx.query(improve, [jobId, ...columns.map(numberArray)])
}

/** Keeps addresses that are not known yet, and of the others whether a link that stands before leads there.
 *  @param urls each once  @returns their numbers by key, and the first number that is free now */
export async function keepUrls(
  tx: Queryable,
  jobId: number,
  urls: readonly KnownUrl[],
  nextUrlId: number,
): Promise<{ ids: Map<string, number>; nextUrlId: number }> {
  if (urls.length === 0) return { ids: new Map(), nextUrlId }
  const { rows } = await tx.query(findUrls, [jobId, textArray(urls.map(({ key }) => key))])
  const found = new Map(rows.map((row) => [row.key, row]))
  await improveRanks(tx, jobId, urls, found)
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  const added = urls.filter(({ key }) => !ids.has(key))
  for (const [at, { key }] of added.entries()) ids.set(key, nextUrlId + at)
  if (added.length > 0) {
    await tx.query(insertUrls, [
      jobId,
      numberArray(added.map((_, at) => nextUrlId + at)),
      textArray(added.map(({ key }) => key)),
      textArray(added.map(({ url }) => url)),
      textArray(added.map(({ leftOut }) => leftOut)),
      textArray(added.map(({ pattern }) => pattern)),
      numberArray(added.map(({ rank }) => rank)),
      numberArray(added.map(({ sitemapPlace }) => sitemapPlace)),
    ])
  }
  return { ids, nextUrlId: nextUrlId + added.length }
}

/** What an address turned out to be. */
export interface SettledUrl {
  readonly id: number
  readonly outcome: CrawlOutcome
  readonly statusCode: number | null
  readonly error: string | null
  /** A number. */
  readonly redirectTo: number | null
}

const settle = sql<never>`
  update crawl_urls u set state = 'done', batch_id = null, outcome = new.outcome,
    status_code = new.status_code, error = new.error, redirect_to = new.redirect_to
  from (
    select $1::int as job_id, given.*
    from unnest($2::int[], $3::text[], $4::smallint[], $5::text[], $6::int[])
      as given (id, outcome, status_code, error, redirect_to)
    offset 0
  ) new
  where u.job_id = new.job_id and u.id = new.id`

export async function settleUrls(
  tx: Queryable,
  jobId: number,
  urls: readonly SettledUrl[],
): Promise<void> {
  if (urls.length === 0) return
  await tx.query(settle, [
    jobId,
    numberArray(urls.map(({ id }) => id)),
    textArray(urls.map(({ outcome }) => outcome)),
    numberArray(urls.map(({ statusCode }) => statusCode)),
    textArray(urls.map(({ error }) => error)),
    numberArray(urls.map(({ redirectTo }) => redirectTo)),
  ])
}

const postpone = sql<never>`
  update crawl_urls u set state = 'queued', batch_id = null,
    not_before = now() + make_interval(secs => new.wait_ms / 1000),
    attempts = attempts - new.untried
  from (
    select $1::int as job_id, given.*
    from unnest($2::int[], $3::float8[], $4::int[]) as given (id, wait_ms, untried)
    offset 0
  ) new
  where u.job_id = new.job_id and u.id = new.id`

/** An address that has another turn. */
export interface PostponedUrl {
  readonly id: number
  /** Until then, in ms. */
  readonly waitMs: number
  /** It was not asked for: no try is counted. */
  readonly isUntried: boolean
}

/** Lets addresses have another turn. */
export async function postponeUrls(
  tx: Queryable,
  jobId: number,
  urls: readonly PostponedUrl[],
): Promise<void> {
  if (urls.length === 0) return
  const columns = [
    urls.map(({ id }) => id),
    urls.map(({ waitMs }) => waitMs),
    urls.map(({ isUntried }) => Number(isUntried)),
  ]
  await tx.query(postpone, [jobId, ...columns.map(numberArray)])
}

/** An item of a crawl, as it is stored. */
export interface NewPage {
  readonly seq: number
  readonly urlId: number
  readonly statusCode: number
  readonly score: number
  readonly grade: string
  readonly title: string
  readonly description: string
  readonly h1: string
  readonly wordCount: number
  readonly internalLinks: number
  /** Places in the job's list of checks. */
  readonly failed: readonly number[]
  readonly ms: number | null
  readonly bytes: number
  readonly facts: CrawlFacts | null
  readonly links: Buffer
  /** Numbers of the images that it shows; null where nobody asked. */
  readonly images: readonly number[] | null
  readonly audit: Buffer
}

const insertPagesStatement = kept(sql<never>`
  insert into crawl_pages (job_id, seq, url_id, status_code, score, grade, title, description, h1, word_count,
    internal_links, failed, ms, bytes, facts, links, audit, image_ids, fetched_at)
  select $1, seq, url_id, status_code, score, grade, title, description, h1, word_count, internal_links,
    failed::smallint[], ms, bytes, facts::jsonb, links, audit, image_ids::int[], now()
  from unnest($2::int[], $3::int[], $4::smallint[], $5::smallint[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::int[], $11::int[], $12::text[], $13::real[], $14::int[], $15::text[], $16::bytea[],
    $17::bytea[], $18::text[]) as page (seq, url_id, status_code, score, grade, title, description, h1, word_count,
    internal_links, failed, ms, bytes, facts, links, audit, image_ids)`)

export async function insertPages(
  tx: Queryable,
  jobId: number,
  pages: readonly NewPage[],
): Promise<void> {
  if (pages.length === 0) return
  await tx.query(insertPagesStatement, [
    jobId,
    numberArray(pages.map(({ seq }) => seq)),
    numberArray(pages.map(({ urlId }) => urlId)),
    numberArray(pages.map(({ statusCode }) => statusCode)),
    numberArray(pages.map(({ score }) => score)),
    textArray(pages.map(({ grade }) => grade)),
    textArray(pages.map(({ title }) => title)),
    textArray(pages.map(({ description }) => description)),
    textArray(pages.map(({ h1 }) => h1)),
    numberArray(pages.map(({ wordCount }) => wordCount)),
    numberArray(pages.map(({ internalLinks }) => internalLinks)),
    textArray(pages.map(({ failed }) => numberArray(failed))),
    numberArray(pages.map(({ ms }) => ms)),
    numberArray(pages.map(({ bytes }) => bytes)),
    textArray(pages.map(({ facts }) => (facts === null ? null : JSON.stringify(facts)))),
    pages.map(({ links }) => links),
    pages.map(({ audit }) => audit),
    textArray(pages.map(({ images }) => (images === null ? null : numberArray(images)))),
  ])
}

const count = kept(sql<never>`
  update crawl_jobs set pages = pages + $2, unfinished = unfinished - $3, next_url_id = $4,
    refused_in_a_row = $5, dictionary = coalesce(dictionary, $6)
  where id = $1`)

/** What a batch changed of a crawl's counts. */
export interface CrawlCounts {
  readonly pages: number
  readonly finished: number
  readonly nextUrlId: number
  readonly refusedInARow: number
  /** The first one stays. */
  readonly dictionary: Buffer | null
}

export async function countStored(
  tx: Queryable,
  jobId: number,
  { pages, finished, nextUrlId, refusedInARow, dictionary }: CrawlCounts,
): Promise<void> {
  await tx.query(count, [jobId, pages, finished, nextUrlId, refusedInARow, dictionary])
}
