import { describe, expect, it } from 'vitest'
import type { Occurrence, Window } from '../../../../controller/web/src/data/wire.ts'
import {
  notShown,
  plannedOf,
  toBeRead,
} from '../../../../controller/web/src/parts/maintenance/planned.ts'

const occurrence = (id: string, from: string): Occurrence => ({ id, from }) as Occurrence

const window = (
  id: string,
  recurrence: Window['recurrence'],
  status: Window['status'],
  next: string | null = null,
): Window =>
  ({
    id,
    description: id,
    recurrence,
    status,
    nextOccurrence: next === null ? null : occurrence(`${id} next`, next),
  }) as Window

const ONCE = window('once', 'none', 'scheduled', '2026-12-01T10:00:00.000Z')
const NOW = window('now', 'none', 'active')
const DAILY = window('daily', 'day', 'scheduled', '2026-11-29T10:00:00.000Z')
const OVER = window('over', 'week', 'finished')

const days = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    occurrence(`day ${index}`, new Date(Date.UTC(2026, 10, 29 + index, 10)).toISOString()),
  )

describe('what is planned', () => {
  it('is read window by window only where the list does not hold it', () => {
    expect(toBeRead([ONCE, NOW, DAILY, OVER])).toEqual([NOW, DAILY])
  })

  it('is known of the others before those are read', () => {
    const names = (details: Parameters<typeof plannedOf>[1]) =>
      plannedOf([ONCE, NOW, DAILY, OVER], details).map(
        ({ id, description }) => `${id} of ${description}`,
      )
    expect(names([])).toEqual(['once next of once'])
    expect(names([{ maintenance: DAILY, occurrences: days(2) }])).toEqual([
      'once next of once',
      'day 0 of daily',
      'day 1 of daily',
    ])
  })
})

describe('a month', () => {
  const of = (month: string, end: string, count: number) =>
    notShown({ month, today: '2026-11-28', end: new Date(end) }, [{ occurrences: days(count) }])

  it('of which not all is read yet, or can be, is not called free', () => {
    const december = {
      month: '2026-12',
      today: '2026-11-28',
      end: new Date('2027-01-01T00:00:00Z'),
    }
    const read = [{ occurrences: days(2) }]
    expect(notShown({ ...december, unread: 'reading' }, read)).toMatch(/still being read/)
    expect(notShown({ ...december, unread: 'failed' }, read)).toMatch(/could not be read/)
    expect(notShown({ ...december, unread: null }, read)).toBeNull()
    const over = { ...december, month: '2026-10', unread: 'reading' as const }
    expect(notShown(over, read)).toBe('What is over is not shown.')
  })

  it('that is over is not called free', () => {
    expect(of('2026-10', '2026-11-01T00:00:00Z', 0)).toBe('What is over is not shown.')
  })

  it('that goes on after the last time that is told is not called free', () => {
    expect(of('2026-11', '2026-12-01T00:00:00Z', 20)).toBeNull()
    expect(of('2026-12', '2027-01-01T00:00:00Z', 20)).toMatch(/next 20 times/)
    expect(of('2027-03', '2027-04-01T00:00:00Z', 20)).toMatch(/next 20 times/)
    expect(of('2026-12', '2027-01-01T00:00:00Z', 19)).toBeNull()
  })
})
