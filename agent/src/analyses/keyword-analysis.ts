import type { KeywordFindings } from '@sightline/shared/analyses/keyword-analysis'
import type { PageFacts, TextBlock } from '../page/facts.ts'
import { contains, foldedText, placesOf, type FoldedText } from '../text/find-phrase.ts'
import { descriptionOf, titleOf, wordsOfUrl } from '../text/page-texts.ts'
import { roundTo2 } from '../text/readability.ts'
import { wordsOf } from '../text/words.ts'
import type { Analysis } from './analysis.ts'
import { issuesOf, scoreOf } from './keyword-analysis/score.ts'

/** How a page uses the keywords it is asked about. Its whole visible text is looked at. */
export const keywordAnalysis: Analysis<'keyword-analysis', 'page' | 'facts'> = {
  needs: ['page', 'facts'],
  analyse({ page, facts }, options) {
    const { blocks } = facts.text
    let totalWords = 0
    const text = blocks.map((block): CountedText => {
      const wordsBefore = totalWords
      totalWords += wordsOf(block.text).length
      return { ...foldedText(block.text), wordsBefore }
    })
    const parts = partsOf(facts, page.url)
    const keywords = options.keywords.map((keyword) => judge(keyword, { text, parts, totalWords }))
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      totalWords,
      keywords,
      missing: keywords.filter(({ count }) => count === 0).map(({ keyword }) => keyword),
    }
  },
}

/** A block of the page's text. */
interface CountedText extends FoldedText {
  /** Words of the blocks before it. */
  readonly wordsBefore: number
}

/** The texts of each part of a page that counts. */
type Parts = Readonly<Record<keyof KeywordFindings['in'], readonly FoldedText[]>>

function partsOf(facts: PageFacts, url: string): Parts {
  const headings = (isWanted: (level: number) => boolean) =>
    facts.headings.filter(({ level }) => isWanted(level)).map(({ text }) => foldedText(text))
  return {
    title: [foldedText(titleOf(facts))],
    metaDescription: [foldedText(descriptionOf(facts) ?? '')],
    h1: headings((level) => level === 1),
    headings: headings((level) => level > 1),
    url: [foldedText(wordsOfUrl(url))],
    imageAlt: facts.images.list.map((image) => foldedText(image.alt ?? '')),
    anchors: facts.anchors.list.map((anchor) => foldedText(anchor.text)),
    firstParagraph: firstParagraphs(facts.text.blocks).map(({ text }) => foldedText(text)),
  }
}

/** The first paragraph of the main part, or of what is no navigation, header, footer or aside; none
 *  where there is no paragraph. */
function firstParagraphs(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph')
  const first =
    paragraphs.find(({ area }) => area === 'main') ?? paragraphs.find(({ area }) => area === 'body')
  return first === undefined ? [] : [first]
}

function judge(
  keyword: string,
  { text, parts, totalWords }: { text: readonly CountedText[]; parts: Parts; totalWords: number },
): KeywordFindings {
  const phrase = foldedText(keyword)
  let count = 0
  let exactMatches = 0
  let firstPosition: number | null = null
  for (const block of text) {
    for (const at of placesOf(phrase, block)) {
      firstPosition ??= block.wordsBefore + wordsOf(block.written.slice(0, at)).length + 1
      count += 1
      if (block.written.startsWith(phrase.written, at)) exactMatches += 1
    }
  }
  const density = totalWords === 0 ? 0 : Math.min(100, roundTo2((count / totalWords) * 100))
  const places = Object.fromEntries(
    Object.entries(parts).map(([part, texts]) => [
      part,
      texts.some((one) => contains(one, phrase)),
    ]),
  ) as Record<keyof Parts, boolean>
  return {
    keyword,
    count,
    density,
    exactMatches,
    prominence: prominenceOf(firstPosition, totalWords),
    firstPosition,
    in: places,
    score: scoreOf(places, { count, density }),
    issues: issuesOf(places, { count, density }),
  }
}

function prominenceOf(firstPosition: number | null, totalWords: number): number {
  if (firstPosition === null || totalWords === 0) return 0
  return Math.max(0, roundTo2(100 * (1 - (firstPosition - 1) / totalWords)))
}
