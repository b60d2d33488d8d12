import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bucketOf,
  middleOf,
  percentiles,
} from '../../../../../controller/src/reports/rollups/histogram.ts'
import { percentileOf } from '../../../../helpers/report-rows.ts'

/** Response times as results have them: tenths of a millisecond, from nothing to a day. */
const responseMs = fc
  .oneof(fc.nat(200), fc.nat(20_000), fc.nat(864_000_000))
  .map((tenths) => tenths / 10)

function entry(ms: number, amount = 1): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt16BE(bucketOf(ms), 0)
  bytes.writeUInt32BE(amount, 2)
  return bytes
}

test.for([
  [0, 0],
  [0.1, 1],
  [6.4, 64],
  [12.7, 127],
  [12.8, 128],
  [12.9, 128],
  [13, 129],
  [25.5, 191],
  [25.6, 192],
  [2_147_483_647, 1_871],
] as const)('%d ms is in bucket %d', ([ms, bucket]) => {
  expect(bucketOf(ms)).toBe(bucket)
})

test('the middle of a bucket is in it, and within 0.8 % of whatever is', () => {
  fc.assert(
    fc.property(responseMs, (ms) => {
      const middle = middleOf(bucketOf(ms))
      expect(bucketOf(middle)).toBe(bucketOf(ms))
      expect(Math.abs(middle - ms)).toBeLessThanOrEqual(ms / 128)
    }),
  )
})

test('buckets are in the order of their response times', () => {
  fc.assert(
    fc.property(responseMs, responseMs, (a, b) => {
      if (a <= b) expect(bucketOf(a)).toBeLessThanOrEqual(bucketOf(b))
    }),
  )
})

test('merging is the same in any order and grouping, and the same as counting at once', () => {
  const some = fc.array(responseMs, { maxLength: 20 }).map((list) => list.map((ms) => entry(ms)))
  fc.assert(
    fc.property(some, some, some, (a, b, c) => {
      const joined = (...parts: Buffer[][]) => Buffer.concat(parts.flat())
      const figures = (...parts: Buffer[]) => percentiles(parts, [0, 0.1, 0.5, 0.9, 1])
      const atOnce = figures(...a, ...b, ...c)
      expect(figures(joined(a, b), joined(c))).toEqual(atOnce)
      expect(figures(joined(a), joined(b, c))).toEqual(atOnce)
      expect(figures(joined(c), joined(b), joined(a))).toEqual(atOnce)
    }),
  )
})

test('percentiles are within 0.8 % of those of the sorted response times', () => {
  fc.assert(
    fc.property(
      fc.array(responseMs, { minLength: 1, maxLength: 200 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }),
      (list, unsorted) => {
        const shares = unsorted.toSorted((a, b) => a - b)
        const found = percentiles(
          list.map((ms) => entry(ms)),
          shares,
        )
        const sorted = list.toSorted((a, b) => a - b)
        for (const [index, share] of shares.entries()) {
          const exact = percentileOf(sorted, share)
          expect(Math.abs((found[index] ?? Number.NaN) - exact)).toBeLessThanOrEqual(
            exact / 128 + 1e-9,
          )
        }
      },
    ),
  )
})

test.for([
  [[entry(5, 3)], [5, 5, 5]],
  [
    [entry(1, 99), entry(2)],
    [1, 1, 1.01],
  ],
  [
    [entry(1), entry(2)],
    [1.5, 1.95, 1.99],
  ],
  [
    [entry(4, 4_000_000_000), entry(1)],
    [4, 4, 4],
  ],
] as const)('percentiles 50, 95 and 99 of %j are %j', ([entries, expected]) => {
  const found = percentiles(entries, [0.5, 0.95, 0.99])
  for (const [index, ms] of found.entries()) expect(ms).toBeCloseTo(expected[index] ?? 0, 6)
})

test('an empty histogram has no percentiles', () => {
  expect(percentiles([], [0.5, 0.95])).toEqual([null, null])
})
