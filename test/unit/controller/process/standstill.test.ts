import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Standstill } from '../../../../controller/src/process/standstill.ts'
import { watchStandstill } from '../../../../controller/src/process/standstill.ts'

let nowMs: number
let standstill: Standstill

beforeEach(() => {
  vi.useFakeTimers()
  nowMs = 1_000
  standstill = watchStandstill(() => nowMs)
  onTestFinished(() => {
    standstill.stop()
    vi.useRealTimers()
  })
})

/** Time passes, and the process has its turns. */
function live(ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) {
    nowMs += 100
    vi.advanceTimersByTime(100)
  }
}

test('a process that has its turns never stood still', () => {
  live(60_000)
  // A collection of garbage, a long page.
  nowMs += 3_000
  live(1_000)
  expect(standstill.overAtMs()).toBe(-Infinity)
  expect(standstill.settledAtMs()).toBe(-Infinity)
})

test('it knows at once that it stood still, whoever asks first', () => {
  live(5_000)
  nowMs += 20_000
  const overMs = nowMs
  expect(standstill.overAtMs()).toBe(overMs)
  live(60_000)
  expect(standstill.overAtMs()).toBe(overMs)
  expect(standstill.settledAtMs()).toBe(overMs + 5_000)
  nowMs += 20_000
  vi.advanceTimersByTime(500)
  const laterMs = nowMs
  live(1_000)
  expect(standstill.overAtMs()).toBe(laterMs)
})
