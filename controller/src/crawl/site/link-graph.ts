/** Links between the items of a crawl, which are numbered from 0 in the order of the crawl. Source by source:
 *  those of item n stand from `offsets[n]` to `offsets[n + 1]`, each target once, none to the item itself. */
export interface LinkGraph {
  readonly offsets: Int32Array
  readonly targets: Int32Array
  /** 1 where the link says nofollow. */
  readonly nofollow: Uint8Array
}

/** Clicks from an item to each, by breadth first; -1 where no way leads there.
 *  @param start -1: from nowhere */
export function depthsFrom({ offsets, targets }: LinkGraph, start: number): Int32Array {
  const count = offsets.length - 1
  const depths = new Int32Array(count).fill(-1)
  const queue = new Int32Array(count)
  if (start < 0 || start >= count) return depths
  depths[start] = 0
  queue[0] = start
  for (let head = 0, tail = 1; head < tail; head += 1) {
    const from = queue[head] ?? 0
    const depth = (depths[from] ?? 0) + 1
    for (let at = offsets[from] ?? 0; at < (offsets[from + 1] ?? 0); at += 1) {
      const to = targets[at] ?? 0
      if (depths[to] !== -1) continue
      depths[to] = depth
      queue[tail] = to
      tail += 1
    }
  }
  return depths
}

/** How many items link to each. */
export function inlinksOf({ offsets, targets }: LinkGraph): Int32Array {
  const inlinks = new Int32Array(offsets.length - 1)
  for (const to of targets) inlinks[to] = (inlinks[to] ?? 0) + 1
  return inlinks
}

/** The same links the other way round: who links to each, in order. */
export function reversed({ offsets, targets }: LinkGraph): {
  readonly offsets: Int32Array
  readonly sources: Int32Array
} {
  const count = offsets.length - 1
  const begins = new Int32Array(count + 1)
  for (const to of targets) begins[to + 1] = (begins[to + 1] ?? 0) + 1
  for (let at = 0; at < count; at += 1) begins[at + 1] = (begins[at + 1] ?? 0) + (begins[at] ?? 0)
  const next = begins.slice()
  const sources = new Int32Array(targets.length)
  for (let from = 0; from < count; from += 1) {
    for (let at = offsets[from] ?? 0; at < (offsets[from + 1] ?? 0); at += 1) {
      const to = targets[at] ?? 0
      sources[next[to] ?? 0] = from
      next[to] = (next[to] ?? 0) + 1
    }
  }
  return { offsets: begins, sources }
}

/** Source: Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", section 2.1 */
const DAMPING = 0.85
const MAX_ROUNDS = 100
const CLOSE_ENOUGH = 1e-9

/** What each item's rank is shared among: links that do not say nofollow. */
function followedOf({ offsets, nofollow }: LinkGraph): Int32Array {
  const counts = new Int32Array(offsets.length - 1)
  for (let from = 0; from < counts.length; from += 1) {
    for (let at = offsets[from] ?? 0; at < (offsets[from + 1] ?? 0); at += 1) {
      if (nofollow[at] === 0) counts[from] = (counts[from] ?? 0) + 1
    }
  }
  return counts
}

/** PageRank of each item, the sum being 1. Items without links give theirs to all alike; links that say
 *  nofollow pass nothing on. Ends when a round changes less than 1e-9 in all, or after 100.
 *  Source: analyses design, section 4 */
export function pageRanks(graph: LinkGraph): Float64Array {
  const { offsets, targets, nofollow } = graph
  const count = offsets.length - 1
  const followed = followedOf(graph)
  let ranks = new Float64Array(count).fill(1 / count)
  let next = new Float64Array(count)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let dangling = 0
    for (let from = 0; from < count; from += 1) {
      if (followed[from] === 0) dangling += ranks[from] ?? 0
    }
    next.fill((1 - DAMPING + DAMPING * dangling) / count)
    for (let from = 0; from < count; from += 1) {
      const share = (DAMPING * (ranks[from] ?? 0)) / (followed[from] || 1)
      for (let at = offsets[from] ?? 0; at < (offsets[from + 1] ?? 0); at += 1) {
        const to = targets[at] ?? 0
        if (nofollow[at] === 0) next[to] = (next[to] ?? 0) + share
      }
    }
    let change = 0
    for (let at = 0; at < count; at += 1) change += Math.abs((next[at] ?? 0) - (ranks[at] ?? 0))
    ;[ranks, next] = [next, ranks]
    if (change < CLOSE_ENOUGH) break
  }
  return ranks
}

/** Ranks as people see them: 100 for the highest, two digits. Source: contract, "Crawl link-graph item" */
export function shownRanks(ranks: Float64Array): number[] {
  const highest = ranks.reduce((most, rank) => Math.max(most, rank), 0)
  return Array.from(ranks, (rank) =>
    highest === 0 ? 0 : Math.round((10_000 * rank) / highest) / 100,
  )
}
