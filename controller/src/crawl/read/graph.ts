import { setImmediate as pause } from 'node:timers/promises'
import type { CrawlLinkRow } from '../../db/crawl-graph-reads.ts'
import { readGraphExtent, readLinkedPages } from '../../db/crawl-graph-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import { unpackLinks } from '../pack.ts'

/** Pages whose links are unpacked in a row, 30 µs each, before others have their turn. */
const IN_A_ROW = 100
/** Links of one picture: more are a black square. */
const MAX_LINKS = 20_000

/** The pages of highest rank and the links among them. */
export interface GraphRead {
  /** All that the graph knows. */
  readonly totalPages: number
  readonly pages: readonly CrawlLinkRow[]
  /** From one page to another, by their places in `pages`. */
  readonly links: readonly (readonly [from: number, to: number])[]
  /** There are more links among these pages. */
  readonly truncated: boolean
}

export async function readGraph(db: Queryable, jobId: number, limit: number): Promise<GraphRead> {
  const { pages: totalPages } = await readGraphExtent(db, jobId)
  const rows = await readLinkedPages(db, jobId, limit)
  const places = new Map(rows.map(({ urlId }, place) => [urlId, place]))
  const links: (readonly [number, number])[] = []
  let truncated = false
  for (const [from, row] of rows.entries()) {
    const targets = new Set(unpackLinks(row.links).map(([id]) => places.get(id)))
    for (const to of targets) {
      if (to === undefined || to === from) continue
      if (links.length < MAX_LINKS) links.push([from, to])
      else truncated = true
    }
    if (from % IN_A_ROW === IN_A_ROW - 1) await pause()
  }
  const pages = rows.map(({ urlId: _urlId, links: _links, ...page }) => page)
  return { totalPages, pages, links, truncated }
}
