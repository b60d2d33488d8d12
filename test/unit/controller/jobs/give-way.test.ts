import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createGiveWay, createPressing } from '../../../../controller/src/jobs/give-way.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MANY = 20

function lane(pressing: () => Promise<number>, stopping = new AbortController().signal) {
  const giveWay = createGiveWay(pressing, stopping)
  const take = (jobs: number): void => {
    for (let job = 0; job < jobs; job += 1) giveWay.took()
  }
  /** @returns whether it went on within a time */
  const goesOnWithin = async (ms: number): Promise<boolean> => {
    let isOver = false
    void giveWay.wait().then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(ms)
    return isOver
  }
  return { take, goesOnWithin }
}

it('a lane of few jobs goes on whatever waits', async () => {
  const { take, goesOnWithin } = lane(() => Promise.resolve(49))
  take(MANY - 1)
  expect(await goesOnWithin(0)).toBe(true)
})

it('a lane of few jobs waits where very many are to be told, but for its first', async () => {
  const { take, goesOnWithin } = lane(() => Promise.resolve(50))
  expect(await goesOnWithin(0)).toBe(true)
  take(1)
  expect(await goesOnWithin(4_000)).toBe(false)
})

it('a lane of many jobs goes on when nothing waits, or nobody knows', async () => {
  for (const answer of [() => Promise.resolve(0), () => Promise.reject(new Error('away'))]) {
    const { take, goesOnWithin } = lane(answer)
    take(MANY)
    expect(await goesOnWithin(0)).toBe(true)
  }
})

it('a lane of many jobs waits while people are to be told, and not for ever', async () => {
  const { take, goesOnWithin } = lane(() => Promise.resolve(1))
  take(MANY)
  expect(await goesOnWithin(4_000)).toBe(false)
  expect(await goesOnWithin(6_000)).toBe(true)
})

it('a lane that was busy long ago goes on at once', async () => {
  const { take, goesOnWithin } = lane(() => Promise.resolve(1))
  take(MANY)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await goesOnWithin(0)).toBe(true)
})

it('a lane that is to stop waits for nobody', async () => {
  const { take, goesOnWithin } = lane(() => Promise.resolve(1), AbortSignal.abort())
  take(MANY)
  expect(await goesOnWithin(0)).toBe(true)
})

it('lanes that ask within a quarter of a second are answered together, and a question that failed is asked again', async () => {
  let asked = 0
  let nowMs = 0
  const pressing = createPressing(
    () => {
      asked += 1
      return asked === 2 ? Promise.reject(new Error('away')) : Promise.resolve(asked)
    },
    () => nowMs,
  )
  expect(await Promise.all([pressing(), pressing()])).toEqual([1, 1])
  nowMs = 249
  expect(await pressing()).toBe(1)
  nowMs = 250
  await expect(pressing()).rejects.toThrow('away')
  nowMs = 500
  expect(await pressing()).toBe(3)
  expect(asked).toBe(3)
})
