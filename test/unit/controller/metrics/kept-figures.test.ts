import { describe, expect, it, vi } from 'vitest'
import type { OperationFigures } from '../../../../controller/src/db/operation-figures.ts'
import { keepFigures } from '../../../../controller/src/metrics/kept-figures.ts'

const FIGURES = { bytes: 1 } as OperationFigures

describe('figures of the database', () => {
  it('are asked for once in 15 seconds, however many ask', async () => {
    let nowMs = 0
    const read = vi.fn(async () => FIGURES)
    const figures = keepFigures(read, () => nowMs)
    expect(await Promise.all([figures(), figures()])).toEqual([FIGURES, FIGURES])
    nowMs = 14_999
    await figures()
    expect(read).toHaveBeenCalledTimes(1)
    nowMs = 15_000
    await figures()
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('are not asked of a database that has not answered yet', async () => {
    vi.useFakeTimers()
    let nowMs = 0
    const answer = Promise.withResolvers<OperationFigures>()
    const read = vi.fn(() => answer.promise)
    const figures = keepFigures(read, () => nowMs)
    const first = figures()
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(await first).toBeNull()
    nowMs = 20_000
    expect(await figures()).toBeNull()
    expect(read).toHaveBeenCalledTimes(1)
    answer.resolve(FIGURES)
    await answer.promise
    await Promise.resolve()
    nowMs = 40_000
    expect(await figures()).toEqual(FIGURES)
  })

  it('are not there while it fails', async () => {
    const figures = keepFigures(() => Promise.reject(new Error('away')))
    expect(await figures()).toBeNull()
  })
})
