import {
  MAX_NGRAM_WORDS,
  MAX_TERMS,
  type DensityTerm,
} from '@sightline/shared/analyses/keyword-density'
import { contains, foldedText } from '../text/find-phrase.ts'
import { languageOf } from '../text/language.ts'
import { descriptionOf, titleOf, wordsOfUrl } from '../text/page-texts.ts'
import { passagesOf } from '../text/passages.ts'
import { roundTo2 } from '../text/readability.ts'
import { loadStopWords } from '../text/stop-words.ts'
import type { Analysis } from './analysis.ts'
import { frequentNgrams, numberWords, type Ngram } from './keyword-density/ngrams.ts'

/** The words and phrases a page has most of. Its whole visible text is looked at, navigation included. */
export const keywordDensityAnalysis: Analysis<'keyword-density', 'page' | 'facts'> = {
  needs: ['page', 'facts'],
  async analyse({ page, facts }) {
    const { blocks } = facts.text
    const language = await languageOf(facts.document.lang, blocks)
    const text = numberWords(passagesOf(blocks))
    const lists = frequentNgrams(text, await loadStopWords(language), {
      maxLength: MAX_NGRAM_WORDS,
      most: MAX_TERMS,
    })

    const title = foldedText(titleOf(facts))
    const description = foldedText(descriptionOf(facts) ?? '')
    const headings = facts.headings.map((heading) => foldedText(heading.text))
    const url = foldedText(wordsOfUrl(page.url))
    const describe = ({ term, count }: Ngram): DensityTerm => {
      const phrase = foldedText(term)
      return {
        term,
        count,
        density: roundTo2((count / text.totalWords) * 100),
        inTitle: contains(title, phrase),
        inDescription: contains(description, phrase),
        inHeadings: headings.some((heading) => contains(heading, phrase)),
        inUrl: contains(url, phrase),
      }
    }
    const [one = [], two = [], three = [], four = [], five = []] = lists.map((list) =>
      list.map(describe),
    )
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      title: titleOf(facts),
      totalWords: text.totalWords,
      uniqueWords: text.vocabulary.length,
      language,
      ngrams: { '1': one, '2': two, '3': three, '4': four, '5': five },
    }
  },
}
