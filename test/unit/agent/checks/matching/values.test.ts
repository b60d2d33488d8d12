import { expect, test } from 'vitest'
import { judgeValues } from '../../../../../agent/src/checks/matching/values.ts'

test.for([
  ['2', true],
  [' 2. ', true],
  ['1.5', true],
  ['.5', false],
  ['+15e-1', true],
  ['1.5E1', true],
  ['-3', false],
  ['', false],
  ['.', false],
  ['1.5.', false],
  ['1 5', false],
  ['0x10', false],
  ['1e', false],
] as const)('the text "%s" is more than 1: %s', ([text, isMore]) => {
  expect(judgeValues([text], { operator: 'gt', value: 1 })).toBe(isMore)
})

test.for([
  ['digits', `${'1'.repeat(60_000)}x`],
  ['digits behind a point', `.${'1'.repeat(60_000)}x`],
  ['blanks', `1${' '.repeat(60_000)}x`],
  ['blanks in front', `${' '.repeat(60_000)}x`],
])('a long row of %s that is no number is told at once', ([, text]) => {
  const startedAtMs = performance.now()
  expect(judgeValues([text], { operator: 'gt', value: 1 })).toBe(false)
  // It took 24 s.
  expect(performance.now() - startedAtMs).toBeLessThan(1_000)
})
