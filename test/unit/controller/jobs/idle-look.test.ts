import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IdleLook } from '../../../../controller/src/jobs/idle-look.ts'
import { createIdleLook } from '../../../../controller/src/jobs/idle-look.ts'

let idleLook: IdleLook
let questions: number
let answer: () => Promise<readonly number[]>
let looks: string[]

function join(name: string, rank: number, isInDoubt = () => false): () => void {
  const ranks = { lowest: rank, highest: rank }
  return idleLook.join({ ranks, isInDoubt, look: () => void looks.push(name) })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  questions = 0
  looks = []
  answer = () => Promise.resolve([])
  idleLook = createIdleLook(() => {
    questions += 1
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the look for all lanes', () => {
  it('is one question every 2 s, and has nobody look where no job waits', async () => {
    join('alerts', -2)
    join('upkeep', 0)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(questions).toBe(5)
    expect(looks).toEqual([])
  })

  it('has a worker of each lane look in which jobs wait', async () => {
    join('alerts', -2)
    join('upkeep', 0)
    join('evidence', 2)
    answer = () => Promise.resolve([-2, 2])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(looks).toEqual(['alerts', 'evidence'])
  })

  it('has those look that may have lost jobs, and all where it cannot be asked', async () => {
    join('alerts', -2)
    join('upkeep', 0, () => true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(looks).toEqual(['upkeep'])
    answer = () => Promise.reject(new Error('the database is away'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(looks).toEqual(['upkeep', 'alerts', 'upkeep'])
  })

  it('asks no second time while a question is not answered', async () => {
    join('alerts', -2)
    const { promise, resolve } = Promise.withResolvers<readonly number[]>()
    answer = () => promise
    await vi.advanceTimersByTimeAsync(10_000)
    expect(questions).toBe(1)
    resolve([-2])
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toEqual(['alerts'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(questions).toBe(2)
  })

  it('asks no more once the last lane has ended', async () => {
    const leave = [join('alerts', -2), join('upkeep', 0)]
    leave[0]?.()
    answer = () => Promise.resolve([-2, 0])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(looks).toEqual(['upkeep'])
    leave[1]?.()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(questions).toBe(1)
  })
})
