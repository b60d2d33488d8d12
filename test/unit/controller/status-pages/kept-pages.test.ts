import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeptPages } from '../../../../controller/src/status-pages/kept-pages.ts'
import type { PublicStatus } from '../../../../controller/src/status-pages/shown/public-status.ts'
import { publicStatus } from '../../../helpers/public-status.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const log = createLogger('test', 'silent')

function counted() {
  const asked: number[] = []
  let failure: Error | null = null
  const kept = createKeptPages(async (id) => {
    asked.push(id)
    if (failure !== null) throw failure
    return id === 404 ? null : publicStatus({ title: `Page ${id} as of ${asked.length}` })
  }, log)
  return {
    kept,
    asked,
    title: async (id: number) => (await kept.get(id))?.status.title,
    fail: (error: Error | null) => {
      failure = error
    },
  }
}

test('many who ask at once cost one reading, and for five seconds none', async () => {
  const { kept, asked } = counted()
  await Promise.all(Array.from({ length: 1_000 }, async () => kept.get(1)))
  vi.advanceTimersByTime(4_900)
  await kept.get(1)
  expect(asked).toEqual([1])
})

test('what is somewhat old is shown while it is read anew, what is older is waited for', async () => {
  const { title, asked } = counted()
  await title(1)
  vi.advanceTimersByTime(5_100)
  expect(await title(1)).toBe('Page 1 as of 1')
  await vi.advanceTimersByTimeAsync(0)
  expect(await title(1)).toBe('Page 1 as of 2')
  vi.advanceTimersByTime(20_100)
  expect(await title(1)).toBe('Page 1 as of 3')
  expect(asked).toHaveLength(3)
})

test('while the database is away the last one is shown, for an hour', async () => {
  const { title, fail } = counted()
  await title(1)
  fail(new Error('away'))
  vi.advanceTimersByTime(3_500_000)
  expect(await title(1)).toBe('Page 1 as of 1')
  vi.advanceTimersByTime(200_000)
  await expect(title(1)).rejects.toThrow('away')
  await expect(title(2)).rejects.toThrow('away')
})

test('a database that is away is not asked again by every reader', async () => {
  const { title, fail, asked } = counted()
  await title(1)
  fail(new Error('away'))
  vi.advanceTimersByTime(60_000)
  for (let reader = 0; reader < 100; reader += 1) await title(1)
  expect(asked).toEqual([1, 1])
  vi.advanceTimersByTime(5_100)
  await title(1)
  expect(asked).toEqual([1, 1, 1])
})

test('a form that stays the same is not compressed again, and pages go when there are too many', async () => {
  const { kept } = counted()
  const body = async () => (await kept.get(1))?.body('page', () => 'the same')
  const first = await body()
  vi.advanceTimersByTime(25_000)
  expect(await body()).toBe(first)
  for (let page = 2; page < 600; page += 1) await kept.get(page)
  expect(await body()).not.toBe(first)
})

test('a page that is gone is gone, and nothing is kept of what never was', async () => {
  const { kept, asked } = counted()
  expect(await kept.get(404)).toBeNull()
  expect(await kept.get(404)).toBeNull()
  expect(asked).toHaveLength(2)
})

test('a form is made once, and told by its digest', async () => {
  const { kept } = counted()
  const page = await kept.get(1)
  const make = vi.fn<() => string>(() => 'a'.repeat(10_000))
  const [one, other] = await Promise.all([page?.body('page', make), page?.body('page', make)])
  expect(make).toHaveBeenCalledTimes(1)
  expect(one).toBe(other)
  expect(one?.br.length).toBeLessThan(100)
  expect(one?.etag).toMatch(/^"[\w-]{22}"$/)
})

test('each encoding holds the same, and the one that few take is made once', async () => {
  const page = await counted().kept.get(1)
  const body = await page?.body('page', ({ title }) => `<p>${title}</p>`.repeat(100))
  const text = '<p>Page 1 as of 1</p>'.repeat(100)
  expect(brotliDecompressSync(body?.br ?? '').toString()).toBe(text)
  const [first, second] = await Promise.all([body?.gzip(), body?.gzip()])
  expect(gunzipSync(first ?? '').toString()).toBe(text)
  expect(second).toBe(first)
  expect((await body?.plain())?.toString()).toBe(text)
})

test('what was being read while the page changed is shown to nobody', async () => {
  const before = Promise.withResolvers<PublicStatus | null>()
  const answers = [before.promise, Promise.resolve(null)]
  const kept = createKeptPages(() => answers.shift() ?? Promise.resolve(null), log)
  const first = kept.get(1)
  kept.forget(1)
  expect(await kept.get(1)).toBeNull()
  before.resolve(publicStatus({ title: 'Not published any more' }))
  expect(await first).toBeNull()
  expect(await kept.get(1)).toBeNull()
})

test('a page of very many forms still makes each once for those who ask for it again and again', async () => {
  const page = await counted().kept.get(1)
  for (let form = 0; form < 1_000; form += 1) await page?.body(`feed ${form}`, () => 'feed')
  const make = vi.fn<() => string>(() => 'page')
  for (let reader = 0; reader < 100; reader += 1) await page?.body('page', make)
  expect(make).toHaveBeenCalledTimes(1)
})
