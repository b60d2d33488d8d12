import { KnownWords } from './known-words.ts'
import type { Passage } from './passages.ts'
import { isSentence, sentenceEnds } from './passages.ts'
import type { ReadWords, WordRange } from './read-words.ts'
import type { MeetWord } from './scan-words.ts'
import { scanWords } from './scan-words.ts'
import { countSyllables, isEnglish } from './syllables.ts'
import { wordsOf } from './words.ts'

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

/** What is measured of one text after the other. */
class Sums {
  #words = 0
  #sentences = 0
  #syllables = 0
  #longWords = 0
  #longStems = 0
  #letters = 0
  #digits = 0
  #alphabetic = 0

  addWord({ letters, digits, alphabetic, syllables, stemSyllables }: WordMeasures): void {
    this.#words += 1
    this.#syllables += syllables
    this.#letters += letters
    this.#digits += digits
    this.#alphabetic += alphabetic
    if (syllables >= LONG_SYLLABLES) this.#longWords += 1
    if (stemSyllables >= LONG_SYLLABLES) this.#longStems += 1
  }

  addSentence(): void {
    this.#sentences += 1
  }

  measures(): TextMeasures {
    return {
      words: this.#words,
      sentences: this.#sentences,
      syllables: this.#syllables,
      longWords: this.#longWords,
      longStems: this.#longStems,
      letters: this.#letters,
      digits: this.#digits,
      isAlphabetic: this.#alphabetic * 2 >= this.#letters,
    }
  }
}

/** @param language two or three letters; null when it is not known */
export function measureText(passages: readonly Passage[], language: string | null): TextMeasures {
  const byWord = new Map<string, WordMeasures>()
  const sums = new Sums()
  for (const passage of passages) {
    if (passage.isSentence) sums.addSentence()
    for (const word of passage.words) {
      let measures = byWord.get(word)
      if (measures === undefined) byWord.set(word, (measures = measureWord(word, language)))
      sums.addWord(measures)
    }
  }
  return sums.measures()
}

const englishWords = new KnownWords((word) => measureWord(word, 'en'))

/** An English text, with its words where they were read before. */
export interface EnglishText {
  readonly text: string
  readonly words?: { readonly read: ReadWords; readonly range: WordRange }
}

/** The same of the passages of English texts, in half of the time: of no word is a string made that was met before, on
 *  any page. */
export function measureEnglish(blocks: readonly EnglishText[]): TextMeasures {
  const sums = new Sums()
  for (const { text, words } of blocks) {
    const ends = sentenceEnds(text)
    const wordsBefore = words === undefined ? null : countsBefore(ends, words)
    if (words === undefined || wordsBefore === null) addScanned(text, ends, sums)
    else addRead({ text, words }, ends, wordsBefore, sums)
  }
  return sums.measures()
}

/** How many words stand before the end of each sentence; null where a sentence ends within one. */
function countsBefore(
  ends: readonly number[],
  { read: { places }, range }: Required<EnglishText>['words'],
): readonly number[] | null {
  const counts: number[] = []
  let at = range.begin
  for (const end of ends) {
    while (at < range.end && (places[2 * at + 1] ?? 0) <= end) at += 1
    if (at < range.end && (places[2 * at] ?? 0) < end) return null
    counts.push(at)
  }
  return counts
}

function addRead(
  { text, words: { read, range } }: Required<EnglishText>,
  ends: readonly number[],
  wordsBefore: readonly number[],
  sums: Sums,
): void {
  const { hashes, places } = read
  let start = 0
  let at = range.begin
  for (const [sentence, end] of ends.entries()) {
    const first = at
    const last = wordsBefore[sentence] ?? at
    for (; at < last; at += 1) {
      const [from = 0, to = 0] = [places[2 * at], places[2 * at + 1]]
      sums.addWord(englishWords.of(text, from, to, hashes[at] ?? null))
    }
    if (at > first && isSentence(text, start, end, at - first)) sums.addSentence()
    start = end
  }
}

function addScanned(text: string, ends: readonly number[], sums: Sums): void {
  /** Of the passage that is looked at. */
  const words: WordMeasures[] = []
  const meet: MeetWord = (from, to, hash) => words.push(englishWords.of(text, from, to, hash))
  let start = 0
  for (const end of ends) {
    words.length = 0
    if (!scanWords(text, meet, start, end)) {
      words.length = 0
      for (const word of wordsOf(text.slice(start, end))) words.push(measureWord(word, 'en'))
    }
    for (const word of words) sums.addWord(word)
    if (words.length > 0 && isSentence(text, start, end, words.length)) sums.addSentence()
    start = end
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
