import type { GraphRow } from '../../db/crawl-site.ts'
import {
  beginFigures,
  insertGraph,
  insertIssue,
  noteFigures,
  readSiteJob,
} from '../../db/crawl-site.ts'
import type { Database } from '../../db/pool.ts'
import { pageRanks, reversed, shownRanks } from './link-graph.ts'
import type { ReadSite } from './read-site.ts'
import { readSite } from './read-site.ts'
import { siteIssues } from './site-issues.ts'

const ROWS_AT_ONCE = 2_000
/** Who links to an item is kept of so many. */
const MAX_SOURCES = 1_000

/** The graph with what takes time to compute. */
interface RankedGraph extends ReturnType<typeof reversed> {
  readonly ranks: readonly number[]
}

/** Rows of the graph, some thousand at a time: all of a large site would take as much memory as the site. */
function* graphRows(
  { site: { depths, inlinks, outlinks }, seqs }: ReadSite,
  { offsets, sources, ranks }: RankedGraph,
): Generator<GraphRow[]> {
  const rowOf = (pageRank: number, item: number): GraphRow => {
    const begin = offsets[item] ?? 0
    const end = Math.min(offsets[item + 1] ?? 0, begin + MAX_SOURCES)
    const depth = depths[item] ?? -1
    return {
      seq: seqs[item] ?? 0,
      depth: depth === -1 ? null : depth,
      inlinks: inlinks[item] ?? 0,
      outlinks: outlinks[item] ?? 0,
      pageRank,
      sources: Array.from(sources.subarray(begin, end), (source) => seqs[source] ?? 0),
    }
  }
  for (let at = 0; at < ranks.length; at += ROWS_AT_ONCE) {
    yield ranks.slice(at, at + ROWS_AT_ONCE).map((rank, place) => rowOf(rank, at + place))
  }
}

/** Makes the link graph and the issues of a crawl from what is there of it, and stores them in place of those
 *  that were. What others do with the crawl meanwhile is in the next ones.
 *  @returns how many pages it has; 0 where it is gone */
export async function makeFigures(db: Database, jobId: number): Promise<number> {
  const read = await db.snapshot(async (tx) => {
    const job = await readSiteJob(tx, jobId)
    return job === null ? null : { job, ...(await readSite(tx, jobId, job)) }
  })
  if (read === null) return 0
  const { graph } = read.site
  const ranked = { ...reversed(graph), ranks: shownRanks(pageRanks(graph)) }
  const issues = siteIssues(read.site)
  await db.transaction(async (tx) => {
    if (!(await beginFigures(tx, jobId, read.job.pages))) return
    for (const rows of graphRows(read, ranked)) await insertGraph(tx, jobId, rows)
    for (const [position, issue] of issues.entries()) await insertIssue(tx, jobId, position, issue)
    await noteFigures(tx, jobId, read.job.pages)
  })
  return read.site.pages.length
}
