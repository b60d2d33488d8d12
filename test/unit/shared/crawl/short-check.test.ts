import { expect, test } from 'vitest'
import { isShortCheck } from '@sightline/shared/crawl/short-audit'

const TEXT = 'x'.repeat(1_001)

test.each([
  [[null]],
  [[TEXT]],
  [[1.5]],
  [[true]],
  ['Does not apply: the page has no images.'],
  [['It is wrong', 0, null]],
  [[null, 10, 'found']],
  [['It is wrong', 2.5, false, []]],
  [['It is wrong', 2.5, false, [TEXT, '', 'c', 'd', 'e']]],
])('%j is what a check found', (check) => {
  expect(isShortCheck(check)).toBe(true)
})

test.each([
  [null],
  [undefined],
  [1],
  [{}],
  ['x'.repeat(501)],
  [[]],
  [[`${TEXT}x`]],
  [[{}]],
  [[undefined]],
  [[Number.POSITIVE_INFINITY]],
  [['It is wrong', 0]],
  [['x'.repeat(501), 0, null]],
  [['It is wrong', -1, null]],
  [['It is wrong', 11, null]],
  [['It is wrong', Number.NaN, null]],
  [['It is wrong', '1', null]],
  [['It is wrong', 1, []]],
  [['It is wrong', 1, null, 'a']],
  [['It is wrong', 1, null, [1]]],
  [['It is wrong', 1, null, [`${TEXT}x`]]],
  [['It is wrong', 1, null, ['a', 'b', 'c', 'd', 'e', 'f']]],
  [['It is wrong', 1, null, [], null]],
])('%j is none', (check) => {
  expect(isShortCheck(check)).toBe(false)
})
