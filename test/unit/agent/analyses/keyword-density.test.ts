import { KeywordDensityResult } from '@sightline/shared/analyses/keyword-density'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  frequentNgrams,
  numberWords,
} from '../../../../agent/src/analyses/keyword-density/ngrams.ts'
import { keywordDensityAnalysis } from '../../../../agent/src/analyses/keyword-density.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'
import { pageOf, type PageOptions } from '../../../helpers/analysis-page.ts'

async function densityOf(html: string, options: PageOptions = {}) {
  const page = pageOf(html, options)
  return keywordDensityAnalysis.analyse({ page, facts: readPageFacts(page) }, {})
}

const termsOf = (list: readonly { term: string; count: number }[]) =>
  list.map(({ term, count }) => `${term} ${count}`)

const PAGE = `<html lang="en"><title>Garden Tools</title>
<meta name="description" content="All the tools"><h1>Garden tools</h1>
<p>Garden tools for the garden. The garden tools are here.</p><p>Tools for all.</p>`

test('words and phrases are counted, stop words only within phrases', async () => {
  const result = await densityOf(PAGE, { url: 'https://example.com/garden-tools?q=1' })
  expect(result).toMatchObject({ title: 'Garden Tools', totalWords: 15, uniqueWords: 7 })
  expect(result.language).toBe('en')
  expect(termsOf(result.ngrams['1'])).toEqual(['garden 4', 'tools 4'])
  // "tools for" ends with a stop word; "garden the" goes over the end of a sentence.
  expect(termsOf(result.ngrams['2'])).toEqual(['garden tools 3'])
  expect(result.ngrams['3']).toEqual([])
})

test('the density and the places of a term are told', async () => {
  const { ngrams } = await densityOf(PAGE, { url: 'https://example.com/garden-tools?q=1' })
  expect(ngrams['2'][0]).toEqual({
    term: 'garden tools',
    count: 3,
    density: 20,
    inTitle: true,
    inDescription: false,
    inHeadings: true,
    inUrl: true,
  })
})

test('phrases of scripts without spaces are told, and found, as they are written', async () => {
  const html = `<html lang="zh"><title>园丁喜欢铲子</title><p>园丁喜欢 Web 铲子</p><p>园丁喜欢 Web 铲子</p>`
  const { ngrams } = await densityOf(html)
  expect(ngrams['2'][0]).toMatchObject({ term: '园丁喜欢', count: 2, inTitle: true })
  expect(ngrams['2'].map(({ term }) => term)).toContain('web 铲子')
})

test('the result fits its schema, also on a page without words', async () => {
  for (const html of [PAGE, '', '<p>★</p>', `<p>${'x'.repeat(300)} ${'x'.repeat(300)}`]) {
    const result = await densityOf(html)
    expect(KeywordDensityResult.parse(result)).toEqual(result)
  }
})

test('words longer than any word are counted but are no terms', async () => {
  const long = 'x'.repeat(101)
  const { ngrams, totalWords } = await densityOf(`<p>cat ${long} dog cat ${long} dog`)
  expect(totalWords).toBe(6)
  expect(ngrams['1'].map(({ term }) => term)).toEqual(['cat', 'dog'])
  expect(ngrams['3']).toEqual([])
})

/** The same by the definition: every window of every passage. */
function slowNgrams(
  passages: readonly (readonly string[])[],
  stopWords: ReadonlySet<string>,
  length: number,
): readonly string[] {
  const counts = new Map<string, number>()
  for (const words of passages) {
    for (let at = 0; at + length <= words.length; at++) {
      const window = words.slice(at, at + length)
      if (stopWords.has(window[0] ?? '') || stopWords.has(window.at(-1) ?? '')) continue
      counts.set(window.join(' '), (counts.get(window.join(' ')) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([, count]) => length === 1 || count > 1)
    .toSorted((a, b) => b[1] - a[1])
    .map(([term, count]) => `${term} ${count}`)
}

test('n-grams are those of every window, most frequent first, then by first appearance', () => {
  const stopWords = new Set(['the'])
  const passage = fc.array(fc.constantFrom('the', 'cat', 'sat', 'mat'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(passage, { maxLength: 8 }), (passages) => {
      const text = numberWords(passages.map((words) => ({ words, isSentence: true })))
      const lists = frequentNgrams(text, stopWords, { maxLength: 5, most: 1_000 })
      for (const [at, list] of lists.entries()) {
        expect(termsOf(list)).toEqual(slowNgrams(passages, stopWords, at + 1))
      }
    }),
  )
})

test('at most as many as asked for are told', () => {
  const words = Array.from({ length: 100 }, (_, at) => `word${at}`)
  const text = numberWords([{ words, isSentence: true }])
  const [one] = frequentNgrams(text, new Set(), { maxLength: 1, most: 25 })
  expect(one?.map(({ term }) => term)).toEqual(words.slice(0, 25))
})
