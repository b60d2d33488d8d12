import { createLogger } from '@sightline/shared/logger'
import { expect, test, vi } from 'vitest'
import { keepRunning } from '../../../../controller/src/jobs/keep-running.ts'
import { eventually } from '../../../helpers/eventually.ts'

const parts = () => ({
  stopping: new AbortController(),
  trouble: { met: vi.fn<() => void>(), over: vi.fn<() => void>() },
  log: createLogger('test', 'silent'),
  restartDelayMs: 1,
})

const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })

test('a worker that cannot begin, or gives up, is started again until it is stopped', async () => {
  const running = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const starts = [
    () => Promise.reject(away()),
    () => Promise.reject(away()),
    () => Promise.resolve({ promise: running.promise, stop: () => Promise.resolve() }),
    () => Promise.resolve({ promise: last.promise, stop: async () => last.resolve() }),
  ]
  let started = 0
  const given = parts()
  const kept = await keepRunning(() => {
    started += 1
    return starts[started - 1]?.() ?? Promise.reject(new Error('once too often'))
  }, given)
  expect([started, given.trouble.met.mock.calls.length]).toEqual([1, 1])
  await eventually(() => started === 3)
  running.reject(away())
  await eventually(() => started === 4)
  await kept.stop()
  expect([started, given.stopping.signal.aborted]).toEqual([4, true])
})

test('what is wrong with a worker itself is told to whoever starts it', async () => {
  const start = () => Promise.reject(new Error('a schedule that is none'))
  await expect(keepRunning(start, parts())).rejects.toThrow('a schedule that is none')
})
