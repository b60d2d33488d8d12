import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Segment } from '../../../../../controller/src/reports/rollups/segments.ts'
import {
  bucketAt,
  bucketStart,
  calendarGrid,
  clusterSegments,
  planSegments,
} from '../../../../../controller/src/reports/rollups/segments.ts'

const NOW = Date.parse('2026-03-10T12:07:31.250Z')
const QUARTER = 900_000
const HOUR = 3_600_000
const DAY = 86_400_000
const SPAN_MS = { 15: QUARTER, 60: HOUR, 1440: DAY } as const

const at = (text: string): number => Date.parse(`${text}Z`)
const all = { toMs: NOW - (NOW % QUARTER), staleMs: [] }

function plan(
  from: string,
  to: string,
  grid: Parameters<typeof planSegments>[1] = null,
  rolledUp: Parameters<typeof planSegments>[2] = all,
): string[] {
  const window = { fromMs: at(from), toMs: at(to) }
  return planSegments(window, grid, rolledUp, NOW).map(
    ({ source, fromMs, toMs }) =>
      `${source} ${[fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join(' ')}`,
  )
}

test.for<[string, string, string[]]>([
  ['2026-03-08T00:00:00', '2026-03-10T00:00:00', ['1440 03-08T00:00 03-10T00:00']],
  [
    '2026-03-07T22:50:00',
    '2026-03-09T01:20:30',
    [
      'raw 03-07T22:50 03-07T23:00',
      '60 03-07T23:00 03-08T00:00',
      '1440 03-08T00:00 03-09T00:00',
      '60 03-09T00:00 03-09T01:00',
      '15 03-09T01:00 03-09T01:15',
      'raw 03-09T01:15 03-09T01:20',
    ],
  ],
  // Today is not rolled up, nor is the quarter under way.
  [
    '2026-03-10T11:00:00',
    '2026-03-10T12:07:00',
    ['60 03-10T11:00 03-10T12:00', 'raw 03-10T12:00 03-10T12:07'],
  ],
  ['2026-03-10T11:01:00', '2026-03-10T11:02:00', ['raw 03-10T11:01 03-10T11:02']],
])('from %s to %s is read from %j', ([from, to, expected]) => {
  expect(plan(from, to)).toEqual(expected)
})

test('a stale quarter is read from raw results, and what is around it from its quarters', () => {
  const stale = { ...all, staleMs: [at('2026-03-08T10:15:00')] }
  expect(plan('2026-03-08T00:00:00', '2026-03-09T00:00:00', null, stale)).toEqual([
    '60 03-08T00:00 03-08T10:00',
    '15 03-08T10:00 03-08T10:15',
    'raw 03-08T10:15 03-08T10:30',
    '15 03-08T10:30 03-08T11:00',
    '60 03-08T11:00 03-09T00:00',
  ])
})

test('local days of half-hour offsets are read from hours and quarters', () => {
  expect(plan('2026-03-08T18:30:00', '2026-03-09T18:30:00', calendarGrid('day', 330))).toEqual([
    '15 03-08T18:30 03-08T19:00',
    '60 03-08T19:00 03-09T18:00',
    '15 03-09T18:00 03-09T18:30',
  ])
})

test('local days that are kept are read as such, but for those with a stale quarter', () => {
  const offsetMs = 330 * 60_000
  const localDays = { offsetMs, fromMs: at('2026-03-04T18:30'), toMs: at('2026-03-08T18:30') }
  const staleMs = [at('2026-03-06T20:00')]
  const read = plan('2026-03-03T18:30:00', '2026-03-09T18:30:00', calendarGrid('day', 330), {
    ...all,
    staleMs,
    localDays,
  })
  expect(read).toEqual([
    '15 03-03T18:30 03-03T19:00',
    '60 03-03T19:00 03-04T18:00',
    '15 03-04T18:00 03-04T18:30',
    '1440 03-04T18:30 03-06T18:30',
    '15 03-06T18:30 03-06T19:00',
    '60 03-06T19:00 03-06T20:00',
    'raw 03-06T20:00 03-06T20:15',
    '15 03-06T20:15 03-06T21:00',
    '60 03-06T21:00 03-07T18:00',
    '15 03-07T18:00 03-07T18:30',
    '1440 03-07T18:30 03-08T18:30',
    '15 03-08T18:30 03-08T19:00',
    '60 03-08T19:00 03-09T18:00',
    '15 03-09T18:00 03-09T18:30',
  ])
})

test('nothing is read from rollups before the first run', () => {
  const nothing = { toMs: null, staleMs: [] }
  expect(plan('2026-03-01T00:00:00', '2026-03-09T00:00:00', null, nothing)).toEqual([
    'raw 03-01T00:00 03-09T00:00',
  ])
})

test.for<[string, string, string[]]>([
  // Quarters and raw results are gone: hours that begin in the window count.
  ['2025-01-01T10:20:00', '2025-01-01T13:10:00', ['60 01-01T11:00 01-01T14:00']],
  // Hours are gone too.
  ['2022-01-01T10:20:00', '2022-01-03T13:10:00', ['1440 01-02T00:00 01-04T00:00']],
  ['2022-01-01T10:20:00', '2022-01-01T13:10:00', []],
])('of what is old, from %s to %s, whole spans are read: %j', ([from, to, expected]) => {
  expect(plan(from, to)).toEqual(expected)
})

