import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseWatch } from '../../../../controller/src/agents/database-watch.ts'
import { watchDatabase } from '../../../../controller/src/agents/database-watch.ts'

let losses: number
let watch: DatabaseWatch

beforeEach(() => {
  vi.useFakeTimers()
  losses = 0
  watch = watchDatabase(() => (losses += 1))
  onTestFinished(() => {
    watch.stop()
    vi.useRealTimers()
  })
})

test('a database that gives no answer for ten seconds is lost, once', () => {
  watch.asked()
  vi.advanceTimersByTime(9_500)
  expect([watch.isLost(), losses]).toEqual([false, 0])
  // What was asked in between changes nothing.
  watch.asked()
  vi.advanceTimersByTime(500)
  expect([watch.isLost(), losses]).toEqual([true, 1])
  vi.advanceTimersByTime(60_000)
  expect([watch.isLost(), losses]).toEqual([true, 1])
})

test('answers and times without a question keep it', () => {
  watch.asked()
  vi.advanceTimersByTime(9_000)
  watch.answered()
  vi.advanceTimersByTime(60_000)
  watch.asked()
  vi.advanceTimersByTime(9_000)
  expect([watch.isLost(), watch.awaitsAgents(), losses]).toEqual([false, false, 0])
})

test('agents that were let go have 15 s to come back', () => {
  watch.asked()
  vi.advanceTimersByTime(30_000)
  expect(watch.awaitsAgents()).toBe(true)
  watch.answered()
  expect([watch.isLost(), watch.awaitsAgents()]).toEqual([false, true])
  vi.advanceTimersByTime(14_000)
  expect(watch.awaitsAgents()).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(watch.awaitsAgents()).toBe(false)
  watch.asked()
  vi.advanceTimersByTime(10_000)
  expect(losses).toBe(2)
})
