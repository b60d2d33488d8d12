import { KeywordAnalysisOptions, KeywordList } from '@sightline/shared/analyses/keyword-analysis'
import { expect, test } from 'vitest'

test.each([
  ['spade', ['spade']],
  [' garden \t tools ,, spade,', ['garden tools', 'spade']],
  ['Spade,SPADE,spade', ['Spade']],
  ['cafe\u0301', ['café']],
  ['C++,.NET', ['C++', '.NET']],
])('"%s" asks for %j', (text, keywords) => {
  expect(KeywordList.parse(text)).toEqual(keywords)
})

test.each([
  ['', 'must be 1 to 20 keywords separated by commas'],
  [' , ,', 'must be 1 to 20 keywords separated by commas'],
  [
    Array.from({ length: 21 }, (_, at) => `k${at}`).join(),
    'must be 1 to 20 keywords separated by commas',
  ],
  ['x'.repeat(101), 'must have at most 100 characters in each keyword'],
  ['spade,+++', 'must have a letter or a digit in each keyword'],
])('"%s" is refused', (text, message) => {
  const parsed = KeywordAnalysisOptions.safeParse({ keywords: text })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('keywords must be there', () => {
  const parsed = KeywordAnalysisOptions.safeParse({})
  expect(parsed.error?.issues.map((issue) => issue.path)).toEqual([['keywords']])
})
