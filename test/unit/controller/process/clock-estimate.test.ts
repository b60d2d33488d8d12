import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClockEstimator } from '../../../../controller/src/process/clock-estimate.ts'

/** A sample of a clock that is `aheadMs` ahead, read after the way there. */
function sampleAt(askedMs: number, aheadMs: number, thereMs: number, backMs: number) {
  const saidMs = askedMs + thereMs + aheadMs
  return { askedMs, answeredMs: askedMs + thereMs + backMs, saidMs }
}

it('takes half of the round trip out', () => {
  const { estimate } = createClockEstimator().add(sampleAt(1_000, 420_000, 3, 3))
  expect(estimate).toEqual({ aheadMs: 420_000, errorMs: 3 })
})

it('keeps the best of the last samples', () => {
  const { add } = createClockEstimator()
  add(sampleAt(0, 500, 1, 1))
  // A slow answer looks like 200 ms ahead, which it cannot prove.
  expect(add(sampleAt(1_000, 500, 400, 0))).toEqual({
    estimate: { aheadMs: 500, errorMs: 1 },
    isJump: false,
  })
})

it('follows a clock that drifts, once the best sample is old', () => {
  const { add } = createClockEstimator()
  add(sampleAt(0, 0, 1, 1))
  let last = 0
  for (let second = 1; second <= 60; second += 1) {
    const { estimate, isJump } = add(sampleAt(second * 1_000, second * 0.1, 2, 2))
    expect(isJump).toBe(false)
    last = estimate.aheadMs
  }
  expect(last).toBeCloseTo(6, 0)
})

it.each([420_000, -420_000, 100])('takes a jump by %i ms at once', (jumpMs) => {
  const { add } = createClockEstimator()
  for (let i = 0; i < 8; i += 1) add(sampleAt(i * 1_000, 0, 2, 2))
  const { estimate, isJump } = add(sampleAt(9_000, jumpMs, 5, 5))
  expect({ isJump, aheadMs: estimate.aheadMs }).toEqual({ isJump: true, aheadMs: jumpMs })
})

it('is never off by more than it says, and sees no jump in noise', () => {
  const ways = fc.array(
    fc.tuple(
      fc.double({ min: 0, max: 2_000, noNaN: true }),
      fc.double({ min: 0, max: 2_000, noNaN: true }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(ways, fc.integer({ min: -1e9, max: 1e9 }), (legs, aheadMs) => {
      const { add } = createClockEstimator()
      for (const [i, [thereMs, backMs]] of legs.entries()) {
        const { estimate, isJump } = add(sampleAt(i * 5_000, aheadMs, thereMs, backMs))
        expect(isJump).toBe(false)
        expect(Math.abs(estimate.aheadMs - aheadMs)).toBeLessThanOrEqual(estimate.errorMs + 0.001)
      }
    }),
  )
})
