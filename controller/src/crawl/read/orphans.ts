import type { CrawlJobRow } from '../../db/crawl-job-reads.ts'
import { readOrphanRows } from '../../db/crawl-graph-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import { inParts } from './keyset.ts'

const AT_ONCE = 1_000

/** A page that nothing of its site links to. Source: contract, "Orphan item" */
export interface OrphanItem {
  readonly url: string
  readonly statusCode: number
  readonly depth: number | null
  readonly outlinks: number
}

/** All orphans of a crawl in its order, some at a time: a site may have as many as pages. Of a page that came after
 *  the graph was made nobody can say whether it is one. */
export async function* readOrphans(
  db: Queryable,
  { id }: Pick<CrawlJobRow, 'id'>,
): AsyncGenerator<readonly OrphanItem[]> {
  const read = (after: number, limit: number) => readOrphanRows(db, id, after, limit)
  for await (const rows of inParts(read, { atOnce: AT_ONCE })) {
    yield rows.map(({ url, statusCode, depth, outlinks }) => ({ url, statusCode, depth, outlinks }))
  }
}
