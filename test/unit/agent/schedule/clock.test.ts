import { expect, test } from 'vitest'
import { createClock } from '../../../../agent/src/schedule/clock.ts'

function clockOf(correctionMs = 0) {
  const corrections: number[] = []
  const clock = createClock({
    raw: () => 1_000_000,
    correctionMs,
    onCorrection: (ms) => corrections.push(ms),
  })
  return { clock, corrections }
}

test('a clock that is good enough is trusted', () => {
  const { clock, corrections } = clockOf()
  clock.observe(1_900)
  clock.observe(-2_000)
  expect(clock.now()).toBe(1_000_000)
  expect(corrections).toEqual([])
})

test('a clock five minutes ahead is corrected, and jitter does not move it', () => {
  const { clock, corrections } = clockOf()
  clock.observe(300_000)
  clock.observe(300_120)
  expect(clock.now()).toBe(700_000)
  expect(corrections).toEqual([300_000])
})

test('a correction ends only when the clock is good again', () => {
  const { clock, corrections } = clockOf(300_000)
  clock.observe(1_500)
  expect(clock.now()).toBe(998_500)
  clock.observe(200)
  expect(clock.now()).toBe(1_000_000)
  expect(corrections).toEqual([1_500, 0])
})
