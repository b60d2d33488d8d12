import { setImmediate as pause } from 'node:timers/promises'
import type { CrawlJobRow } from '../../db/crawl-job-reads.ts'
import type { CrawlLinkRow, UnrankedPageRow } from '../../db/crawl-graph-reads.ts'
import {
  readExternalIds,
  readGraphExtent,
  readRankedPages,
  readUnrankedPages,
} from '../../db/crawl-graph-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import { unpackLinks } from '../pack.ts'

/** Pages whose links are unpacked in a row, 30 µs each, before others have their turn. */
const IN_A_ROW = 100

/** The link graph of a crawl, as far as it is known. */
export interface LinkGraphRead {
  readonly totalPages: number
  /** Clicks to the farthest page; 0 before there is any. */
  readonly maxDepth: number
  readonly items: readonly CrawlLinkRow[]
}

/** Pages by their rank, the highest first, equal ones by address. Pages that came after the graph was made have
 *  no inlinks and no rank yet.
 *  Source: contract, "Crawl link-graph item" */
export async function readLinks(
  db: Queryable,
  job: CrawlJobRow,
  limit: number,
): Promise<LinkGraphRead> {
  const [extent, ranked] = await Promise.all([
    readGraphExtent(db, job.id),
    readRankedPages(db, job.id, limit),
  ])
  const unranked = extent.pages < job.pages ? await readUnrankedPages(db, job.id, limit) : []
  const items = [...ranked, ...(await withOutlinks(db, job.id, unranked))]
  const deepest = Math.max(extent.deepest ?? 0, unranked[0]?.deepest ?? 0)
  return {
    totalPages: Math.max(extent.pages, job.pages),
    maxDepth: deepest,
    items: items.sort(byRank).slice(0, limit),
  }
}

function byRank(one: CrawlLinkRow, other: CrawlLinkRow): number {
  if (one.pageRank !== other.pageRank) return other.pageRank - one.pageRank
  return Buffer.compare(Buffer.from(one.url), Buffer.from(other.url))
}

/** Pages as the graph will show them, as far as their own links tell. */
async function withOutlinks(
  db: Queryable,
  jobId: number,
  pages: readonly UnrankedPageRow[],
): Promise<CrawlLinkRow[]> {
  const targets: Set<number>[] = []
  for (const [at, { urlId, links }] of pages.entries()) {
    const ids = new Set(unpackLinks(links).map(([id]) => id))
    ids.delete(urlId)
    targets.push(ids)
    if (at % IN_A_ROW === IN_A_ROW - 1) await pause()
  }
  const all = new Set(targets.flatMap((ids) => [...ids]))
  const external = await readExternalIds(db, jobId, [...all])
  return pages.map(({ url, statusCode, depth }, at) => ({
    url,
    statusCode,
    inlinks: 0,
    outlinks: [...(targets[at] ?? [])].filter((id) => !external.has(id)).length,
    depth,
    pageRank: 0,
  }))
}
