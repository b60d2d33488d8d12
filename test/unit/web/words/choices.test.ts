import { expect, it } from 'vitest'
import { choiceWords, inOrder } from '../../../../controller/web/src/words/choices.ts'

it.each([
  [
    ['1', '3', '2c'],
    ['1', '2c', '3'],
  ],
  [
    ['2', 'auto', '1.1'],
    ['auto', '1.1', '2'],
  ],
  [
    ['none', 'starttls', 'tls'],
    ['none', 'starttls', 'tls'],
  ],
])('%j are listed as %j', (words, listed) => {
  expect(inOrder(words)).toEqual(listed)
})

it('go with what stands before them', () => {
  expect(choiceWords('operator', 'contains')).toBe('contain')
  expect(choiceWords('expected.match', 'contains')).toBe('contains')
  expect(choiceWords('keyword.mode', 'contains')).toBe('must be there')
})
