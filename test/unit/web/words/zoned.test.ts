import { describe, expect, it } from 'vitest'
import {
  addMonths,
  byDayOf,
  movedTo,
  weeksOf,
} from '../../../../controller/web/src/parts/maintenance/calendar-days.ts'
import { ruleWords } from '../../../../controller/web/src/words/recurrence.ts'
import { instantOf, offsetMinutes, wallClock } from '../../../../controller/web/src/words/zoned.ts'

describe('clocks of zones', () => {
  it.each([
    ['2026-11-23T12:00', 'Europe/Berlin', '2026-11-23T11:00:00.000Z'],
    ['2026-07-01T00:30', 'Asia/Kolkata', '2026-06-30T19:00:00.000Z'],
    ['2026-07-01T00:30', 'UTC', '2026-07-01T00:30:00.000Z'],
    // The clocks skip it: as much later.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    // It comes twice: the first.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('%s in %s is %s', (wall, zone, instant) => {
    expect(instantOf(wall, zone)?.toISOString()).toBe(instant)
  })

  it('show what they showed', () => {
    expect(wallClock(new Date('2026-11-23T23:30:00Z'), 'America/New_York')).toBe('2026-11-23T18:30')
    expect(instantOf('soon', 'UTC')).toBeNull()
  })

  it.each([
    ['2026-01-01T00:00:30.500Z', 'UTC', 0],
    ['2026-11-23T23:30:00Z', 'America/New_York', -300],
    ['2026-07-01T12:00:59.999Z', 'Asia/Kolkata', 330],
    // To the minute before the clocks change, and from then on.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', 60],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', 120],
  ])('at %s in %s are %d minutes ahead of UTC', (at, zone, minutes) => {
    expect(offsetMinutes(new Date(at), zone)).toBe(minutes)
  })
})

describe('rules in words', () => {
  const rule = {
    from: '2026-11-24T21:00:00Z',
    to: '2026-11-24T22:30:00Z',
    timezone: 'Europe/Berlin',
  }

  it.each([
    ['none', 1, '24 Nov 2026, 22:00 to 23:30 Europe/Berlin'],
    ['day', 1, 'Every day, 22:00 to 23:30 Europe/Berlin'],
    ['week', 2, 'Every second Tuesday, 22:00 to 23:30 Europe/Berlin'],
    ['month', 1, 'Every month on the 24th, 22:00 to 23:30 Europe/Berlin'],
    ['day', 10, 'Every 10 days, 22:00 to 23:30 Europe/Berlin'],
  ] as const)('%s, every %d', (recurrence, repeatEvery, words) => {
    expect(ruleWords({ ...rule, recurrence, repeatEvery })).toBe(words)
  })

  it('say on which day one ends that is not over on its own', () => {
    expect(
      ruleWords({ ...rule, to: '2026-12-01T05:00:00Z', recurrence: 'none', repeatEvery: 1 }),
    ).toBe('24 Nov 2026, 22:00 to 06:00 on 1 Dec 2026 Europe/Berlin')
  })

  it.each([
    ['2026-11-25T05:00:00Z', 'Every second Tuesday, 22:00 to 06:00 Europe/Berlin'],
    ['2026-11-25T21:00:00Z', 'Every second Tuesday, 22:00 to 22:00 the next day, Europe/Berlin'],
    ['2026-11-27T05:00:00Z', 'Every second Tuesday, 22:00 to 06:00 3 days later, Europe/Berlin'],
  ])('say on which day it ends, where that is not plain: %s', (to, words) => {
    expect(ruleWords({ ...rule, to, recurrence: 'week', repeatEvery: 2 })).toBe(words)
  })
})

describe('days of a calendar', () => {
  it('begin on Monday and cover the month', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.flat()).toContain('2026-11-30')
    expect(addMonths('2026-12', 1)).toBe('2027-01')
  })

  it('take what is dragged with its time of day over a change of clocks', () => {
    const span = { from: '2026-10-24T20:00:00Z', to: '2026-10-24T21:00:00Z' }
    expect(movedTo(span, '2026-10-26', 'Europe/Berlin')?.from.toISOString()).toBe(
      '2026-10-26T21:00:00.000Z',
    )
  })

  it('leave what is dropped where it was as it is, and its seconds wherever it is dropped', () => {
    const span = { from: '2026-11-24T20:00:20.500Z', to: '2026-11-24T21:00:10.000Z' }
    expect(movedTo(span, '2026-11-24', 'Europe/Berlin')).toBeNull()
    expect(movedTo(span, '2026-11-25', 'Europe/Berlin')).toEqual({
      from: new Date('2026-11-25T20:00:20.500Z'),
      to: new Date('2026-11-25T21:00:10.000Z'),
    })
  })
})

it('a day shows what is planned in the order it begins, by the clocks of the zone', () => {
  const late = { from: '2026-11-28T17:23:00.000Z', to: '2026-11-28T18:00:00.000Z' }
  const early = { from: '2026-11-28T02:23:00.000Z', to: '2026-11-28T03:00:00.000Z' }
  const before = { from: '2026-11-27T23:30:00.000Z', to: '2026-11-28T01:00:00.000Z' }
  const day = byDayOf([late, early, before], 'Europe/Berlin').get('2026-11-28')
  expect(day?.map(({ planned }) => planned)).toEqual([before, early, late])
})

it('what lasts over midnight is on each of its days, and not on the one that begins with its end', () => {
  // Clocks are set back on the 25th, which has 25 hours.
  const long = { from: '2026-10-24T20:00:00.000Z', to: '2026-10-26T23:00:00.000Z' }
  const parts = [...byDayOf([long], 'Europe/Berlin')]
  expect(parts).toEqual([
    ['2026-10-24', [{ planned: long, isFirst: true, isLast: false }]],
    ['2026-10-25', [{ planned: long, isFirst: false, isLast: false }]],
    ['2026-10-26', [{ planned: long, isFirst: false, isLast: true }]],
  ])
})
