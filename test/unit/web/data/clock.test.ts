import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClock } from '../../../../controller/web/src/data/clock.ts'

const TICK_MS = 10_000
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a clock moves on while it is looked at, in ticks', () => {
  let nowMs = 0
  const clock = createClock(TICK_MS, () => nowMs)
  const told = vi.fn()
  const leave = clock.subscribe(told)
  nowMs = 9_000
  expect(clock.read().getTime()).toBe(0)
  nowMs = TICK_MS
  vi.advanceTimersByTime(TICK_MS)
  expect(told).toHaveBeenCalledOnce()
  expect(clock.read().getTime()).toBe(TICK_MS)
  expect(clock.read()).toBe(clock.read())
  leave()
  expect(vi.getTimerCount()).toBe(0)
})

it('a clock stands still while nobody sees the page: nothing is asked for by it then', () => {
  let nowMs = 0
  let isSeen = false
  const clock = createClock(
    TICK_MS,
    () => nowMs,
    () => isSeen,
  )
  const told = vi.fn()
  clock.subscribe(told)
  nowMs = 60_000
  vi.advanceTimersByTime(60_000)
  clock.wake()
  expect(told).not.toHaveBeenCalled()
  expect(clock.read().getTime()).toBe(0)
  isSeen = true
  clock.wake()
  expect(told).toHaveBeenCalledOnce()
  expect(clock.read().getTime()).toBe(60_000)
})

it('a clock is right for who looks at it again after long, as on a page of times after a form', () => {
  let nowMs = 0
  const clock = createClock(TICK_MS, () => nowMs)
  clock.subscribe(() => undefined)()
  nowMs = 3_600_000
  expect(clock.read().getTime()).toBe(3_600_000)
  expect(clock.read()).toBe(clock.read())
  // The computer's own clock was set back meanwhile.
  nowMs = 60_000
  expect(clock.read().getTime()).toBe(60_000)
})
