import { MAX_TERM_WORD_LENGTH } from '@sightline/shared/analyses/keyword-density'
import { foldCase } from '../../text/fold.ts'
import type { Passage } from '../../text/passages.ts'
import { joinWords } from '../../text/words.ts'

/** Words as numbers, so that long texts are counted fast. */
export interface NumberedText {
  /** Words by number, in lower case, in order of first appearance. */
  readonly vocabulary: readonly string[]
  /** The numbers of all words in order, BORDER between passages. */
  readonly numbers: Int32Array
  readonly totalWords: number
}

export interface Ngram {
  /** Words as they are written in a row. */
  readonly term: string
  readonly count: number
}

/** What stands where no n-gram goes over. */
const BORDER = -1
/** Phrases that occur once say nothing. */
const MIN_PHRASE_COUNT = 2

/** Gives each word of a text its number. */
export function numberWords(passages: readonly Passage[]): NumberedText {
  const totalWords = passages.reduce((sum, { words }) => sum + words.length, 0)
  const numbers = new Int32Array(totalWords + passages.length).fill(BORDER)
  const byWord = new Map<string, number>()
  let at = 0
  for (const { words } of passages) {
    for (const written of words) {
      const word = foldCase(written)
      let number = byWord.get(word)
      if (number === undefined) byWord.set(word, (number = byWord.size))
      numbers[at++] = number
    }
    at += 1
  }
  return { vocabulary: [...byWord.keys()], numbers, totalWords }
}

/** The most frequent n-grams of 1 to `maxLength` words, a list for each length: most frequent first, then
 *  by first appearance. Stop words are none, and no n-gram begins or ends with one. Longer ones occur at
 *  least twice.
 *  @param most how many of each length */
export function frequentNgrams(
  text: NumberedText,
  stopWords: ReadonlySet<string>,
  { maxLength, most }: { maxLength: number; most: number },
): readonly (readonly Ngram[])[] {
  const { vocabulary } = text
  const isEdge = vocabulary.map(
    (word) => !stopWords.has(word) && word.length <= MAX_TERM_WORD_LENGTH,
  )
  const isShort = vocabulary.map((word) => word.length <= MAX_TERM_WORD_LENGTH)
  const lists: Ngram[][] = []
  let grams = singleWords(text)
  for (let length = 1; length <= maxLength; length++) {
    if (length > 1) grams = longer(grams, text, length)
    lists.push(mostFrequent(grams, length))
  }
  return lists

  function mostFrequent({ counts, firstAt }: Grams, length: number): Ngram[] {
    const minCount = length === 1 ? 1 : MIN_PHRASE_COUNT
    const chosen: number[] = []
    for (const [gram, count] of counts.entries()) {
      if (count >= minCount && isTerm(firstAt[gram] ?? 0, length)) chosen.push(gram)
    }
    // Grams are numbered by first appearance, and the sort is stable.
    chosen.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    return chosen.slice(0, most).map((gram) => ({
      term: joinWords(wordsAt(firstAt[gram] ?? 0, length)),
      count: counts[gram] ?? 0,
    }))
  }

  function isTerm(at: number, length: number): boolean {
    const words = text.numbers.subarray(at, at + length)
    return (
      isEdge[words[0] ?? 0] === true &&
      isEdge[words[length - 1] ?? 0] === true &&
      words.every((word) => isShort[word] === true)
    )
  }

  function wordsAt(at: number, length: number): string[] {
    return [...text.numbers.subarray(at, at + length)].map((word) => vocabulary[word] ?? '')
  }
}

/** N-grams of one length, numbered by first appearance. */
interface Grams {
  /** At each place of the text the number of the n-gram that begins there; BORDER where none does. */
  readonly numberAt: Int32Array
  readonly counts: readonly number[]
  /** Where each one appears first. */
  readonly firstAt: readonly number[]
}

function singleWords({ numbers, vocabulary }: NumberedText): Grams {
  const counts = vocabulary.map(() => 0)
  const firstAt = vocabulary.map(() => 0)
  for (const [at, word] of numbers.entries()) {
    if (word === BORDER) continue
    if (counts[word] === 0) firstAt[word] = at
    counts[word] = (counts[word] ?? 0) + 1
  }
  return { numberAt: numbers, counts, firstAt }
}

/** N-grams one word longer. Those whose beginning or end occurs once occur once themselves, and are not
 *  counted: in most texts little is left beyond pairs. */
function longer(shorter: Grams, { numbers, vocabulary }: NumberedText, length: number): Grams {
  const numberAt = new Int32Array(numbers.length).fill(BORDER)
  const counts: number[] = []
  const firstAt: number[] = []
  const byKey = new Map<number, number>()
  const isRepeated = (gram: number | undefined): gram is number =>
    gram !== undefined && gram !== BORDER && (shorter.counts[gram] ?? 0) >= MIN_PHRASE_COUNT
  for (let at = 0; at + length <= numbers.length; at++) {
    const beginning = shorter.numberAt[at]
    if (!isRepeated(beginning) || !isRepeated(shorter.numberAt[at + 1])) continue
    // Far below 2^53: neither number exceeds the words of a page.
    const key = beginning * vocabulary.length + (numbers[at + length - 1] ?? 0)
    let gram = byKey.get(key)
    if (gram === undefined) {
      byKey.set(key, (gram = counts.length))
      counts.push(0)
      firstAt.push(at)
    }
    numberAt[at] = gram
    counts[gram] = (counts[gram] ?? 0) + 1
  }
  return { numberAt, counts, firstAt }
}
