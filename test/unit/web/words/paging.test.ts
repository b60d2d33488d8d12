import { describe, expect, it } from 'vitest'
import { pagingOf } from '../../../../controller/web/src/words/paging.ts'

describe('where one is in a list that is read page by page', () => {
  it.each([
    ['the first page', [1, 50, 120], ['1 to 50 of 120', null, 2]],
    ['one in between', [2, 50, 120], ['51 to 100 of 120', 1, 3]],
    ['the last', [3, 50, 120], ['101 to 120 of 120', 2, null]],
    ['a page beyond the end', [9, 50, 120], ['Nothing is on page 9: there are 3 pages', 3, null]],
    [
      'one of what is on one page by now',
      [2, 50, 3],
      ['Nothing is on page 2: there is 1 page', 1, null],
    ],
  ] as const)('%s', (_, [page, per, total], [text, before, next]) => {
    expect(pagingOf(page, per, total)).toEqual({ text, before, next })
  })

  it('is not told where all is on one page', () => {
    expect([pagingOf(1, 50, 50), pagingOf(1, 50, 0)]).toEqual([null, null])
  })
})
