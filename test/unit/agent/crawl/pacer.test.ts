import { expect, test } from 'vitest'
import type { PacerClock } from '../../../../agent/src/crawl/pacer.ts'
import { createPacer } from '../../../../agent/src/crawl/pacer.ts'
import { createGiveWay } from '../../../../agent/src/crawl/give-way.ts'

/** A clock that stands still but for what is waited. */
function scriptedClock(): PacerClock & { pass: (ms: number) => void } {
  let nowMs = 1_000
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return {
    nowMs: () => nowMs,
    wait: async (ms, signal) => {
      signal.throwIfAborted()
      pass(ms)
    },
    pass,
  }
}

const { signal } = new AbortController()

test('requests begin as far apart as they are to, from the first one on', async () => {
  const clock = scriptedClock()
  const pacer = createPacer({ startAfterMs: 300, intervalMs: 200 }, signal, clock)
  const begin = () => pacer.begin(async () => clock.nowMs())
  expect(await Promise.all([begin(), begin(), begin()])).toEqual([1_300, 1_500, 1_700])
  clock.pass(1_000)
  expect(await begin()).toBe(2_700)
  expect(await begin()).toBe(2_900)
})

test('the interval counts from when a request could begin', async () => {
  const clock = scriptedClock()
  const pacer = createPacer({ startAfterMs: 0, intervalMs: 200 }, signal, clock)
  const first = pacer.begin(async () => clock.pass(500))
  const second = pacer.begin(async () => clock.nowMs())
  await first
  expect(await second).toBe(1_700)
})

test('a place that is not had holds up nobody, and the end of the time ends all', async () => {
  const clock = scriptedClock()
  const ended = new AbortController()
  const pacer = createPacer({ startAfterMs: 0, intervalMs: 200 }, ended.signal, clock)
  const failing = pacer.begin(() => Promise.reject(new Error('no place')))
  await expect(failing).rejects.toThrow('no place')
  await pacer.begin(async () => undefined)
  ended.abort()
  await expect(pacer.begin(async () => undefined)).rejects.toThrow('aborted')
})

test('a crawl waits while checks are late, but not for ever', async () => {
  const clock = scriptedClock()
  const burden = { lateness: 0, loopDelay: 0 }
  const giveWay = createGiveWay(
    { latenessP99Ms: () => burden.lateness, loopDelayMs: () => burden.loopDelay },
    clock,
  )
  const waited = async (): Promise<number> => {
    const beganAtMs = clock.nowMs()
    await giveWay(signal)
    return clock.nowMs() - beganAtMs
  }
  expect(await waited()).toBe(0)
  burden.lateness = 5_000
  clock.pass(1_000)
  expect(await waited()).toBe(2_000)
  burden.lateness = 0
  burden.loopDelay = 150
  clock.pass(1_000)
  expect(await waited()).toBe(2_000)
  burden.loopDelay = 10
  clock.pass(1_000)
  expect(await waited()).toBe(0)
})
