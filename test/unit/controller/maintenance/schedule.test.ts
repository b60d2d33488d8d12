import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MaintenanceRule } from '../../../../controller/src/maintenance/rule.ts'
import type { Occurrence, Schedule } from '../../../../controller/src/maintenance/schedule.ts'
import {
  findConflict,
  findOccurrence,
  nextChangeMs,
  nextOccurrences,
  occurrencesAfter,
  runningOccurrence,
  statusOf,
  withRule,
} from '../../../../controller/src/maintenance/schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 2, 10, 12)

const DAILY: MaintenanceRule = {
  fromMs: START,
  toMs: START + HOUR,
  recurrence: 'day',
  repeatEvery: 1,
  effectiveToMs: null,
  timezone: 'UTC',
}

/** The occurrence that begins on a day, moved to so many hours after the start of that day's. */
function stored(day: number, fromHours = 0, toHours = fromHours + 1, cancelledAtMs?: number) {
  const originalFromMs = START + day * DAY
  return {
    originalFromMs,
    originalToMs: originalFromMs + HOUR,
    fromMs: originalFromMs + fromHours * HOUR,
    toMs: originalFromMs + toHours * HOUR,
    cancelledAtMs: cancelledAtMs ?? null,
  }
}

const schedule = (...occurrences: Occurrence[]): Schedule => ({
  rule: DAILY,
  ruleAfterMs: null,
  stored: occurrences,
})

const hoursOf = (occurrences: Occurrence[]) =>
  occurrences.map(({ fromMs }) => (fromMs - START) / HOUR)

describe('the occurrences of a schedule', () => {
  it('are those of the rule but for what is stored, in the order they begin', () => {
    const moved = schedule(stored(1, 30), stored(2, -2), stored(3, 0, 1, START))
    expect(hoursOf(nextOccurrences(moved, START, 5))).toEqual([0, 46, 54, 72, 96])
    expect(nextOccurrences(moved, START, 4).map((each) => statusOf(each, START))).toEqual([
      'active',
      'scheduled',
      'scheduled',
      'cancelled',
    ])
  })

  it('end: what is over is not among them, and one that is moved far ahead comes last', () => {
    const single: Schedule = {
      rule: { ...DAILY, effectiveToMs: START + DAY },
      ruleAfterMs: null,
      stored: [stored(0, 500)],
    }
    expect(hoursOf(nextOccurrences(single, START, 9))).toEqual([24, 500])
    expect(nextOccurrences(single, START + 600 * HOUR, 9)).toEqual([])
    expect(nextChangeMs(single, START + 600 * HOUR)).toBeNull()
  })

  it('do not include what the rule says up to its change', () => {
    const changed = { ...schedule(), ruleAfterMs: START + 5 * DAY }
    expect(hoursOf(nextOccurrences(changed, START, 2))).toEqual([6 * 24, 7 * 24])
    expect(findOccurrence(changed, START + 5 * DAY)).toBeNull()
    expect(findOccurrence(changed, START + 6 * DAY)).not.toBeNull()
  })

  it.each([
    ['as it begins', START, START],
    ['just before its end', START + HOUR - 1, START],
    ['at its end', START + HOUR, null],
    ['between two', START + 2 * HOUR, null],
    ['the day after', START + DAY, START + DAY],
  ])('tell which is under way %s', (_, nowMs, fromMs) => {
    expect(runningOccurrence(schedule(), nowMs)?.fromMs ?? null).toBe(fromMs)
  })

  it.each([
    ['before', START - 1, START],
    ['as it begins', START, START + HOUR],
    ['at its end', START + HOUR, START + DAY],
  ])('tell when that changes next: %s', (_, nowMs, expected) => {
    expect(nextChangeMs(schedule(), nowMs)).toBe(expected)
  })

  it('that begin together keep their order when the rule changes', () => {
    const together = schedule(stored(2, -48))
    expect(runningOccurrence(together, START)?.originalFromMs).toBe(START)
    const changed = withRule(together, { ...DAILY, fromMs: START + 7 * HOUR }, START)
    expect(runningOccurrence(changed, START)?.originalFromMs).toBe(START)
  })

  it('pass over a cancelled one', () => {
    const cancelled = schedule(stored(0, 0, 1, START - 1))
    expect(runningOccurrence(cancelled, START)).toBeNull()
    expect(nextChangeMs(cancelled, START - 1)).toBe(START + DAY)
  })

  it('are found by their original beginning, wherever they are now', () => {
    const moved = schedule(stored(1, 30))
    expect(findOccurrence(moved, START + DAY)?.fromMs).toBe(START + DAY + 30 * HOUR)
    expect(findOccurrence(moved, START + 2 * DAY)?.fromMs).toBe(START + 2 * DAY)
    expect(findOccurrence(moved, START + 1)).toBeNull()
    expect(findOccurrence(moved, START - DAY)).toBeNull()
  })

  it('conflict when they share time, not when they touch', () => {
    expect(findConflict(schedule(), stored(1, -23, 0))).toBeNull()
    expect(findConflict(schedule(), stored(1, -23.001, 0))?.fromMs).toBe(START)
    expect(findConflict(schedule(), stored(1, 0, 24))).toBeNull()
    expect(findConflict(schedule(), stored(1, 0, 24.001))?.fromMs).toBe(START + 2 * DAY)
    expect(findConflict(schedule(stored(2, 5)), stored(1, 0, 24.001))).toBeNull()
    expect(findConflict(schedule(stored(2, 5)), stored(1, 0, 30))?.fromMs).toBe(
      START + 2 * DAY + 5 * HOUR,
    )
  })
})

