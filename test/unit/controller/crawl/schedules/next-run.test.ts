import { expect, test } from 'vitest'
import type { RunRule } from '../../../../../controller/src/crawl/schedules/next-run.ts'
import { nextRunAfter } from '../../../../../controller/src/crawl/schedules/next-run.ts'

const rule = (changes: Partial<RunRule> = {}): RunRule => ({
  fromMs: Date.parse('2026-01-31T03:00:00Z'),
  recurrence: 'day',
  repeatEvery: 1,
  timezone: 'UTC',
  ...changes,
})

const next = (of: RunRule, after: string): string =>
  new Date(nextRunAfter(of, Date.parse(after))).toISOString()

test.each([
  // The first is not over yet.
  [rule(), '2026-01-01T00:00:00Z', '2026-01-31T03:00:00.000Z'],
  // The one that begins just now was started.
  [rule(), '2026-01-31T03:00:00Z', '2026-02-01T03:00:00.000Z'],
  [rule(), '2026-01-31T02:59:59.999Z', '2026-01-31T03:00:00.000Z'],
  // Days without a machine are not made up for.
  [rule(), '2026-06-10T12:00:00Z', '2026-06-11T03:00:00.000Z'],
  [
    rule({ recurrence: 'week', repeatEvery: 2 }),
    '2026-02-01T00:00:00Z',
    '2026-02-14T03:00:00.000Z',
  ],
  // A month too short for the day takes its last.
  [rule({ recurrence: 'month' }), '2026-02-01T00:00:00Z', '2026-02-28T03:00:00.000Z'],
  [rule({ recurrence: 'month' }), '2026-03-01T00:00:00Z', '2026-03-31T03:00:00.000Z'],
  // The last instant that can be sent has a first run.
  [
    rule({ fromMs: Date.parse('9999-12-31T23:59:59.999Z'), recurrence: 'week' }),
    '2026-03-10T12:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ],
  // At the same time of the clocks of Berlin, in winter and in summer.
  [rule({ timezone: 'Europe/Berlin' }), '2026-03-28T12:00:00Z', '2026-03-29T02:00:00.000Z'],
])('%o after %s runs at %s', (of, after, expected) => {
  expect(next(of, after)).toBe(expected)
})
