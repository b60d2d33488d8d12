import { MAX_SLOT_LATENESS_MS } from '@sightline/shared/protocol'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDueQueue } from '../../../../agent/src/schedule/due-queue.ts'
import { slotAtOrAfter } from '../../../../agent/src/schedule/slots.ts'
import type { QueuedEntry } from '../../../../agent/src/schedule/ticker.ts'
import { createTicker } from '../../../../agent/src/schedule/ticker.ts'

const T0 = 1_700_000_040_000 // a whole minute
const MINUTE = { periodMs: 60_000, phaseMs: 5_000 }

function ticking() {
  const time = { nowMs: T0 }
  const fired: [monitorId: number, slotMs: number][] = []
  const ticker = createTicker({
    now: () => time.nowMs,
    fire: (monitorId, slotMs) => fired.push([monitorId, slotMs]),
  })
  const goTo = (nowMs: number): number => {
    time.nowMs = nowMs
    return ticker.advance()
  }
  return { ticker, fired, goTo }
}

test('is back in time for the next slots though beginning checks takes a while', () => {
  vi.useFakeTimers({ now: T0 - 10 })
  onTestFinished(() => void vi.useRealTimers())
  const firedAt: number[] = []
  const ticker = createTicker({
    now: Date.now,
    fire() {
      firedAt.push(Date.now() - T0)
      vi.setSystemTime(Date.now() + 6)
    },
  })
  onTestFinished(ticker.stop)
  for (const place of [0, 1, 2])
    ticker.set(place + 1, { periodMs: 60_000, phaseMs: place * 50 }, T0)
  ticker.start()
  vi.advanceTimersByTime(200)
  expect(firedAt).toEqual([0, 50, 100])
})

test('each slot fires once, at its time', () => {
  const { ticker, fired, goTo } = ticking()
  ticker.set(1, MINUTE, T0)
  for (let nowMs = T0; nowMs <= T0 + 180_000; nowMs += 100) goTo(nowMs)
  expect(fired).toEqual([
    [1, T0 + 5_000],
    [1, T0 + 65_000],
    [1, T0 + 125_000],
  ])
  expect(ticker.missed()).toBe(0)
})

test('tells how long it may sleep, but looks at the clock four times a second', () => {
  const { ticker, goTo } = ticking()
  ticker.set(1, MINUTE, T0)
  expect(goTo(T0)).toBe(250)
  expect(goTo(T0 + 4_900)).toBe(100)
})

test('a restart keeps the phase', () => {
  const first = ticking()
  first.ticker.set(1, MINUTE, T0)
  first.goTo(T0 + 20_000)
  const second = ticking()
  second.goTo(T0 + 30_000)
  second.ticker.set(1, MINUTE, T0 + 20_000)
  second.goTo(T0 + 65_000)
  expect(second.fired).toEqual([[1, T0 + 65_000]])
})

test('slots since an instant in the past are run at once, as far as they may still be', () => {
  const { ticker, fired, goTo } = ticking()
  goTo(T0 + 70_000)
  ticker.set(1, { periodMs: 10_000, phaseMs: 0 }, T0)
  goTo(T0 + 70_000)
  const slots = fired.map(([, slotMs]) => slotMs - T0)
  expect(slots).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000])
})

test('after standing still, slots too late are skipped and counted, the others run', () => {
  const { ticker, fired, goTo } = ticking()
  ticker.set(1, MINUTE, T0)
  goTo(T0 + 5_000)
  goTo(T0 + 600_000 + 10_000)
  expect(fired.slice(1)).toEqual([[1, T0 + 600_000 + 5_000]])
  expect(ticker.missed()).toBe(9)
  expect(T0 + 610_000 - (fired[1]?.[1] ?? 0)).toBeLessThan(MAX_SLOT_LATENESS_MS)
})

test('a clock set back goes on from where it is now', () => {
  const { ticker, fired, goTo } = ticking()
  ticker.set(1, MINUTE, T0)
  goTo(T0 + 5_000)
  goTo(T0 + 5_000 - 3_600_000)
  goTo(T0 + 5_100 - 3_540_000)
  expect(fired.at(-1)).toEqual([1, T0 + 5_000 - 3_540_000])
})

test('the same grid again moves nothing; another grid counts from when it came', () => {
  const { ticker, fired, goTo } = ticking()
  ticker.set(1, MINUTE, T0)
  goTo(T0 + 10_000)
  ticker.set(1, { ...MINUTE }, T0)
  goTo(T0 + 11_000)
  expect(fired).toHaveLength(1)
  ticker.set(1, { periodMs: 60_000, phaseMs: 20_000 }, T0 + 11_000)
  goTo(T0 + 66_000)
  expect(fired.slice(1)).toEqual([[1, T0 + 20_000]])
})

test('a removed monitor fires no more', () => {
  const { ticker, fired, goTo } = ticking()
  ticker.set(1, MINUTE, T0)
  ticker.remove(1)
  goTo(T0 + 100_000)
  expect(fired).toEqual([])
})

test('everything before the next slot counts as fired, never the future', () => {
  const { ticker, goTo } = ticking()
  ticker.set(1, MINUTE, T0 - 60_000)
  expect(ticker.firedThroughMs()).toBe(T0 - 55_000)
  goTo(T0 + 1_000)
  expect(ticker.firedThroughMs()).toBe(T0 + 1_000)
})

test('monitors that go and come back, again and again, leave nothing behind and miss nothing', () => {
  const fired: number[] = []
  const queue = createDueQueue<QueuedEntry>()
  const time = { nowMs: T0 }
  const ticker = createTicker({
    now: () => time.nowMs,
    fire: (monitorId) => fired.push(monitorId),
    queue,
  })
  const ids = Array.from({ length: 500 }, (_, at) => at + 1)
  const hourly = { periodMs: 3_600_000, phaseMs: 5_000 }
  for (const id of ids) ticker.set(-id, hourly, T0)
  for (let round = 0; round < 20; round += 1) {
    for (const id of ids) ticker.set(id, hourly, T0)
    for (const id of ids) ticker.remove(id)
  }
  expect(queue.size()).toBeLessThanOrEqual(1_000 + 2 * 1_000)
  time.nowMs = slotAtOrAfter(hourly, T0)
  ticker.advance()
  expect(fired.toSorted((a, b) => a - b)).toEqual(ids.map((id) => -id).toReversed())
})
