import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Rhythm } from '../../../../controller/src/live/rhythm.ts'
import { createRhythm } from '../../../../controller/src/live/rhythm.ts'

let startMs: number
let begunAtMs: number[]
let isDue: boolean
let lasting: Promise<void>
let rhythm: Rhythm

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  startMs = performance.now()
  begunAtMs = []
  isDue = true
  lasting = Promise.resolve()
  rhythm = createRhythm(
    () => isDue,
    () => {
      begunAtMs.push(performance.now() - startMs)
      isDue = false
      return lasting
    },
  )
})

/** Something comes. */
function come(): void {
  isDue = true
  rhythm.plan()
}

test('the first round waits for company, the next until a second after it began', async () => {
  come()
  await vi.advanceTimersByTimeAsync(20)
  come()
  await vi.advanceTimersByTimeAsync(80)
  come()
  await vi.advanceTimersByTimeAsync(5_000)
  come()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begunAtMs).toEqual([50, 1_050, 5_150])
})

test('what comes during a round has the next one, after it', async () => {
  const round = Promise.withResolvers<void>()
  lasting = round.promise
  come()
  await vi.advanceTimersByTimeAsync(100)
  come()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(begunAtMs).toEqual([50])
  round.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begunAtMs).toEqual([50, 3_050])
})

test('nothing begins without need, or once it was cancelled', async () => {
  come()
  rhythm.cancel()
  isDue = false
  rhythm.plan()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begunAtMs).toEqual([])
})
