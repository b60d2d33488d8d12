import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timelineOf } from '../../../../controller/src/reports/outages.ts'
import { seconds, timesByBucket, uptimeOf } from '../../../../controller/src/reports/status-time.ts'

test.for([
  [{}, null],
  [{ pending: 5, paused: 5, maintenance: 5, unknown: 5 }, null],
  [{ up: 1_000 }, 100],
  [{ degraded: 1_000 }, 100],
  [{ down: 1_000 }, 0],
  [{ up: 1_000, degraded: 1_000, down: 1_000 }, 66.667],
  [
    { up: 3_000, down: 1_000, paused: 9_000, unknown: 9_000, maintenance: 9_000, pending: 9_000 },
    75,
  ],
  // One second of a year is still there.
  [{ up: 31_535_999_000, down: 1_000 }, 99.999],
] as const)('uptime of %j is %s', ([times, expected]) => {
  expect(uptimeOf(times)).toBe(expected)
})

test('times are put together by bucket', () => {
  const rows = [
    { bucket: 1, status: 'up', ms: 10 },
    { bucket: 1, status: 'down', ms: 5 },
    { bucket: 2, status: 'up', ms: 7 },
  ]
  expect(timesByBucket(rows)).toEqual(
    new Map([
      [1, { up: 10, down: 5 }],
      [2, { up: 7 }],
    ]),
  )
  expect([seconds(499), seconds(500), seconds(1_000)]).toEqual([0, 1, 1])
})

test('a timeline covers its window from the first status on, without gap or overlap', () => {
  const status = fc.constantFrom('pending', 'up', 'down', 'paused')
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(1_000), { maxLength: 30 }),
      fc.array(status, { minLength: 30, maxLength: 30 }),
      fc.nat(500),
      fc.integer({ min: 1, max: 500 }),
      (instants, statuses, start, length) => {
        const window = { from: new Date(start), to: new Date(start + length) }
        const history = instants
          .toSorted((a, b) => a - b)
          .map((ms, index) => ({ at: new Date(ms), status: statuses[index] ?? 'up' }))
        const before = history.findLastIndex(({ at }) => at <= window.from)
        const changes = history.slice(Math.max(0, before)).filter(({ at }) => at < window.to)
        const timeline = timelineOf(changes, window)
        const [first] = changes
        if (first === undefined) {
          expect(timeline).toEqual([])
          return
        }
        const begins = first.at > window.from ? first.at : window.from
        expect([timeline[0]?.from, timeline.at(-1)?.to]).toEqual([begins, window.to])
        for (const [index, entry] of timeline.entries()) {
          expect(entry.from < entry.to).toBe(true)
          const next = timeline[index + 1]
          if (next === undefined) continue
          expect(next.from).toEqual(entry.to)
          expect(next.status).not.toBe(entry.status)
        }
        for (let ms = begins.getTime(); ms < window.to.getTime(); ms += 7) {
          const held = history.findLast(({ at }) => at.getTime() <= ms)?.status
          const shown = timeline.find(({ from, to }) => +from <= ms && ms < +to)?.status
          expect(shown).toBe(held)
        }
      },
    ),
  )
})
