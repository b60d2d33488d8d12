import { createLogger } from '@sightline/shared/logger'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRegionMoves } from '../../../../controller/src/dispatch/region-moves.ts'
import { createRetriedWork } from '../../../../controller/src/dispatch/retried-work.ts'

function start() {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return createRetriedWork(createLogger('test', 'silent'))
}

/** Fails as often as told. */
const failing = (times: number) => {
  const work = vi.fn<() => Promise<void>>()
  for (let i = 0; i < times; i += 1) work.mockRejectedValueOnce(new Error('the database is away'))
  return work.mockResolvedValue()
}

test('work that failed is asked for again after a second, and what worked is not', async () => {
  const { publish } = start()
  const work = failing(2)
  const again = vi.fn(() => publish('work', work, again))
  again()
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(3)
})

test('work that fails keeps nobody else from theirs, and all of it takes turns', async () => {
  const { publish, inTurn } = start()
  const order: string[] = []
  const step = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (name === 'one') throw new Error('the database is away')
  }
  publish('one', step('one'), () => {})
  await inTurn(step('two'))
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('a round comes again sooner when it failed', async () => {
  const { round } = start()
  const work = failing(1)
  expect(await round('round', work, 60_000)).toBe(1_000)
  expect(await round('round', work, 60_000)).toBe(60_000)
})

test('a region moves once for all that asked before, and again for who asks meanwhile', async () => {
  const moved: string[] = []
  const moveLater = createRegionMoves(start(), (region) => {
    if (moved.push(region) === 1) moveLater(region)
    return Promise.resolve()
  })
  moveLater('eu')
  moveLater('eu')
  moveLater('us')
  await vi.advanceTimersByTimeAsync(0)
  expect(moved).toEqual(['eu', 'us', 'eu'])
})

test('a region whose move failed moves again', async () => {
  const move = failing(1)
  createRegionMoves(start(), move)('eu')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(move).toHaveBeenCalledTimes(2)
})
