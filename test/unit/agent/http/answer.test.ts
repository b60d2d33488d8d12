import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import type { AnswerCollector } from '../../../../agent/src/http/answer.ts'
import { createAnswerCollector, isFlood } from '../../../../agent/src/http/answer.ts'
import { PATIENT } from '../../../helpers/patient.ts'

const HEAD = {
  statusCode: 200,
  httpVersion: '1.1',
  headers: new Map<string, string>(),
  locations: [],
  setCookies: [],
  robotsTags: [],
} as const

function collect(maxBodyBytes: number, keepBytes = maxBodyBytes): AnswerCollector {
  const collector = createAnswerCollector('GET', { maxBodyBytes, keepBytes: () => keepBytes }, 0)
  collector.head(HEAD)
  return collector
}

test.for([1, 7, 1_000, 20_000, 100_000])('a body in pieces of %i bytes is kept whole', (size) => {
  const body = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7) % 251))
  const collector = collect(200_000)
  for (let at = 0; at < body.length; at += size) collector.data(body.subarray(at, at + size))
  expect(collector.answer()).toMatchObject({ bodyBytes: body.length, isTruncated: false })
  expect(collector.answer()?.body.equals(body)).toBe(true)
})

test('of a body no more is kept than is wanted', () => {
  const collector = collect(30_000, 10)
  for (let i = 0; i < 5; i += 1) expect(collector.data(Buffer.from('1234567'))).toBe(true)
  expect(collector.answer()?.body.toString()).toBe('1234567123')
  expect(collector.data(Buffer.alloc(30_000))).toBe(false)
  expect(collector.answer()).toMatchObject({ bodyBytes: 30_000, isTruncated: true })
})

test('a piece does not hold on to what it was read into', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const collector = collect(1_000_000)
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 1_000; i += 1) collector.data(Buffer.alloc(65_536).subarray(0, 1))
  // What is swept is counted a moment after the collection.
  await vi.waitFor(() => {
    collectGarbage()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  }, PATIENT)
  expect(collector.answer()?.body).toHaveLength(1_000)
})

test('what comes beside a body is bounded', () => {
  const limits = { maxBodyBytes: 1_000_000, keepBytes: () => null }
  expect(isFlood(3_000_000, limits)).toBe(false)
  expect(isFlood(3_100_000, limits)).toBe(true)
})
