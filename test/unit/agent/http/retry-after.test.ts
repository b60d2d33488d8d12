import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../../agent/src/http/retry-after.ts'

const NOW_MS = Date.parse('2026-11-23T06:00:00Z')

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['999999', 3_600_000],
  ['Mon, 23 Nov 2026 06:01:00 GMT', 60_000],
  ['Mon, 23 Nov 2026 05:00:00 GMT', 0],
  ['Tue, 24 Nov 2026 06:00:00 GMT', 3_600_000],
  ['soon', null],
  ['', null],
  ['-5', null],
  ['1.5', null],
  [null, null],
])('Retry-After "%s" asks for %s ms', (value, expected) => {
  expect(retryAfterMs(value, NOW_MS)).toBe(expected)
})
