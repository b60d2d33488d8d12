import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whileSeen } from '../../../../controller/web/src/data/while-seen.ts'

const EVERY_MS = 5_000
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('nothing is asked for again and again while nobody sees the page', () => {
  let isSeen = true
  const work = vi.fn()
  const end = whileSeen(work, EVERY_MS, () => isSeen)
  vi.advanceTimersByTime(2 * EVERY_MS)
  expect(work).toHaveBeenCalledTimes(2)
  isSeen = false
  vi.advanceTimersByTime(10 * EVERY_MS)
  expect(work).toHaveBeenCalledTimes(2)
  isSeen = true
  vi.advanceTimersByTime(EVERY_MS)
  expect(work).toHaveBeenCalledTimes(3)
  end()
  expect(vi.getTimerCount()).toBe(0)
})
