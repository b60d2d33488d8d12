import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOverlap } from '../../../../controller/src/maintenance/overlap.ts'
import type { MaintenanceRule } from '../../../../controller/src/maintenance/rule.ts'
import { timetableOf } from '../../../../controller/src/maintenance/rule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function rule(from: string, lengthMs: number, fields: Partial<MaintenanceRule>): MaintenanceRule {
  const fromMs = Date.parse(from)
  return {
    fromMs,
    toMs: fromMs + lengthMs,
    recurrence: 'day',
    repeatEvery: 1,
    effectiveToMs: null,
    timezone: 'UTC',
    ...fields,
  }
}

const overlaps = (from: string, lengthMs: number, fields: Partial<MaintenanceRule> = {}) =>
  findOverlap(rule(from, lengthMs, fields)) !== null

describe('overlapping occurrences', () => {
  it.each<[string, string, number, Partial<MaintenanceRule>, boolean]>([
    ['a day every day', '2026-01-01T00:00:00Z', DAY, {}, false],
    ['a day and a moment every day', '2026-01-01T00:00:00Z', DAY + 1, {}, true],
    ['two days every other day', '2026-01-01T00:00:00Z', 2 * DAY, { repeatEvery: 2 }, false],
    ['more than two', '2026-01-01T00:00:00Z', 2 * DAY + 1, { repeatEvery: 2 }, true],
    ['a week', '2026-01-01T00:00:00Z', 7 * DAY, { recurrence: 'week' }, false],
    ['more than a week', '2026-01-01T00:00:00Z', 7 * DAY + 1, { recurrence: 'week' }, true],
    ['30 days without recurrence', '2026-01-01T00:00:00Z', 30 * DAY, { recurrence: 'none' }, false],
    // 28 days lie between 1 February and 1 March.
    ['28 days a month', '2026-01-01T00:00:00Z', 28 * DAY, { recurrence: 'month' }, false],
    ['29 days a month', '2026-01-01T00:00:00Z', 29 * DAY, { recurrence: 'month' }, true],
    [
      '29 days, once',
      '2026-01-01T00:00:00Z',
      29 * DAY,
      { recurrence: 'month', effectiveToMs: Date.parse('2026-02-01T00:00:00Z') },
      false,
    ],
    [
      'one at effectiveTo',
      '2026-01-01T00:00:00Z',
      29 * DAY,
      { recurrence: 'month', effectiveToMs: Date.parse('2026-03-01T00:00:00Z') },
      true,
    ],
    [
      '30 days in long months',
      '2026-03-01T00:00:00Z',
      30 * DAY,
      { recurrence: 'month', effectiveToMs: Date.parse('2026-12-01T00:00:00Z') },
      false,
    ],
    // 28 February to 31 March: the distance is longer, but 31 January to 28 February is 28 days.
    ['the end of a month', '2026-01-31T00:00:00Z', 28 * DAY + 1, { recurrence: 'month' }, true],
    [
      '30 days every other month',
      '2025-12-31T00:00:00Z',
      30 * DAY,
      { recurrence: 'month', repeatEvery: 2 },
      false,
    ],
    // 29 March 2026 has 23 hours in Berlin.
    ['a day in Berlin', '2026-01-01T00:00:00Z', DAY, { timezone: 'Europe/Berlin' }, true],
    ['23 hours in Berlin', '2026-01-01T00:00:00Z', 23 * HOUR, { timezone: 'Europe/Berlin' }, false],
    [
      '23 hours and a moment',
      '2026-01-01T00:00:00Z',
      23 * HOUR + 1,
      { timezone: 'Europe/Berlin' },
      true,
    ],
    [
      'a day in Berlin until the change',
      '2026-01-01T00:00:00Z',
      DAY,
      { timezone: 'Europe/Berlin', effectiveToMs: Date.parse('2026-03-28T00:00:00Z') },
      false,
    ],
    ['a day in Tokyo', '2026-01-01T00:00:00Z', DAY, { timezone: 'Asia/Tokyo' }, false],
    [
      '23.5 hours on Lord Howe',
      '2026-01-01T00:00:00Z',
      23.5 * HOUR,
      { timezone: 'Australia/Lord_Howe' },
      false,
    ],
    [
      'more there',
      '2026-01-01T00:00:00Z',
      23.5 * HOUR + 1,
      { timezone: 'Australia/Lord_Howe' },
      true,
    ],
    [
      'a week in New York',
      '2026-01-01T00:00:00Z',
      7 * DAY,
      { recurrence: 'week', timezone: 'America/New_York' },
      true,
    ],
    // 10 February to 10 March has the change in it in some years only, the first of them 2030.
    [
      '28 days in New York',
      '2027-04-10T12:00:00Z',
      28 * DAY,
      { recurrence: 'month', timezone: 'America/New_York' },
      true,
    ],
    // The day that Apia left out leaves no two occurrences at once.
    ['over a day left out', '2011-12-20T20:00:00Z', 23 * HOUR, { timezone: 'Pacific/Apia' }, false],
  ])('judges %s', (_, from, lengthMs, fields, expected) => {
    expect(overlaps(from, lengthMs, fields)).toBe(expected)
  })

  it('names the two that meet first', () => {
    const found = findOverlap(rule('2026-01-01T12:00:00Z', DAY, { timezone: 'Europe/Berlin' }))
    expect(found?.map((span) => new Date(span.fromMs).toISOString())).toEqual([
      '2026-03-28T12:00:00.000Z',
      '2026-03-29T11:00:00.000Z',
    ])
  })

  it('misses none of the next ten years', () => {
    const nearLimit = fc.integer({ min: -2 * HOUR, max: 2 * HOUR })
    fc.assert(
      fc.property(
        fc.record({
          fromMs: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
          recurrence: fc.constantFrom('day', 'week', 'month'),
          repeatEvery: fc.integer({ min: 1, max: 3 }),
          timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo'),
        }),
        nearLimit,
        (fields, offsetMs) => {
          const days = { day: 1, week: 7, month: 28 }[fields.recurrence] * fields.repeatEvery
          const tried = {
            ...fields,
            toMs: fields.fromMs + days * DAY + offsetMs,
            effectiveToMs: fields.fromMs + 3_650 * DAY,
          }
          const timetable = timetableOf(tried)
          let expected = false
          let last = timetable.at(0)
          for (let number = 1; last !== null && !expected; number += 1) {
            const next = timetable.at(number)
            expected = next !== null && next.fromMs < last.toMs
            last = next
          }
          expect(findOverlap(tried) !== null).toBe(expected)
        },
      ),
      { numRuns: 60 },
    )
  })
})
