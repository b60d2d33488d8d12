import { scanWords } from './scan-words.ts'

/** Letters and digits, joined by apostrophes, points and hyphens within: "don't", "3.14", "well-known"; in Persian
 *  and Indic scripts by U+200C and U+200D, which nobody sees. Marks belong to the letter before them; without them
 *  words of Indic scripts would fall apart, and alone, as the U+FE0F of emoji, they are no word. */
const WORD =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[\u200d\u200c'’.\u2010\u2011-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu

/** A letter of a script that puts no spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Whether a text begins, or ends, with such a letter. */
export const BEGINS_UNSPACED = new RegExp(`^${UNSPACED.source}`, 'u')
export const ENDS_UNSPACED = new RegExp(`${UNSPACED.source}$`, 'u')

/** Characters that the segmenter gets at once: its time grows faster than the text. */
const CHUNK_LENGTH = 1_000

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a text as they are written, in order. Words of scripts without spaces are told apart by
 *  the dictionary of `Intl.Segmenter`. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  const isTold = scanWords(text, (from, to) => words.push(text.slice(from, to)))
  return isTold ? words : wordsByPattern(text)
}

function wordsByPattern(text: string): readonly string[] {
  // Soft hyphens only say where a word may be broken.
  const words = text.replaceAll('\u00ad', '').match(WORD) ?? []
  return UNSPACED.test(text) ? words.flatMap(segmented) : words
}

/** Words in a row as they are written: with a space between, but in scripts that have none. */
export function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isUnspaced = ENDS_UNSPACED.test(text) && BEGINS_UNSPACED.test(word)
    return isUnspaced ? text + word : `${text} ${word}`
  })
}

/** How many words there are in texts that have nothing to do with each other, such as the blocks of a
 *  page. */
export function countWords(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + numberOfWords(text), 0)
}

function numberOfWords(text: string): number {
  let count = 0
  const isTold = scanWords(text, () => (count += 1))
  return isTold ? count : wordsByPattern(text).length
}

function segmented(word: string): readonly string[] {
  if (!UNSPACED.test(word)) return [word]
  return chunksOf(word, CHUNK_LENGTH).flatMap((chunk) =>
    [...segmenter.segment(chunk)].filter((part) => part.isWordLike).map((part) => part.segment),
  )
}

/** A text in pieces of at most `length` UTF-16 units, none of which ends within a character. */
function chunksOf(text: string, length: number): readonly string[] {
  const chunks: string[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(start + length, text.length)
    if (isLowSurrogate(text.charCodeAt(end))) end -= 1
    chunks.push(text.slice(start, end))
    start = end
  }
  return chunks
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
