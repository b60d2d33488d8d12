import { expect, test } from 'vitest'
import { printable } from '../../../../agent/src/outcome/printable.ts'

test.for([
  ['as it is', 'as it is'],
  ['a\u0000\r\n\tb\u009f', 'a b '],
  ['to\u202etfel', 'to tfel'],
  ['half\ud800', 'half\ufffd'],
  ['x'.repeat(20), 'x'.repeat(20)],
  ['x'.repeat(21), `${'x'.repeat(20)}…`],
  [`${'x'.repeat(19)}😀`, `${'x'.repeat(19)}\ufffd…`],
  [`a${'\n'.repeat(100)}b`, 'a b'],
  [`a${'\n'.repeat(200)}b`, 'a …'],
] as const)('%j is shown as %j', ([text, shown]) => {
  expect(printable(text, 20)).toBe(shown)
})

test('of a text without end no more is read than may be shown', () => {
  const endless = 'a\t='.repeat(3_000_000)
  const startedAtMs = performance.now()
  for (let i = 0; i < 20; i += 1) expect(printable(endless, 500)).toHaveLength(501)
  // It took 10 s.
  expect(performance.now() - startedAtMs).toBeLessThan(500)
})
