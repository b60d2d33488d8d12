import { describe, expect, test } from 'vitest'
import {
  lastDays,
  shownDays,
  uptimeOfDays,
} from '../../../../controller/src/status-pages/shown/days.ts'

describe('the last days', () => {
  test('begin at midnight of the time zone, also where the clocks change', () => {
    const days = lastDays(Date.parse('2026-03-30T10:00:00Z'), 'Europe/Berlin', 3)
    expect(days.map(({ date }) => date)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
    expect(days.map(({ start }) => start.toISOString())).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
  })

  test('of a zone where it is tomorrow already', () => {
    const [day] = lastDays(Date.parse('2026-03-30T20:00:00Z'), 'Pacific/Auckland', 1)
    expect(day?.date).toBe('2026-03-31')
  })
})

describe('what a day was like', () => {
  const day = (times: Record<string, number>) =>
    shownDays(
      ['2026-03-30'],
      Object.entries(times).map(([status, seconds]) => ({ day: 1, status, seconds })),
    )[0]

  test.each([
    [{}, 'none'],
    [{ paused: 86_400 }, 'none'],
    [{ up: 86_400 }, 'good'],
    [{ up: 80_000, maintenance: 6_400 }, 'good'],
    [{ up: 86_000, degraded: 400 }, 'degraded'],
    [{ up: 86_399, down: 1 }, 'partial'],
    [{ up: 80_000, down: 6_400 }, 'down'],
    [{ down: 10 }, 'down'],
  ])('%j is %s', (times, state) => {
    expect(day(times)?.state).toBe(state)
  })

  test('uptime leaves out what does not count, and one bad second is no 100 %', () => {
    const days = shownDays(
      ['a', 'b'],
      [
        { day: 1, status: 'up', seconds: 86_400 },
        { day: 2, status: 'up', seconds: 43_199 },
        { day: 2, status: 'down', seconds: 1 },
        { day: 2, status: 'paused', seconds: 43_200 },
      ],
    )
    expect(uptimeOfDays(days, 2)).toBe(99.999)
    expect(uptimeOfDays(days, 1)).toBe(99.998)
    expect(uptimeOfDays([], 90)).toBeNull()
  })
})
