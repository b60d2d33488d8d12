import { expect, test } from 'vitest'
import { batchShape, intervalMs, paceAfter } from '../../../../controller/src/crawl/pace.ts'
import { retryWaitMs } from '../../../../controller/src/crawl/retry.ts'
import type { CrawlRobots } from '@sightline/shared/crawl/work'

const CALM = { slowness: 1, usualMs: 100 }
const robots = (crawlDelaySeconds: number | null): CrawlRobots => ({
  statusCode: 200,
  contentType: 'text/plain',
  text: '',
  failure: null,
  crawlDelaySeconds,
  refusal: null,
})

test.each([
  [5, null, 1, 200],
  [20, null, 1, 50],
  [5, 1, 1, 1_000],
  // Honoured up to ten seconds.
  [5, 60, 1, 10_000],
  [5, 0.1, 1, 200],
  [5, null, 4, 800],
  // Also one that has no limit of its own slows down.
  [100_000, null, 2, 100],
])('%d a second, a delay of %s s and a slowness of %d make %d ms', (rate, delay, slowness, ms) => {
  expect(intervalMs(rate, robots(delay), { slowness })).toBe(ms)
})

test('a batch takes an agent some seconds, and none has more than 50 addresses', () => {
  expect(batchShape(200)).toEqual({ urls: 25, parallel: 5 })
  expect(batchShape(10_000)).toEqual({ urls: 1, parallel: 1 })
  expect(batchShape(0.01)).toEqual({ urls: 50, parallel: 5 })
  expect(batchShape(0)).toEqual({ urls: 50, parallel: 5 })
})

test('a host that refuses is asked half as often, up to a limit', () => {
  const refusing = { refused: 3, isLimited: false, answered: 5, meanMs: 100 }
  expect(paceAfter(CALM, refusing).slowness).toBe(2)
  expect(paceAfter({ slowness: 50, usualMs: 100 }, refusing).slowness).toBe(64)
})

test('one refusal among many answers is none', () => {
  expect(
    paceAfter(CALM, { refused: 1, isLimited: false, answered: 30, meanMs: 100 }).slowness,
  ).toBe(1)
})

test('one answer that says there were too many requests is enough', () => {
  const limited = { refused: 1, isLimited: true, answered: 30, meanMs: 100 }
  expect(paceAfter(CALM, limited).slowness).toBe(2)
})

test('a host that gets slow is asked more rarely, and does not count as usual soon', () => {
  const slow = paceAfter(CALM, { refused: 0, isLimited: false, answered: 10, meanMs: 1_000 })
  expect(slow).toEqual({ slowness: 1.5, usualMs: 145 })
  expect(
    paceAfter(
      { slowness: 1, usualMs: 20 },
      { refused: 0, isLimited: false, answered: 10, meanMs: 150 },
    ),
  ).toEqual({
    slowness: 1,
    usualMs: 26.5,
  })
})

test('a host that is well again is asked faster bit by bit', () => {
  expect(
    paceAfter(
      { slowness: 4, usualMs: 100 },
      { refused: 0, isLimited: false, answered: 10, meanMs: 90 },
    ),
  ).toEqual({
    slowness: 2.8,
    usualMs: 98,
  })
})

test('the first answers tell what is usual', () => {
  expect(
    paceAfter(
      { slowness: 1, usualMs: null },
      { refused: 0, isLimited: false, answered: 3, meanMs: 80 },
    ),
  ).toEqual({
    slowness: 1,
    usualMs: 80,
  })
})

test.each([
  [1, null, 5_000],
  [2, null, 20_000],
  [1, 9_000, 9_000],
  // An hour would hold up everybody: the address counts as failed before.
  [1, 3_600_000, 120_000],
])('after %d tries and a Retry-After of %s ms the next is %d ms later', (tries, after, ms) => {
  expect(retryWaitMs(tries, after)).toBe(ms)
})
