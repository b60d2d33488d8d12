import { expect, it } from 'vitest'
import { spanWords } from '../../../../controller/web/src/words/times.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

it.each([
  ['2026-11-27T13:00:00Z', '2026-11-27T14:30:00Z', 'short', '14:00 to 15:30 CET'],
  ['2026-11-28T01:00:00Z', '2026-11-28T02:00:00Z', 'short', '28 Nov, 02:00 to 03:00 CET'],
  ['2026-11-27T22:00:00Z', '2026-11-27T23:30:00Z', 'short', '23:00 to 28 Nov, 00:30 CET'],
  [
    '2026-10-24T21:00:00Z',
    '2026-10-25T03:00:00Z',
    'short',
    '24 Oct, 23:00 CEST to 25 Oct, 04:00 CET',
  ],
  ['2025-11-27T13:00:00Z', '2025-11-27T14:30:09Z', 'full', '27 Nov 2025, 14:00:00 to 15:30:09 CET'],
] as const)('names day and zone of %s to %s once (%s)', (from, to, form, words) => {
  const span = spanWords([new Date(from), new Date(to)], { zone: 'Europe/Berlin', now: NOW, form })
  expect(`${span.from} to ${span.to}`).toBe(words)
})
