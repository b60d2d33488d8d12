import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Standstill } from '../../../../agent/src/self-test/standstill.ts'
import { createStandstill } from '../../../../agent/src/self-test/standstill.ts'

let monotonicMs: number
let wallMs: number
let standstill: Standstill

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  monotonicMs = 1_000
  wallMs = Date.parse('2026-03-10T12:00:00Z')
  standstill = createStandstill({ monotonic: () => monotonicMs, wall: () => wallMs })
})

/** The process stands still while time passes. */
function stand(ms: number): void {
  monotonicMs += ms
  wallMs += ms
}

/** Time passes, and the process has its turns. */
function live(ms: number): void {
  for (let passed = 0; passed < ms; passed += 50) {
    stand(50)
    vi.advanceTimersByTime(50)
  }
}

test('a process that is busy has not stood still', () => {
  const stoodStill = standstill.watch()
  live(5_000)
  for (let time = 0; time < 5; time += 1) {
    stand(1_000)
    live(250)
  }
  expect(stoodStill()).toBe(false)
})

test('a second and a half is found at once by whoever asks first, and by all who watched', () => {
  const [first, second] = [standstill.watch(), standstill.watch()]
  live(5_000)
  stand(1_500)
  const begunAfterwards = standstill.watch()
  expect(first()).toBe(true)
  live(5_000)
  expect(second()).toBe(true)
  expect(begunAfterwards()).toBe(false)
})

test('time in which nobody watched is none, and nothing is woken in it', () => {
  standstill.watch()()
  expect(vi.getTimerCount()).toBe(0)
  stand(60_000)
  const stoodStill = standstill.watch()
  live(500)
  expect(stoodStill()).toBe(false)
})

test('a machine that slept is known by its clock on the wall; one that was set back is none', () => {
  const setBack = standstill.watch()
  live(1_000)
  wallMs -= 3_600_000
  live(1_000)
  expect(setBack()).toBe(false)
  const slept = standstill.watch()
  wallMs += 8_000
  live(250)
  expect(slept()).toBe(true)
})
