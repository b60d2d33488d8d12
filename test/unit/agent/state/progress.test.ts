import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepProgress } from '../../../../agent/src/state/progress.ts'

test('progress is remembered every second, also after a disk refused it, until it is stopped', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const setRanThroughMs = vi.fn<(instantMs: number) => void>()
  let ranThroughMs = 0
  const progress = keepProgress(
    { setRanThroughMs },
    () => (ranThroughMs += 1),
    createLogger('test', 'silent'),
  )
  vi.advanceTimersByTime(1_000)
  setRanThroughMs.mockImplementationOnce(() => {
    throw new Error('the disk is full')
  })
  vi.advanceTimersByTime(2_000)
  progress.stop()
  vi.advanceTimersByTime(2_000)
  progress.remember()
  expect(setRanThroughMs.mock.calls).toEqual([[1], [2], [3], [4]])
})
