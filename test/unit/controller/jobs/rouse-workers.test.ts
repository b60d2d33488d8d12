import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rouseWorkers } from '../../../../controller/src/jobs/rouse-workers.ts'

let events: Parameters<typeof rouseWorkers>[0]
let nudges: number
/** What has a worker look when jobs were seen to wait; null: it is not asked for. */
let lookForWaiting: (() => void) | null
const emit = (name: string, told: object = {}): boolean => (events as EventEmitter).emit(name, told)

const workerPool = {
  nudge: (workers: number) => {
    nudges += workers
  },
}

/** A worker looked and found nothing. */
function findNothing(): void {
  emit('worker:getJob:empty', { worker: { workerPool } })
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  events = new EventEmitter()
  nudges = 0
  lookForWaiting = null
  rouseWorkers(events, (look) => {
    lookForWaiting = look
    return () => (lookForWaiting = null)
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a worker that found no job', () => {
  it.each(['pool:listen:notification', 'job:complete'])('looks again soon after %s', (activity) => {
    emit(activity)
    findNothing()
    vi.advanceTimersByTime(100)
    expect(nudges).toBe(1)
  })

  it('looks less and less often, and at last leaves it to its own rhythm', () => {
    emit('job:complete')
    const lookedAtMs: number[] = []
    for (let ms = 0; ms < 10_000; ms += 10) {
      findNothing()
      vi.advanceTimersByTime(10)
      if (nudges > lookedAtMs.length) lookedAtMs.push(ms + 10)
    }
    expect(lookedAtMs).toEqual([100, 200, 400, 800, 1_600, 3_200])
  })

  it('waits for work when nothing happened', () => {
    findNothing()
    vi.advanceTimersByTime(10_000)
    expect(nudges).toBe(0)
  })

  it('is left alone when the lane ends meanwhile', () => {
    emit('job:complete')
    findNothing()
    emit('pool:gracefulShutdown')
    vi.advanceTimersByTime(10_000)
    expect(nudges).toBe(0)
  })
})

describe('a lane', () => {
  it('has one of its workers look when jobs were seen to wait', () => {
    emit('pool:create', { workerPool })
    lookForWaiting?.()
    expect(nudges).toBe(1)
  })

  it('has another worker look when one has found a job', () => {
    emit('job:start', { worker: { workerPool } })
    expect(nudges).toBe(1)
  })

  it('leaves it to the notification where there was one', () => {
    emit('pool:listen:notification')
    emit('job:start', { worker: { workerPool } })
    expect(nudges).toBe(0)
  })

  it.each(['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:release'])(
    'looks for nothing after %s',
    (ended) => {
      emit('pool:create', { workerPool })
      emit(ended)
      emit('job:start', { worker: { workerPool } })
      vi.advanceTimersByTime(10_000)
      expect(nudges).toBe(0)
      expect(lookForWaiting).toBeNull()
    },
  )
})
