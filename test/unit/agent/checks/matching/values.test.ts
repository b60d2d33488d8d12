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

test.for([
  ['-0', 0, true],
  ['-0.0', 0, true],
  ['[-0, {"a": -0}]', [0, { a: 0 }], true],
  ['{"b": 1, "a": [2]}', { a: [2], b: 1 }, true],
  ['{"a": null}', {}, false],
  ['{}', { a: null }, false],
  ['{"length": 0}', [], false],
  ['[]', {}, false],
  ['[1]', [1, 2], false],
  ['"1"', 1, false],
  ['null', null, true],
  ['null', 0, false],
] as const)('the JSON %s equals %j: %s', ([json, value, isEqual]) => {
  const found = [JSON.parse(json) as unknown]
  expect(judgeValues(found, { operator: 'equals', value })).toBe(isEqual)
  expect(judgeValues(found, { operator: 'notEquals', value })).toBe(!isEqual)
  if (isEqual) expect(judgeValues([found], { operator: 'contains', value })).toBe(true)
})
