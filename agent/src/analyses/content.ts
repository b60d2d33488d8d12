import { lengthWithoutSpace } from '../page/white-space.ts'
import { languageOf } from '../text/language.ts'
import { measureText } from '../text/measure-text.ts'
import { descriptionOf, titleOf } from '../text/page-texts.ts'
import { passagesOf } from '../text/passages.ts'
import { hasPlaceholder } from '../text/placeholder.ts'
import { readabilityOf, roundTo2 } from '../text/readability.ts'
import { loadStopWords } from '../text/stop-words.ts'
import type { Analysis } from './analysis.ts'
import type { MainBlock } from './content/blocks.ts'
import { consistencyOf, meaningsOf } from './content/consistency.ts'
import { mainTextOf, type MainText } from './content/main-text.ts'

/** What a page has to say, and how it says it. */
export const contentAnalysis: Analysis<'content', 'page' | 'facts' | 'tree'> = {
  needs: ['page', 'facts', 'tree'],
  async analyse({ page, facts, tree }, { format }) {
    const main = mainTextOf(tree, facts)
    const text = main.blocks.map((block) => block.text).join('\n\n')
    const language = await languageOf(facts.document.lang, main.blocks)
    const stopWords = await loadStopWords(language)
    const passages = passagesOf(main.blocks)
    const measures = measureText(passages, language)
    const readability = readabilityOf(measures)
    const meanings = meaningsOf(
      [passages, passagesOf(facts.headings)].flat().flatMap(({ words }) => words),
    )
    const { words, sentences } = measures
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      title: titleOf(facts),
      headings: facts.headings.map((heading) => ({ level: heading.level, text: heading.text })),
      text,
      metrics: {
        wordCount: words,
        characterCount: charactersOf(text),
        sentenceCount: sentences,
        paragraphCount: paragraphsOf(main.blocks),
        avgWordsPerSentence: sentences === 0 ? 0 : roundTo2(words / sentences),
        contentToHtmlRatio: percentOf(facts.text.bytes, facts.document.htmlBytes),
      },
      readability: { ...readability, fleschKincaid: readability.fleschKincaidGrade },
      consistency: {
        titleToContent: consistencyOf(titleOf(facts), meanings, stopWords),
        descriptionToContent: consistencyOf(descriptionOf(facts), meanings, stopWords),
      },
      flags: { isLoremIpsum: hasPlaceholder(facts.text.blocks) },
      wordCount: words,
      markdown: format === 'markdown' ? await markdownOfText(main) : null,
    }
  },
}

/** Characters but white space; those beyond the first 65,536 of Unicode count once. */
function charactersOf(text: string): number {
  const pairs = text.match(/[\ud800-\udbff](?=[\udc00-\udfff])/g)?.length ?? 0
  return lengthWithoutSpace(text) - pairs
}

/** Paragraphs; where a page marks none, what stands alone is taken for one. */
function paragraphsOf(blocks: readonly MainBlock[]): number {
  const marked = blocks.filter(({ kind }) => kind === 'paragraph').length
  return marked > 0 ? marked : blocks.filter(({ kind }) => kind === 'other').length
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, roundTo2((part / whole) * 100))
}

async function markdownOfText({ blocks, element }: MainText): Promise<string> {
  const { markdownOf, markdownOfBlocks } = await import('./content/markdown.ts')
  return element === null ? markdownOfBlocks(blocks) : markdownOf(element)
}
