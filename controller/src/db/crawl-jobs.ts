import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import { CRAWL_SHARER } from './crawl-sharer.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** Whose a crawl is: a workspace's, or a key's without one. */
export interface CrawlOwner {
  readonly workspaceId: number | null
  readonly keyId: number
}

/** A crawl that somebody asks for. */
export interface NewCrawl extends CrawlOwner {
  readonly publicId: string
  /** Normalised. */
  readonly url: string
  readonly isBare: boolean
  readonly host: string
  readonly settings: CrawlSettings
  readonly region: string
  readonly regionIsAsked: boolean
  readonly checkIds: readonly string[]
  readonly createdAt: Date
  /** Number of the one that repeats it; left out: nobody does. */
  readonly scheduleId?: number
}

const insert = sql<{ id: number }>`
  with added as (
    insert into crawl_jobs (public_id, workspace_id, key_id, asked_url, is_bare, start_url, host, settings,
      region, region_is_asked, max_pages, check_ids, created_at, schedule_id)
    values ($1, $2, $3, $4, $5, $4, $6, $7, $8, $9, $10, $11, $12, $13)
    returning id
  )
  select id, pg_notify('work_added', '') from added`

/** Keeps a crawl; whichever controller holds an agent of its region begins it. */
export async function insertCrawl(db: Queryable, crawl: NewCrawl): Promise<void> {
  await db.query(insert, [
    crawl.publicId,
    crawl.workspaceId,
    crawl.workspaceId === null ? crawl.keyId : null,
    crawl.url,
    crawl.isBare,
    crawl.host,
    JSON.stringify(crawl.settings),
    crawl.region,
    crawl.regionIsAsked,
    crawl.settings.maxPages,
    crawl.checkIds,
    crawl.createdAt,
    crawl.scheduleId ?? null,
  ])
}

const countOpen = sql<{ open: number }>`
  select count(*)::int as open from crawl_jobs
  where status in ('queued', 'running')
    and (workspace_id = $1 or $1::bigint is null and workspace_id is null and key_id = $2)`

/** Crawls of an owner that are not over. */
export async function countOpenCrawls(
  db: Queryable,
  { workspaceId, keyId }: CrawlOwner,
): Promise<number> {
  return (await db.query(countOpen, [workspaceId, keyId])).rows[0]?.open ?? 0
}

const end = sql<never>`
  with ended as (
    update crawl_jobs set status = $2, error = $3, finished_at = now(), complete = false, unfinished = 0
    where id = $1 and status in ('queued', 'running') returning id
  )
  delete from crawl_batches where job_id in (select id from ended)`

/** Ends a crawl before its time; what it found stays. What agents still bring is left out. */
export async function endCrawl(
  db: Queryable,
  jobId: number,
  { status, error }: { readonly status: 'failed' | 'cancelled'; readonly error: string | null },
): Promise<void> {
  await db.query(end, [jobId, status, error])
}

const finish = sql<never>`
  update crawl_jobs j set
    status = case when pages = 0 then 'failed' else 'done' end,
    finished_at = now(),
    complete = not exists (
      select from crawl_urls u where u.job_id = j.id and u.state = 'left' and u.left_out = 'cap'
    ),
    error = case when pages > 0 then error else coalesce((
      select u.error from crawl_urls u where u.job_id = j.id and u.seq = 0
    ), 'The start page is no HTML page.') end
  where id = $1 and status = 'running' and phase = 'figures'`

/** Ends a crawl that has read everything, once its figures are there. @returns false where it is over */
export async function finishCrawl(db: Queryable, jobId: number): Promise<boolean> {
  return (await db.query(finish, [jobId])).rowCount > 0
}

/** A crawl that is to be opened. */
export interface QueuedCrawl extends CrawlOwner {
  readonly id: number
  readonly url: string
  readonly isBare: boolean
  readonly settings: CrawlSettings
  /** Whether the workspace that runs the installation asks. */
  readonly isOperators: boolean
}

const lockQueued = kept(sql<QueuedCrawl>`
  select j.id, j.asked_url as url, j.is_bare as "isBare", j.settings, j.workspace_id as "workspaceId",
    coalesce(j.key_id, 0) as "keyId",
    exists (select from installation where owner_workspace_id = j.workspace_id) as "isOperators"
  from crawl_jobs j
  where j.status = 'queued' and j.region = $1
    and not (${CRAWL_SHARER} = any($2::text[]))
    and not exists (select from crawl_batches b where b.job_id = j.id)
  order by (
      select count(*) from crawl_jobs other
      where (other.status = 'running' or other.status = 'queued' and exists (
          select from crawl_batches b where b.job_id = other.id
        ))
        and coalesce(other.workspace_id, -other.key_id) = coalesce(j.workspace_id, -j.key_id)
    ), j.id
  limit 1
  for update of j skip locked`)

/** A crawl of a region that nobody opens yet; nobody else takes it before the transaction ends.
 *  @param barred whose crawls it may not be, as `sharerOfKey` names them */
