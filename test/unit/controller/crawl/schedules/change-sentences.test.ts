import { expect, test } from 'vitest'
import { changeSentences } from '../../../../../controller/src/crawl/schedules/change-sentences.ts'

const CALM = { scoreBefore: 80.4, scoreNow: 80, hidden: 0, shown: 0, newErrors: {} }
const ALL = { scoreDrop: 5, newErrors: true, indexability: true }
const title = (id: string): string => `Pages with ${id}`

test('nothing is told of a site that stayed as it was', () => {
  expect(changeSentences(CALM, ALL, title)).toEqual([])
  expect(changeSentences({ ...CALM, scoreBefore: null }, ALL, title)).toEqual([])
})

test.each([
  [{ scoreNow: 75.5 }, []],
  [{ scoreNow: 75.4 }, ['The average score of its pages fell from 80 to 75.']],
  [{ hidden: 1 }, ['Search engines may not show 1 page any more.']],
  [{ shown: 12 }, ['Search engines may show 12 pages that they could not before.']],
  [
    { newErrors: { b: 2, a: 2, c: 7 } },
    ['New errors: Pages with c: 7; Pages with a: 2; Pages with b: 2.'],
  ],
  [
    { newErrors: { a: 7, b: 6, c: 5, d: 4, e: 3, f: 2, g: 1 } },
    [
      'New errors: Pages with a: 7; Pages with b: 6; Pages with c: 5; Pages with d: 4; Pages with e: 3; and 2 more.',
    ],
  ],
])('%o is told', (change, expected) => {
  expect(changeSentences({ ...CALM, ...change }, ALL, title)).toEqual(expected)
})

test('nobody is told what they do not want to know', () => {
  const change = { scoreBefore: 90, scoreNow: 10, hidden: 3, shown: 4, newErrors: { a: 1 } }
  const nothing = { scoreDrop: null, newErrors: false, indexability: false }
  expect(changeSentences(change, nothing, title)).toEqual([])
})
