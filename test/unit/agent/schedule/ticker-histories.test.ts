import { MAX_SLOT_LATENESS_MS } from '@sightline/shared/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTicker } from '../../../../agent/src/schedule/ticker.ts'

const T0 = 1_700_000_040_000
const SECOND = 1_000
/** A clock that goes back further was set. */
const SET_BACK_MS = SECOND

const grid = fc.constantFrom(
  { periodMs: 60_000, phaseMs: 5_000 },
  { periodMs: 60_000, phaseMs: 5_050 },
  { periodMs: 10_000, phaseMs: 0 },
  { periodMs: 300_000, phaseMs: 299_950 },
)

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 5 * SECOND }) },
        { weight: 2, arbitrary: fc.integer({ min: 0, max: 400 * SECOND }) },
        { weight: 1, arbitrary: fc.integer({ min: -SET_BACK_MS, max: -1 }) },
        { weight: 1, arbitrary: fc.integer({ min: -3_600 * SECOND, max: -SET_BACK_MS - 1 }) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      monitorId: fc.integer({ min: 1, max: 4 }),
      grid,
      agoMs: fc.oneof(fc.constant(0), fc.integer({ min: -10 * SECOND, max: 200 * SECOND })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      monitorId: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

/** What is to be fired, found by looking at every instant that slots can lie on. */
function createNaive() {
  const known = new Map<number, { periodMs: number; phaseMs: number; fromMs: number }>()
  let lastMs = T0
  return {
    set(monitorId: number, its: { periodMs: number; phaseMs: number }, fromMs: number) {
      const before = known.get(monitorId)
      if (before?.periodMs === its.periodMs && before.phaseMs === its.phaseMs) return
      known.set(monitorId, { ...its, fromMs })
    },
    remove: (monitorId: number) => known.delete(monitorId),
    advance(nowMs: number): { fired: string[]; missed: number } {
      const isSetBack = nowMs < lastMs - SET_BACK_MS
      lastMs = nowMs
      const fired: string[] = []
      let missed = 0
      for (const [monitorId, its] of known) {
        if (isSetBack) its.fromMs = nowMs
        for (let ms = Math.ceil(its.fromMs / 50) * 50; ms <= nowMs; ms += 50) {
          if (ms % its.periodMs !== its.phaseMs) continue
          if (ms >= nowMs - MAX_SLOT_LATENESS_MS) fired.push(`${monitorId} ${ms}`)
          else missed += 1
        }
        its.fromMs = Math.max(its.fromMs, nowMs + 1)
      }
      return { fired: fired.toSorted(), missed }
    },
  }
}

it('fires each slot once and no other, whatever comes, goes, is late or is set back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      let nowMs = T0
      let missed = 0
      const fired: string[] = []
      const ticker = createTicker({
        now: () => nowMs,
        fire: (monitorId, slotMs) => fired.push(`${monitorId} ${slotMs}`),
      })
      const naive = createNaive()
      for (const each of steps) {
        if (each.kind === 'set') {
          // What is older is not even missed: nobody counted on this agent then.
          const fromMs = Math.max(nowMs - each.agoMs, nowMs - MAX_SLOT_LATENESS_MS)
          ticker.set(each.monitorId, each.grid, nowMs - each.agoMs)
          naive.set(each.monitorId, each.grid, fromMs)
          continue
        }
        if (each.kind === 'remove') {
          ticker.remove(each.monitorId)
          naive.remove(each.monitorId)
          continue
        }
        nowMs += each.ms
        fired.length = 0
        const waitMs = ticker.advance()
        const expected = naive.advance(nowMs)
        missed += expected.missed
        expect(fired.toSorted()).toEqual(expected.fired)
        expect(ticker.missed()).toBe(missed)
        expect(waitMs).toBeGreaterThan(0)
        expect(ticker.firedThroughMs()).toBeLessThanOrEqual(nowMs)
      }
    }),
    { numRuns: 100 },
  )
})