test('what is kept otherwise than usual is read from what is left of it', () => {
  const kept = {
    results: new Date(at('2026-03-05T00:00:00')),
    quarters: new Date(at('2026-03-03T00:00:00')),
    hours: new Date(at('2026-03-02T00:00:00')),
  }
  const read = (from: string, to: string): string[] => plan(from, to, null, { ...all, kept })
  expect(read('2026-03-05T10:20:00', '2026-03-05T10:50:00')).toEqual([
    'raw 03-05T10:20 03-05T10:30',
    '15 03-05T10:30 03-05T10:45',
    'raw 03-05T10:45 03-05T10:50',
  ])
  expect(read('2026-03-04T10:20:00', '2026-03-04T10:50:00')).toEqual(['15 03-04T10:30 03-04T11:00'])
  expect(read('2026-03-02T10:20:00', '2026-03-02T11:50:00')).toEqual(['60 03-02T11:00 03-02T12:00'])
  expect(read('2026-02-20T10:20:00', '2026-02-21T11:50:00')).toEqual([
    '1440 02-21T00:00 02-22T00:00',
  ])
})

const instant = fc.integer({ min: NOW - 20 * DAY, max: NOW })
const quarter = instant.map((ms) => ms - (ms % QUARTER))

test('parts lie one after the other, cover the window, and each is right in its place', () => {
  fc.assert(
    fc.property(
      instant,
      instant,
      fc.constantFrom('hour', 'day', 'week', null),
      fc.integer({ min: -840, max: 840 }),
      quarter,
      fc.uniqueArray(quarter, { maxLength: 5 }),
      (a, b, interval, offset, rolledTo, stale) => {
        const [fromMs, toMs] = [Math.min(a, b), Math.max(a, b)]
        const grid = interval === null ? null : calendarGrid(interval, offset)
        const staleMs = stale.toSorted((x, y) => x - y)
        const segments = planSegments({ fromMs, toMs }, grid, { toMs: rolledTo, staleMs }, NOW)
        let end = fromMs
        for (const segment of segments) {
          expect(segment.fromMs).toBe(end)
          end = segment.toMs
          expectFits(segment, rolledTo, staleMs)
          expectWithinBuckets(segment, grid)
        }
        expect(end).toBe(toMs)
        // Never more raw results than the edges, the buckets' edges, stale quarters and the rest ask for.
        expect(clusterSegments(segments).flat()).toEqual(segments)
      },
    ),
  )
})

function expectFits(segment: Segment, rolledTo: number, staleMs: readonly number[]): void {
  if (segment.source === 'raw') return
  const spanMs = SPAN_MS[segment.source]
  expect([segment.fromMs % spanMs, segment.toMs % spanMs]).toEqual([0, 0])
  expect(segment.toMs).toBeLessThanOrEqual(rolledTo)
  expect(staleMs.filter((ms) => ms + QUARTER > segment.fromMs && ms < segment.toMs)).toEqual([])
}

function expectWithinBuckets(segment: Segment, grid: Parameters<typeof planSegments>[1]): void {
  if (segment.source === 'raw' || grid === null) return
  const spanMs = SPAN_MS[segment.source]
  for (let ms = segment.fromMs; ms < segment.toMs; ms += spanMs) {
    expect(bucketAt(grid, ms)).toBe(bucketAt(grid, ms + spanMs - 1))
  }
}

test('raw parts more than a day apart are read apart', () => {
  const raw = (fromMs: number, toMs: number): Segment => ({ source: 'raw', fromMs, toMs })
  expect(
    clusterSegments([raw(0, 1), raw(DAY, DAY + 1), raw(2 * DAY + 2, 2 * DAY + 3)]).map(
      (cluster) => cluster.length,
    ),
  ).toEqual([2, 1])
})

test.for([
  ['hour', 0, '2026-03-10T12:59:59', '2026-03-10T12:00:00'],
  ['hour', 345, '2026-03-10T12:14:59', '2026-03-10T11:15:00'],
  ['day', 0, '2026-03-10T23:59:59', '2026-03-10T00:00:00'],
  ['day', 330, '2026-03-10T18:29:59', '2026-03-09T18:30:00'],
  ['day', -300, '2026-03-10T04:59:59', '2026-03-09T05:00:00'],
  ['week', 0, '2026-03-15T23:59:59', '2026-03-09T00:00:00'],
  ['week', 0, '2026-03-09T00:00:00', '2026-03-09T00:00:00'],
  ['week', 120, '2026-03-15T22:00:00', '2026-03-15T22:00:00'],
  ['week', 120, '2026-03-15T21:59:59', '2026-03-08T22:00:00'],
] as const)('the %s at offset %d of %s begins at %s', ([interval, offset, instantText, start]) => {
  const grid = calendarGrid(interval, offset)
  expect(bucketStart(grid, bucketAt(grid, at(instantText)))).toBe(at(start))
})
