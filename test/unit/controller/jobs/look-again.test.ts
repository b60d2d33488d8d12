import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lookAgain } from '../../../../controller/src/jobs/look-again.ts'

let events: Parameters<typeof lookAgain>[0]
let nudges: number
const emit = (name: string, told: object = {}): boolean => (events as EventEmitter).emit(name, told)

/** A worker looked and found nothing. */
function findNothing(): void {
  const workerPool = {
    nudge: (workers: number) => {
      nudges += workers
    },
  }
  emit('worker:getJob:empty', { worker: { workerPool } })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  events = new EventEmitter()
  nudges = 0
  lookAgain(events)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a worker that found no job', () => {
  it.each(['pool:listen:notification', 'job:complete'])('looks again soon after %s', (activity) => {
    emit(activity)
    findNothing()
    vi.advanceTimersByTime(20)
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
    expect(lookedAtMs).toEqual([20, 40, 80, 160, 320, 640, 1_280, 2_560])
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
