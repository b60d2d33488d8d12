import { expect, onTestFinished, test, vi } from 'vitest'
import { createStanding } from '../../../../agent/src/connection/standing.ts'

test('an id is kept when it is another, and the first welcome is told from later ones', () => {
  const keep = vi.fn()
  const standing = createStanding('one', keep)
  expect(standing.welcomed('one')).toBe(true)
  expect(keep).not.toHaveBeenCalled()
  expect(standing.welcomed('two')).toBe(false)
  expect(keep.mock.calls).toEqual([['two']])
  expect(standing.agentId()).toBe('two')
})

test('it is known how long ago a controller was heard of', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const standing = createStanding('', () => {})
  expect(standing.heardSecondsAgo()).toBeNull()
  standing.heard()
  vi.advanceTimersByTime(2_500)
  expect(standing.heardSecondsAgo()).toBe(2.5)
})