/** Any history of moves and cancellations; they may overlap, which the services refuse. */
const anySchedule = fc
  .record({
    moves: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 0, max: 20 }),
        fromHours: fc.integer({ min: -60, max: 60 }),
        hours: fc.integer({ min: 1, max: 12 }),
        isCancelled: fc.boolean(),
      }),
      { selector: ({ day }) => day, maxLength: 8 },
    ),
    effectiveDays: fc.option(fc.integer({ min: 0, max: 25 })),
    ruleAfterHours: fc.option(fc.integer({ min: -10, max: 300 })),
  })
  .map(({ moves, effectiveDays, ruleAfterHours }): Schedule => ({
    rule: { ...DAILY, effectiveToMs: effectiveDays === null ? null : START + effectiveDays * DAY },
    ruleAfterMs: ruleAfterHours === null ? null : START + ruleAfterHours * HOUR,
    stored: moves.map(({ day, fromHours, hours, isCancelled }) =>
      stored(day, fromHours, fromHours + hours, isCancelled ? START : undefined),
    ),
  }))

/** Every occurrence up to a day, as the words of the contract have it. */
function naive({ rule, ruleAfterMs, stored: kept }: Schedule, days: number): Occurrence[] {
  const ofRule = Array.from({ length: days }, (_, day) => stored(day)).filter(
    ({ originalFromMs }) =>
      originalFromMs <= (rule.effectiveToMs ?? Infinity) &&
      originalFromMs > (ruleAfterMs ?? -Infinity) &&
      !kept.some((each) => each.originalFromMs === originalFromMs),
  )
  return [...ofRule, ...kept].sort((a, b) => a.fromMs - b.fromMs)
}

const instant = fc.integer({ min: -100, max: 600 }).map((hours) => START + hours * HOUR)

describe('any schedule', () => {
  it('gives what a naive list gives', () => {
    fc.assert(
      fc.property(anySchedule, instant, (any, nowMs) => {
        const expected = naive(any, 40)
          .filter((each) => each.toMs > nowMs)
          .slice(0, 5)
          .map(({ fromMs }) => fromMs)
        expect(nextOccurrences(any, nowMs, 5).map(({ fromMs }) => fromMs)).toEqual(expected)
      }),
    )
  })

  it('goes from change to change without missing one', () => {
    fc.assert(
      fc.property(anySchedule, (any) => {
        const live = naive(any, 40).filter((each) => each.cancelledAtMs === null)
        const isRunning = (ms: number) => live.some((each) => each.fromMs <= ms && ms < each.toMs)
        let nowMs = START - 100 * HOUR
        let running = isRunning(nowMs)
        for (let step = 0; step < 20; step += 1) {
          const nextMs = nextChangeMs(any, nowMs)
          // Every hour between two changes is like the first of them.
          const untilMs = Math.min(nextMs ?? Infinity, nowMs + 30 * DAY, START + 39 * DAY)
          for (let ms = nowMs; ms < untilMs; ms += HOUR) expect(isRunning(ms)).toBe(running)
          if (nextMs === null || nextMs > START + 38 * DAY) break
          nowMs = nextMs
          running = runningOccurrence(any, nowMs) !== null
          expect(running).toBe(isRunning(nowMs))
        }
      }),
    )
  })

  it('keeps what is under way over a new rule, and none of the rest that has not begun', () => {
    fc.assert(
      fc.property(anySchedule, instant, (any, nowMs) => {
        const rule: MaintenanceRule = { ...DAILY, fromMs: START + 7 * HOUR, toMs: START + 9 * HOUR }
        const next = withRule(any, rule, nowMs)
        const running = runningOccurrence(any, nowMs)
        if (running !== null) expect(runningOccurrence(next, nowMs)).toEqual(running)
        for (const each of next.stored) expect(each.fromMs).toBeLessThanOrEqual(nowMs)
        let seen = 0
        for (const each of occurrencesAfter(next, nowMs)) {
          seen += 1
          if (seen === 5) break
          if (each.fromMs > nowMs) expect((each.fromMs - rule.fromMs) % DAY).toBe(0)
        }
      }),
    )
  })
})
