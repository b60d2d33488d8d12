import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlOwner } from './crawl-jobs.ts'
import { CRAWL_SETTINGS } from './crawl-settings.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** A crawl as people see it. */
export interface CrawlJobRow {
  readonly id: number
  readonly publicId: string
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly startUrl: string
  readonly host: string
  readonly settings: CrawlSettings
  readonly region: string
  readonly maxPages: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** null until it ends. */
  readonly complete: boolean | null
  readonly error: string | null
  readonly pages: number
  readonly unfinished: number
  readonly sitemapFiles: number
  readonly sitemapErrors: readonly string[]
  readonly checkIds: readonly string[]
  /** What its audits are compressed with; null before its first page, and in lists. */
  readonly dictionary: Buffer | null
  /** Of how many pages the graph and the issues are; 0 before the first. */
  readonly figuresPages: number
  /** What pages that answer 200 score on average, as of then; null without any. */
  readonly score: number | null
}

const COLUMNS: SqlPart = {
  sqlPart: `j.id, j.public_id as "publicId", j.status, j.start_url as "startUrl", j.host, ${CRAWL_SETTINGS.sqlPart}, j.region,
    j.max_pages as "maxPages", j.created_at as "createdAt", j.started_at as "startedAt",
    j.finished_at as "finishedAt", j.complete, j.error, j.pages, j.unfinished,
    j.sitemap_files as "sitemapFiles", j.sitemap_errors as "sitemapErrors", j.check_ids as "checkIds",
    j.figures_pages as "figuresPages", round(j.score::numeric, 1)::float8 as score`,
}

/** Crawls of one owner: $1 is a workspace, or null and $2 a key without one. */
const OWNED: SqlPart = {
  sqlPart: `(j.workspace_id = $1 or $1::bigint is null and j.workspace_id is null and j.key_id = $2)`,
}

const readOne = sql<CrawlJobRow>`
  select ${COLUMNS}, j.dictionary from crawl_jobs j where ${OWNED} and j.public_id = $3`

/** null for one that is not there, and for somebody else's. */
export async function readCrawlJobRow(
  db: Queryable,
  { workspaceId, keyId }: CrawlOwner,
  publicId: string,
): Promise<CrawlJobRow | null> {
  return (await db.query(readOne, [workspaceId, keyId, publicId])).rows[0] ?? null
}

/** Some of an owner's crawls. */
export interface CrawlListPart {
  /** In lower case, with its port; null: of all. */
  readonly host: string | null
  readonly limit: number
  readonly offset: number
}

/** Those of one host, or of all where it is null: $3. */
const OF_HOST: SqlPart = { sqlPart: `($3::text is null or j.host = $3)` }

const list = sql<CrawlJobRow>`
  select ${COLUMNS}, null::bytea as dictionary from crawl_jobs j where ${OWNED} and ${OF_HOST}
  order by j.id desc limit $4 offset $5`

const count = sql<{ total: number }>`
  select count(*)::int as total from crawl_jobs j where ${OWNED} and ${OF_HOST}`

/** The latest first. @param page.host null for those of all hosts */
export async function listCrawlJobs(
  db: Queryable,
  { workspaceId, keyId }: CrawlOwner,
  { host, limit, offset }: CrawlListPart,
): Promise<{ total: number; rows: CrawlJobRow[] }> {
  const [{ rows }, totals] = await Promise.all([
    db.query(list, [workspaceId, keyId, host, limit, offset]),
    db.query(count, [workspaceId, keyId, host]),
  ])
  return { total: totals.rows[0]?.total ?? 0, rows }
}
