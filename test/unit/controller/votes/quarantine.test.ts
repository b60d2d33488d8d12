import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  Finding,
  QuarantineEvent,
  QuarantineState,
} from '../../../../controller/src/votes/quarantine.ts'
import {
  afterEvent,
  initialQuarantine,
  suspectedRuns,
} from '../../../../controller/src/votes/quarantine.ts'

const T0 = 1_000_000_000_000

function after(events: readonly QuarantineEvent[], from = initialQuarantine(null)) {
  return events.reduce(afterEvent, from)
}
/** Checks of monitors at one moment, in seconds. */
function checks(second: number, failing: readonly number[], passing: readonly number[] = []) {
  const atMs = T0 + second * 1_000
  const finding = (failed: boolean) => (monitorId: number) => ({
    monitorId,
    checkedAtMs: atMs,
    failed,
  })
  return {
    kind: 'findings',
    atMs,
    findings: [...failing.map(finding(true)), ...passing.map(finding(false))],
  } as const
}
const passedElsewhere = (second: number, hosts: number) =>
  ({ kind: 'passedElsewhere', atMs: T0 + second * 1_000, hosts }) as const
const selfTest = (second: number, passed: boolean, passedInRow: number | null) =>
  ({ kind: 'selfTest', atMs: T0 + second * 1_000, passed, passedInRow }) as const
const suspects = (state: QuarantineState, second: number) => [
  ...suspectedRuns(state, T0 + second * 1_000).keys(),
]
const FIVE = [1, 2, 3, 4, 5]

describe('an agent is suspected', () => {
  it.each<[string, readonly QuarantineEvent[], number, readonly number[]]>([
    ['nothing was heard', [], 0, []],
    ['five fail, nothing passes', [checks(0, FIVE)], 0, FIVE],
    ['four fail', [checks(0, [1, 2, 3, 4])], 0, []],
    ['half of its checks fail', [checks(0, FIVE, [11, 12, 13, 14, 15])], 0, FIVE],
    ['less than half fail', [checks(0, FIVE, [11, 12, 13, 14, 15, 16])], 0, []],
    ['five fail one after the other', FIVE.map((id) => checks(id * 10, [id])), 50, FIVE],
    ['the first of five failed 60 s ago', FIVE.map((id) => checks(id * 12, [id])), 72, []],
    ['one monitor fails five times', FIVE.map((n) => checks(n, [1])), 5, []],
    ['one of five passes again', [checks(0, FIVE), checks(1, [], [3])], 1, []],
    ['an old success comes late', [checks(1, FIVE), checks(0, [], [3])], 1, FIVE],
    [
      'many passed, but over a minute ago',
      [checks(0, [], [11, 12, 13, 14, 15, 16, 17, 18]), checks(61, FIVE)],
      61,
      FIVE,
    ],
  ])('when %s: %#', (_story, events, second, expected) => {
    expect(suspects(after(events), second)).toEqual(expected)
  })

  it('since the first failure of each monitor, whatever came in between', () => {
    const runs = suspectedRuns(after([checks(0, FIVE), checks(30, FIVE)]), T0 + 30_000)
    expect(runs.get(3)).toEqual({ firstMs: T0, lastMs: T0 + 30_000, generation: 0 })
    const again = after([checks(0, FIVE), checks(10, [], [3]), checks(30, FIVE)])
    expect(suspectedRuns(again, T0 + 30_000).get(3)?.firstMs).toBe(T0 + 30_000)
  })
})

describe('checks by other settings', () => {
  const by = (generation: number, event: ReturnType<typeof checks>) => ({
    ...event,
    findings: event.findings.map((finding) => ({ ...finding, generation })),
  })
  const runOfThree = (...events: QuarantineEvent[]) =>
    suspectedRuns(after(events), T0 + 30_000).get(3)

  it('begin a run of their own', () => {
    const run = { firstMs: T0 + 30_000, lastMs: T0 + 30_000, generation: 2 }
    expect(runOfThree(by(1, checks(0, FIVE)), by(2, checks(30, FIVE)))).toEqual(run)
    const mixed = [by(1, checks(0, FIVE)), by(2, checks(30, FIVE)), by(1, checks(30, [], [3]))]
    expect(runOfThree(...mixed, by(1, checks(20, FIVE)))).toEqual(run)
  })

  it('end the run of those before when they pass, however their clocks stand', () => {
    const failed = by(1, checks(20, FIVE))
    expect(runOfThree(failed, by(2, checks(19, [], [3])))).toBeUndefined()
  })
})

