import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LinkGraph } from '../../../../../controller/src/crawl/site/link-graph.ts'
import {
  depthsFrom,
  inlinksOf,
  pageRanks,
  reversed,
  shownRanks,
} from '../../../../../controller/src/crawl/site/link-graph.ts'

/** @param links by source; negative ones say nofollow: -1 is item 0, -2 item 1 */
function graphOf(links: readonly (readonly number[])[]): LinkGraph {
  const offsets = new Int32Array(links.length + 1)
  const flat = links.flat()
  for (const [at, own] of links.entries()) offsets[at + 1] = (offsets[at] ?? 0) + own.length
  return {
    offsets,
    targets: Int32Array.from(flat, (to) => (to < 0 ? -to - 1 : to)),
    nofollow: Uint8Array.from(flat, (to) => (to < 0 ? 1 : 0)),
  }
}

const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((count) =>
    fc.array(fc.uniqueArray(fc.nat(count - 1), { maxLength: count }), {
      minLength: count,
      maxLength: count,
    }),
  )
  .map((links) => links.map((own, from) => own.filter((to) => to !== from)))

/** The same by the matrix of the definition. */
function ranksByMatrix(links: readonly (readonly number[])[]): number[] {
  const count = links.length
  let ranks = links.map(() => 1 / count)
  for (let round = 0; round < 300; round += 1) {
    ranks = links.map((_, to) => {
      const given = links.map((own, from) => {
        const rank = ranks[from] ?? 0
        if (own.length === 0) return rank / count
        return own.includes(to) ? rank / own.length : 0
      })
      return 0.15 / count + 0.85 * given.reduce((sum, share) => sum + share, 0)
    })
  }
  return ranks
}

describe('PageRank', () => {
  test('is that of the definition', () => {
    fc.assert(
      fc.property(graphs, (links) => {
        const ranks = pageRanks(graphOf(links))
        for (const [at, expected] of ranksByMatrix(links).entries()) {
          expect(ranks[at]).toBeCloseTo(expected, 6)
        }
      }),
    )
  })

  test('has the published values of the well-known example', () => {
    // Eleven pages A to K. Source: Wikipedia, "PageRank" (the drawing of the article, in percent)
    const links = [
      [], // A
      [2], // B: C
      [1], // C: B
      [0, 1], // D: A, B
      [1, 3, 5], // E: B, D, F
      [1, 4], // F: B, E
      [1, 4], // G to I: B, E
      [1, 4],
      [1, 4],
      [4], // J, K: E
      [4],
    ]
    const percent = Array.from(pageRanks(graphOf(links)), (rank) => Math.round(rank * 1_000) / 10)
    expect(percent).toEqual([3.3, 38.4, 34.3, 3.9, 8.1, 3.9, 1.6, 1.6, 1.6, 1.6, 1.6])
  })

  test('passes nothing over links that say nofollow', () => {
    const ranks = pageRanks(graphOf([[1, -3], [0], [0]]))
    expect(ranks[2]).toBeCloseTo(0.05, 6)
  })

  test('is shown with 100 for the highest', () => {
    expect(shownRanks(Float64Array.of(0.4, 0.3, 0.1))).toEqual([100, 75, 25])
    expect(shownRanks(new Float64Array(0))).toEqual([])
  })
})

test('depths are the fewest clicks', () => {
  expect([...depthsFrom(graphOf([[1, 2], [3], [3], [0], [0]]), 0)]).toEqual([0, 1, 1, 2, -1])
  fc.assert(
    fc.property(graphs, (links) => {
      const depths = depthsFrom(graphOf(links), 0)
      for (const [from, own] of links.entries()) {
        for (const to of own) {
          if (depths[from] === -1) continue
          expect(depths[to]).toBeGreaterThanOrEqual(0)
          expect(depths[to]).toBeLessThanOrEqual((depths[from] ?? 0) + 1)
        }
      }
      for (const [to, depth] of depths.entries()) {
        if (depth <= 0) continue
        const sources = links.flatMap((own, from) => (own.includes(to) ? [depths[from]] : []))
        expect(sources).toContain(depth - 1)
      }
    }),
  )
})

test('inlinks are the items that link to one, and reversed names them', () => {
  fc.assert(
    fc.property(graphs, (links) => {
      const graph = graphOf(links)
      const inlinks = inlinksOf(graph)
      const { offsets, sources } = reversed(graph)
      for (const to of links.keys()) {
        const expected = links.flatMap((own, from) => (own.includes(to) ? [from] : []))
        expect(inlinks[to]).toBe(expected.length)
        expect([...sources.subarray(offsets[to], offsets[to + 1])]).toEqual(expected)
      }
    }),
  )
})
