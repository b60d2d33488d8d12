import { expect, test } from 'vitest'
import { numberRow } from '../../../../controller/web/src/parts/compare-numbers.ts'

const whole = (value: number): string => String(Math.round(value))

test.each([
  [[92, 97], 'none', { verdict: 'other', told: '+5' }],
  [[45, 46], 'more', { verdict: 'better', told: '+1' }],
  [[45, 40], 'more', { verdict: 'worse', told: '−5' }],
  [[45, 40], 'less', { verdict: 'better', told: '−5' }],
  [[45, 45], 'less', { verdict: 'same' }],
  // What looks the same is the same.
  [[45.1, 45.2], 'less', { verdict: 'same', before: '45', after: '45' }],
  [[null, 45], 'more', { verdict: 'other', before: '–', after: '45' }],
  [[null, null], 'more', { verdict: 'same', before: '–', after: '–' }],
] as const)('%j where %s is good', ([before, after], good, row) => {
  const made = numberRow('Pages', [before, after], good, whole)
  expect(made).toMatchObject(row)
  expect('told' in made).toBe('told' in row)
})
