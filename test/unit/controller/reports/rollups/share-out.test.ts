import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROLLUP_SPANS } from '../../../../../controller/src/db/rollups.ts'
import type { RolledSegment } from '../../../../../controller/src/reports/rollups/share-out.ts'
import { shareOut } from '../../../../../controller/src/reports/rollups/share-out.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The rollups a part reads: span and beginning of each. */
function rollupsOf(part: readonly RolledSegment[]): string[] {
  return part.flatMap(({ source, fromMs, toMs }) => {
    const spanMs = source * 60_000
    return Array.from(
      { length: (toMs - fromMs) / spanMs },
      (_, index) => `${source} ${fromMs + index * spanMs}`,
    )
  })
}

test('little is read at once, and nothing not at all', () => {
  const week: RolledSegment = { source: 60, fromMs: 0, toMs: 7 * DAY }
  expect(shareOut([week])).toEqual([[week]])
  expect(shareOut([])).toEqual([])
})

test('a month of hours is cut between two of them', () => {
  const month: RolledSegment = { source: 60, fromMs: 0, toMs: 30 * DAY + HOUR }
  expect(shareOut([month])).toEqual([
    [{ ...month, toMs: 15 * DAY + HOUR }],
    [{ ...month, fromMs: 15 * DAY + HOUR }],
  ])
})

const run = fc.record({
  source: fc.constantFrom(...ROLLUP_SPANS),
  rollups: fc.integer({ min: 1, max: 2_000 }),
})

test('every rollup is in one part, in its place, and parts are of one size', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
      let atMs = 0
      const segments = runs.map(({ source, rollups }): RolledSegment => {
        const fromMs = atMs
        atMs += source * 60_000 * rollups
        return { source, fromMs, toMs: atMs }
      })
      const parts = shareOut(segments).map(rollupsOf)
      expect(parts.flat()).toEqual(rollupsOf(segments))
      const [first = [], second] = parts
      if (second !== undefined) expect(first.length - second.length).toBeOneOf([0, 1])
    }),
    { numRuns: 50 },
  )
})