describe('quarantine', () => {
  const suspected = [checks(0, FIVE)]
  const inQuarantine = [...suspected, passedElsewhere(1, 5)]

  it('begins when other regions pass five of the hosts', () => {
    expect(after([...suspected, passedElsewhere(1, 4)]).quarantinedAtMs).toBeNull()
    expect(after(inQuarantine).quarantinedAtMs).toBe(T0 + 1_000)
  })

  it('does not begin on an answer that came when the suspicion was over', () => {
    const state = after([...suspected, checks(1, [], FIVE), passedElsewhere(2, 5)])
    expect(state.quarantinedAtMs).toBeNull()
    expect(after([...suspected, passedElsewhere(61, 5)]).quarantinedAtMs).toBeNull()
  })

  it.each<[string, readonly QuarantineEvent[], boolean]>([
    ['three clean tests since', [selfTest(5, true, 9), selfTest(35, true, 12)], true],
    ['two', [selfTest(5, true, 9), selfTest(25, true, 11)], false],
    ['three before', [selfTest(5, true, 3), selfTest(6, true, 3)], false],
    [
      'two, a bad one and two',
      [selfTest(5, true, 9), selfTest(25, true, 11), selfTest(35, false, 0), selfTest(55, true, 2)],
      false,
    ],
    ['a bad one and three', [selfTest(5, false, 0), selfTest(35, true, 3)], true],
    ['three after a restart of the agent', [selfTest(5, true, 9), selfTest(35, true, 3)], true],
    ['a restart and two', [selfTest(5, true, 9), selfTest(25, true, 2)], false],
    [
      'a restart, caught up with the old count',
      [selfTest(5, true, 1), selfTest(35, true, 4)],
      true,
    ],
    ['30 s of passing, uncounted', [selfTest(5, true, null), selfTest(35, true, null)], true],
    ['29 s of passing, uncounted', [selfTest(5, true, null), selfTest(34, true, null)], false],
    [
      'a bad one in 40 s, uncounted',
      [selfTest(5, true, null), selfTest(15, false, null), selfTest(45, true, null)],
      false,
    ],
    [
      'a bad one and 30 s, uncounted',
      [selfTest(5, false, null), selfTest(15, true, null), selfTest(45, true, null)],
      true,
    ],
  ])('after %s', (_story, tests, isOver) => {
    const state = after([...inQuarantine, ...tests])
    expect(state.quarantinedAtMs === null).toBe(isOver)
  })

  it('is told by the row of an agent that connects, and asks for three tests from there', () => {
    const restored = initialQuarantine(T0 - 3_600_000)
    expect(after([selfTest(0, true, 500)], restored).quarantinedAtMs).toBe(T0 - 3_600_000)
    const tests = [selfTest(0, true, 500), selfTest(30, true, 503)]
    expect(after(tests, restored)).toEqual(initialQuarantine(null))
  })

  it('lets nothing of before or within it count afterwards', () => {
    const over = [checks(2, FIVE), selfTest(5, true, 1), checks(6, FIVE), selfTest(35, true, 4)]
    const state = after([...inQuarantine, ...over])
    expect(state).toEqual(initialQuarantine(null))
    expect(suspects(after([checks(36, [1, 2, 3, 4])], state), 36)).toEqual([])
    expect(suspects(after([checks(36, FIVE)], state), 36)).toEqual(FIVE)
  })
})

const findings = fc.array(
  fc.record({ monitorId: fc.integer({ min: 1, max: 8 }), failed: fc.boolean() }),
  { maxLength: 12 },
)
/** Batches some time after each other; every check began when its batch came. */
const histories = fc
  .array(fc.record({ gapMs: fc.integer({ min: 0, max: 25_000 }), findings }), { maxLength: 20 })
  .map((batches) => {
    let atMs = T0
    return batches.map((batch) => {
      atMs += batch.gapMs
      const dated = batch.findings.map((each): Finding => ({ ...each, checkedAtMs: atMs }))
      return { kind: 'findings', atMs, findings: dated } as const
    })
  })

describe('of any history', () => {
  it('suspects exactly who fails five monitors and half of the checks of a minute', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const nowMs = events.at(-1)?.atMs ?? T0
        // Counts are kept by the second.
        const recent = events.filter(
          ({ atMs }) => Math.floor(atMs / 1_000) * 1_000 > nowMs - 60_000,
        )
        const all = recent.flatMap((event) => event.findings)
        const latest = new Map<number, Finding>()
        for (const event of events) {
          for (const finding of event.findings) latest.set(finding.monitorId, finding)
        }
        const failing = [...latest.values()].filter(
          ({ failed, checkedAtMs }) => failed && checkedAtMs > nowMs - 60_000,
        )
        const failures = all.filter(({ failed }) => failed).length
        const isSuspected = failing.length >= 5 && failures >= all.length / 2
        const found = suspectedRuns(after(events), nowMs)
        expect(new Set(found.keys())).toEqual(
          new Set(isSuspected ? failing.map(({ monitorId }) => monitorId) : []),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('remembers no more than a minute and a thousand monitors', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 3_000 }), (events, count) => {
        const many = checks(
          600,
          Array.from({ length: count }, (_, n) => n + 100),
        )
        const state = after([...events, many])
        expect(state.failing.size).toBe(Math.min(count, 1_000))
        expect(state.seconds.length).toBeLessThanOrEqual(61)
        expect(after([checks(700, [], [1])], state).failing.size).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  it('never ends a quarantine by what an agent finds, nor begins one by its self-tests', () => {
    fc.assert(
      fc.property(histories, fc.boolean(), fc.nat(9), (events, passed, count) => {
        expect(after(events, initialQuarantine(T0)).quarantinedAtMs).toBe(T0)
        const tested = events.flatMap((event) => [
          event,
          { kind: 'selfTest', atMs: event.atMs, passed, passedInRow: count } as const,
        ])
        expect(after(tested).quarantinedAtMs).toBeNull()
      }),
    )
  })
})
