import { KeywordAnalysisResult } from '@sightline/shared/analyses/keyword-analysis'
import { expect, test } from 'vitest'
import { keywordAnalysis } from '../../../../agent/src/analyses/keyword-analysis.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

async function analysisOf(html: string, keywords: string[]) {
  const page = pageOf(html, { url: 'https://example.com/garden-tools' })
  const result = await keywordAnalysis.analyse({ page, facts: readPageFacts(page) }, { keywords })
  expect(KeywordAnalysisResult.parse(result)).toEqual(result)
  return result
}

async function findingsOf(html: string, keyword: string) {
  const [findings] = (await analysisOf(html, [keyword])).keywords
  if (findings === undefined) throw new Error('Nothing was told of the keyword.')
  return findings
}

const FILLER = 'word '.repeat(80)
const GOOD = `<title>Garden Tools</title><meta name="description" content="Our garden tools">
<nav><p>Skip this</p></nav><main><h1>Garden tools</h1><p>The garden-tools are here.</p>
<h2>More garden tools</h2><img alt="Garden tools"><a href="/">All GARDEN TOOLS</a><p>${FILLER}</p></main>`

test('a keyword that stands everywhere has the full score', async () => {
  expect(await findingsOf(GOOD, 'garden tools')).toEqual({
    keyword: 'garden tools',
    count: 4,
    density: 4.26,
    exactMatches: 1,
    prominence: 97.87,
    firstPosition: 3,
    in: {
      title: true,
      metaDescription: true,
      h1: true,
      headings: true,
      url: true,
      imageAlt: true,
      anchors: true,
      firstParagraph: true,
    },
    score: 85,
    issues: ['Keyword is used too often (density 4.26%, recommended at most 4%)'],
  })
  const rarer = GOOD.replace(FILLER, FILLER.repeat(2))
  expect(await findingsOf(rarer, 'garden tools')).toMatchObject({ score: 100, issues: [] })
})

test('a keyword of a short page is used too often only where it comes more than twice', async () => {
  const often = 'Keyword is used too often (density 25%, recommended at most 4%)'
  const issuesOf = async (html: string) => (await findingsOf(html, 'tea')).issues
  expect(await issuesOf('<p>Tea from India</p>')).not.toContainEqual(expect.stringMatching(/often/))
  expect(await issuesOf('<p>Tea is tea</p>')).not.toContainEqual(expect.stringMatching(/often/))
  expect(await issuesOf(`<p>${'Tea is so good. '.repeat(3)}</p>`)).toContain(often)
})

test('a keyword that stands nowhere is missing, and each place is an issue', async () => {
  const { keywords, missing } = await analysisOf(GOOD, ['lawn', 'Garden'])
  expect(missing).toEqual(['lawn'])
  expect(keywords[0]).toMatchObject({ count: 0, score: 0, prominence: 0, firstPosition: null })
  expect(keywords[0]?.issues).toHaveLength(8)
  expect(keywords[0]?.issues[0]).toBe('Keyword is not in the text')
})

test('exact matches have the spelling that was asked for', async () => {
  const html = '<p>Café CAFE cafe café-bar cafés</p>'
  expect(await findingsOf(html, 'café')).toMatchObject({ count: 4, exactMatches: 1 })
  expect(await findingsOf(html, 'cafe')).toMatchObject({ count: 4, exactMatches: 1 })
})

test('the position is that of a word, over all blocks', async () => {
  const html = '<p>one two-three</p><p>four, five six</p>'
  expect(await findingsOf(html, 'five')).toMatchObject({ firstPosition: 4, prominence: 40 })
  expect(await findingsOf(html, 'one')).toMatchObject({ firstPosition: 1, prominence: 100 })
})

test('a keyword in Chinese is found within a text', async () => {
  expect(await findingsOf('<p>我们去北京大学</p>', '北京')).toMatchObject({ count: 1 })
})

test('a page without text misses everything', async () => {
  const { totalWords, missing } = await analysisOf('', ['a', 'b'])
  expect(totalWords).toBe(0)
  expect(missing).toEqual(['a', 'b'])
})
