import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  packHours,
  PACKED_BYTES,
  takePacked,
} from '../../../../../controller/src/reports/rollups/packed-hours.ts'
import type { Segment } from '../../../../../controller/src/reports/rollups/segments.ts'
import type { SpanFigures } from '../../../../../controller/src/reports/rollups/tally.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const count = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const time = fc.option(fc.integer({ min: 0, max: 2 ** 32 - 2 }).map((number) => number / 100))
const figures: fc.Arbitrary<SpanFigures> = fc.record({
  checks: count,
  up: count,
  down: count,
  avgMs: time,
  minMs: time,
  maxMs: time,
  p50Ms: time,
  p95Ms: time,
  timings: fc.record({
    dnsMs: time,
    connectMs: time,
    tlsMs: time,
    firstByteMs: time,
    downloadMs: time,
  }),
})
const NOTHING = {
  checks: 0,
  up: 0,
  down: 0,
  avgMs: null,
  minMs: null,
  maxMs: null,
  p50Ms: null,
  p95Ms: null,
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
} as const

const day: Segment = { source: 60, fromMs: DAY, toMs: 2 * DAY }

test('hours of a packed day are what they were', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 23 }), figures)), (given) => {
      const hours = new Map(given)
      const packed = packHours(hours) ?? Buffer.alloc(0)
      expect(packed).toHaveLength(PACKED_BYTES)
      const taken = takePacked([day], new Map([[DAY, packed]]))
      expect(taken.rest).toEqual([])
      for (let hour = 0; hour < 24; hour += 1) {
        expect(taken.figures.get(DAY + hour * HOUR)).toEqual(hours.get(hour) ?? NOTHING)
      }
    }),
  )
})

test.each([
  { ...NOTHING, checks: 2 ** 32 - 1 },
  { ...NOTHING, maxMs: (2 ** 32 - 1) / 100 },
  { ...NOTHING, maxMs: 1e12 },
])('a day with numbers that are too large is not packed', (hour) => {
  expect(packHours(new Map([[7, hour]]))).toBeNull()
})

const run = fc.record({
  source: fc.constantFrom<Segment['source'][]>('raw', 15, 60, 1_440),
  hours: fc.integer({ min: 1, max: 60 }),
})

test('each hour of a segment of hours is either taken or left, and all else is left', () => {
  const packed = packHours(new Map()) ?? Buffer.alloc(0)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 48 }),
      fc.array(run, { maxLength: 6 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 16 })),
      (beginning, runs, days) => {
        let atMs = beginning * HOUR
        const segments = runs.map(({ source, hours }): Segment => {
          const fromMs = atMs
          atMs += hours * HOUR
          return { source, fromMs, toMs: atMs }
        })
        const has = new Set(days.map((number) => number * DAY))
        const taken = takePacked(segments, new Map([...has].map((ms) => [ms, packed])))
        expect(taken.rest.filter(({ source }) => source !== 60)).toEqual(
          segments.filter(({ source }) => source !== 60),
        )
        const hoursOf = (of: readonly Segment[]): number[] =>
          of.flatMap(({ source, fromMs, toMs }) =>
            source === 60
              ? Array.from({ length: (toMs - fromMs) / HOUR }, (_, index) => fromMs + index * HOUR)
              : [],
          )
        const isPacked = (ms: number): boolean => has.has(Math.floor(ms / DAY) * DAY)
        expect([...taken.figures.keys()]).toEqual(hoursOf(segments).filter((ms) => isPacked(ms)))
        expect(hoursOf(taken.rest)).toEqual(hoursOf(segments).filter((ms) => !isPacked(ms)))
      },
    ),
  )
})
