import { expect, it } from 'vitest'
import type { SweepPace } from '../../../../controller/src/verdicts/sweep-pace.ts'
import { createSweepPace } from '../../../../controller/src/verdicts/sweep-pace.ts'

/** Looks at monitors with the ids 1 to a number until an instant, each slice when it is due and in no time. */
function lookOn(
  pace: SweepPace,
  monitors: number,
  untilMs: number,
): { atMs: number; ids: string }[] {
  const seen = []
  for (let slice = pace.next(); slice.atMs <= untilMs; slice = pace.next()) {
    const lastId = Math.min(monitors, slice.afterId + slice.count)
    const count = lastId - slice.afterId
    seen.push({ atMs: slice.atMs, ids: `${slice.afterId + 1}-${lastId}` })
    pace.done({ lastId: count === 0 ? null : lastId, count }, slice.atMs)
  }
  return seen
}

it('looks at few monitors at once, every half minute', () => {
  expect(lookOn(createSweepPace(0), 100, 95_000)).toEqual(
    [30_000, 60_000, 90_000].map((atMs) => ({ atMs, ids: '1-100' })),
  )
})

it('looks at many in slices, each of them every half minute', () => {
  const seen = lookOn(createSweepPace(1_000), 12_000, 70_000)
  expect(seen).toEqual(
    [31_000, 61_000].flatMap((atMs) => [
      { atMs, ids: '1-5000' },
      { atMs: atMs + 1_000, ids: '5001-10000' },
      { atMs: atMs + 2_000, ids: '10001-12000' },
    ]),
  )
})

it('ends a sweep where nothing is left behind a full slice', () => {
  expect(lookOn(createSweepPace(0), 5_000, 61_000)).toEqual([
    { atMs: 30_000, ids: '1-5000' },
    { atMs: 31_000, ids: '5001-5000' },
    { atMs: 60_000, ids: '1-5000' },
    { atMs: 61_000, ids: '5001-5000' },
  ])
})

it('looks at very many within the same time, once it knows how many they are', () => {
  const seen = lookOn(createSweepPace(0), 1_000_000, 400_000)
  const beginnings = seen.filter(({ ids }) => ids.startsWith('1-'))
  expect(beginnings.map(({ atMs, ids }) => [atMs, ids])).toEqual([
    [30_000, '1-5000'],
    [230_000, '1-50000'],
    [260_000, '1-50000'],
    [290_000, '1-50000'],
    [320_000, '1-50000'],
    [350_000, '1-50000'],
    [380_000, '1-50000'],
  ])
})

it('gives time and begins anew after trouble', () => {
  const pace = createSweepPace(0)
  pace.done({ lastId: 5_000, count: 5_000 }, 30_000)
  pace.restart(30_500)
  expect(pace.next()).toEqual({ atMs: 60_500, afterId: 0, count: 5_000 })
})
