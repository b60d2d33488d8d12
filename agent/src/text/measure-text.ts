import type { Passage } from './passages.ts'
import { countSyllables, isEnglish } from './syllables.ts'

/** What readability is computed from. */
export interface TextMeasures {
  readonly words: number
  readonly sentences: number
  readonly syllables: number
  /** Words of three syllables and more. */
  readonly longWords: number
  /** The same after a final -es, -ed or -ing is taken off English words. */
  readonly longStems: number
  readonly letters: number
  readonly digits: number
  /** Most letters are of an alphabet that writes vowels (Latin, Cyrillic, Greek): only there syllables
   *  can be counted, and letters say something of a word's length. */
  readonly isAlphabetic: boolean
}

interface WordMeasures {
  readonly letters: number
  readonly digits: number
  readonly alphabetic: number
  readonly syllables: number
  readonly stemSyllables: number
}

const LONG_SYLLABLES = 3
const ASCII_LETTERS = /^[A-Za-z]+$/
const ENGLISH_ENDING = /(?:es|ed|ing)$/i

/** @param language two or three letters; null when it is not known */
export function measureText(passages: readonly Passage[], language: string | null): TextMeasures {
  const byWord = new Map<string, WordMeasures>()
  const sum = { words: 0, syllables: 0, longWords: 0, longStems: 0, letters: 0, digits: 0 }
  let alphabetic = 0
  for (const { words } of passages) {
    sum.words += words.length
    for (const word of words) {
      let measures = byWord.get(word)
      if (measures === undefined) byWord.set(word, (measures = measureWord(word, language)))
      sum.syllables += measures.syllables
      sum.letters += measures.letters
      sum.digits += measures.digits
      alphabetic += measures.alphabetic
      if (measures.syllables >= LONG_SYLLABLES) sum.longWords += 1
      if (measures.stemSyllables >= LONG_SYLLABLES) sum.longStems += 1
    }
  }
  return {
    ...sum,
    sentences: passages.filter((passage) => passage.isSentence).length,
    isAlphabetic: alphabetic * 2 >= sum.letters,
  }
}

function measureWord(word: string, language: string | null): WordMeasures {
  const isAscii = ASCII_LETTERS.test(word)
  const letters = isAscii ? word.length : countOf(word, /\p{L}/gu)
  const syllables = countSyllables(word, language)
  const stem = isEnglish(language) ? word.replace(ENGLISH_ENDING, '') : word
  return {
    letters,
    digits: isAscii ? 0 : countOf(word, /\p{N}/gu),
    alphabetic: isAscii ? letters : countOf(word, /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/gu),
    syllables,
    stemSyllables: stem === word || stem === '' ? syllables : countSyllables(stem, language),
  }
}

function countOf(word: string, pattern: RegExp): number {
  return word.match(pattern)?.length ?? 0
}
