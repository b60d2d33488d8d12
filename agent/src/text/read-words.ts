import { foldCase } from './fold.ts'
import { hashOfUnits, scanWords } from './scan-words.ts'
import { wordsOf } from './words.ts'

/** Words of texts that have nothing to do with each other, such as the blocks of a page, in order: read once, to count,
 *  to compare and to measure them. */
export interface ReadWords {
  /** A hash of each in any case. */
  readonly hashes: readonly number[]
  /** Where each begins and ends in its text: two numbers a word. */
  readonly places: readonly number[]
  /** Of each text its words: the first of them, and the one behind the last; null where it has words whose places are not
   *  known, as they are told by more than their characters. */
  readonly texts: readonly (WordRange | null)[]
}

export interface WordRange {
  readonly begin: number
  readonly end: number
}

/** Hash of a word in any case. */
const hashOf = (word: string): number => hashOfUnits(foldCase(word))

export function readWords(blocks: readonly { readonly text: string }[]): ReadWords {
  const hashes: number[] = []
  const places: number[] = []
  const texts: (WordRange | null)[] = []
  for (const { text } of blocks) {
    const begin = hashes.length
    const isTold = scanWords(text, (from, to, hash) => {
      hashes.push(hash ?? hashOf(text.slice(from, to)))
      places.push(from, to)
    })
    if (isTold) {
      texts.push({ begin, end: hashes.length })
      continue
    }
    hashes.length = begin
    places.length = 2 * begin
    for (const word of wordsOf(text)) {
      hashes.push(hashOf(word))
      places.push(0, 0)
    }
    texts.push(null)
  }
  return { hashes, places, texts }
}
