import { expect, test } from 'vitest'
import { createBackoff } from '../../../../controller/src/supervisor/keeping/backoff.ts'

test('waits double up to half a minute, and start over after a minute of life', () => {
  const backoff = createBackoff()
  const waits = [0, 0, 0, 0, 0, 0, 0, 0, 59_999].map((livedMs) => backoff.next(livedMs))
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(backoff.next(60_000)).toBe(500)
  expect(backoff.next(0)).toBe(1_000)
})