export async function lockQueuedCrawl(
  tx: Queryable,
  region: string,
  barred: readonly string[],
): Promise<QueuedCrawl | null> {
  return (await tx.query(lockQueued, [region, [...barred]])).rows[0] ?? null
}

const lockOpening = sql<{ id: number; settings: CrawlSettings }>`
  select id, settings from crawl_jobs where id = $1 and status = 'queued' for update`

/** null where it is over. */
export async function lockForOpening(
  tx: Queryable,
  jobId: number,
): Promise<{ settings: CrawlSettings } | null> {
  return (await tx.query(lockOpening, [jobId])).rows[0] ?? null
}

const begin = sql<never>`
  update crawl_jobs set status = 'running', started_at = now(), start_url = $2, host = $3,
    sitemap_files = $4, sitemap_errors = $5, sitemaps_cut = $7, sitemap_alternates = $8, next_url_id = $6, next_seq = 1,
    unfinished = 1
  where id = $1`

const queueStart = sql<never>`
  update crawl_urls set state = 'queued', seq = 0, level = 0, rank = 0
  where job_id = $1 and id = $2`

/** Where a crawl begins. */
export interface CrawlBeginning {
  readonly startUrl: string
  readonly host: string
  readonly startUrlId: number
  readonly nextUrlId: number
  readonly sitemapFiles: number
  readonly sitemapErrors: readonly string[]
  /** Not all that they name is known. */
  readonly sitemapsCut: boolean
  /** They name versions in other languages. */
  readonly sitemapAlternates: boolean
}

/** Lets a crawl run; its start page is the first that is handed out. */
export async function beginCrawl(tx: Queryable, jobId: number, at: CrawlBeginning): Promise<void> {
  const { startUrl, host, sitemapFiles, sitemapErrors, nextUrlId } = at
  const { sitemapsCut, sitemapAlternates } = at
  const files = [sitemapFiles, sitemapErrors]
  const found = [startUrl, host, ...files, nextUrlId, sitemapsCut, sitemapAlternates]
  await tx.query(begin, [jobId, ...found])
  await tx.query(queueStart, [jobId, at.startUrlId])
}

const anyOpen = kept(sql<{ isAny: boolean }>`
  select exists (
    select from crawl_jobs where status in ('queued', 'running')
      or figures_pages < pages and finished_at > now() - interval '1 day'
  ) as "isAny"`)

/** Whether there is a crawl that somebody has to look after. */
export async function isAnyCrawlOpen(db: Queryable): Promise<boolean> {
  return (await db.query(anyOpen)).rows[0]?.isAny ?? false
}

const readLonely = sql<{ id: number; host: string; region: string }>`
  select id, host, region from crawl_jobs j
  where status in ('queued', 'running') and not region_is_asked
    and not (region = any($1::text[]))
  order by id limit 50`

/** Crawls whose region has nobody who could crawl, though any region would do.
 *  @param able regions that can */
export async function readLonelyCrawls(
  db: Queryable,
  able: readonly string[],
): Promise<{ id: number; host: string; region: string }[]> {
  return (await db.query(readLonely, [able])).rows
}

const moveRegion = sql<never>`
  update crawl_jobs set region = $2 where id = $1 and status in ('queued', 'running')`

export async function moveCrawlToRegion(
  db: Queryable,
  jobId: number,
  region: string,
): Promise<void> {
  await db.query(moveRegion, [jobId, region])
}

const prune = sql<{ id: number }>`
  delete from crawl_jobs where id in (
    select j.id from crawl_jobs j
    where j.finished_at < now() - make_interval(days => $1::int)
    order by j.finished_at limit 1
  ) returning id`

const pruneRows = sql<{ id: number }>`
  with old as (
    select j.id from crawl_jobs j where j.finished_at < now() - make_interval(days => $1::int)
    order by j.finished_at limit 1
  ), pages as (
    delete from crawl_pages where (job_id, seq) in (
      select job_id, seq from crawl_pages where job_id = (select id from old) limit $2
    ) returning 1
  ), urls as (
    delete from crawl_urls where (job_id, id) in (
      select job_id, id from crawl_urls where job_id = (select id from old) limit $2
    ) returning 1
  )
  select (select id from old) as id
  where (select count(*) from pages) + (select count(*) from urls) > 0`

/** Removes crawls that ended long ago, some thousand rows at a time, so that nobody waits for it.
 *  @returns once none is left */
export async function pruneCrawls(db: Queryable, keptDays: number): Promise<void> {
  for (;;) {
    const { rowCount: some } = await db.query(pruneRows, [keptDays, PRUNED_AT_ONCE])
    if (some > 0) continue
    const { rowCount: removed } = await db.query(prune, [keptDays])
    if (removed === 0) return
  }
}

const PRUNED_AT_ONCE = 5_000

const pruneHosts = sql<never>`delete from crawl_hosts where touched_at < now() - interval '1 day'`

/** Forgets how hosts are that nobody has crawled for a day. */
export async function pruneCrawlHosts(db: Queryable): Promise<void> {
  await db.query(pruneHosts)
}
