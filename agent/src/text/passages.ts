import { endsInAbbreviation, mayBeAbbreviation } from './abbreviations.ts'
import { plainBorders } from './sentence-borders.ts'
import { wordsOf } from './words.ts'

/** A stretch of text that no border of a sentence or block goes through. */
export interface Passage {
  /** As they are written, in order. */
  readonly words: readonly string[]
  /** It is a sentence. Else its words count, but it is none: "Read more". */
  readonly isSentence: boolean
}

/** Characters that the segmenter gets at once. */
const CHUNK_LENGTH = 1_000
/** Words that make a sentence of what has no final mark, such as a heading. */
const MIN_WORDS_WITHOUT_MARK = 4

const FINAL_MARK = /[\p{STerm}…][\p{Pe}\p{Pf}"'\s]*$/u
/** Speech that the sentence goes on after: "Is it?" she said. */
const SPEECH_END = /[\p{Pe}\p{Pf}"']\s*$/u
/** Longest ending that is looked at for marks, in characters. */
const ENDING_LENGTH = 24

/** Where there is none of these but at the end, there is one sentence. */
const BORDER = /[\p{STerm}\u2024\ufe52\uff0e…\n\r\u0085\u2028\u2029]/u
const ONLY_END = /^[\p{STerm}\p{Pe}\p{Pf}"'\s]*$/u

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The passages of texts that have nothing to do with each other, such as the blocks of a page. Blocks
 *  always end a sentence. Stretches without a word are left out. */
export function passagesOf(blocks: readonly { readonly text: string }[]): readonly Passage[] {
  const passages: Passage[] = []
  for (const { text } of blocks) {
    let start = 0
    for (const end of sentenceEnds(text)) {
      const words = wordsOf(text.slice(start, end))
      if (words.length > 0) {
        passages.push({ words, isSentence: isSentence(text, start, end, words.length) })
      }
      start = end
    }
  }
  return passages
}

/** Whether a piece of a text is a sentence. @param words it has */
export function isSentence(text: string, start: number, end: number, words: number): boolean {
  return words >= MIN_WORDS_WITHOUT_MARK || FINAL_MARK.test(endingOf(text, start, end))
}

const endingOf = (text: string, start: number, end: number): string =>
  text.slice(Math.max(start, end - ENDING_LENGTH), end)

/** Where the sentences of a text end, its own end included. */
export function sentenceEnds(text: string): readonly number[] {
  const borders = bordersOf(text)
  if (borders.length === 1) return borders
  const ends: number[] = []
  let start = 0
  for (const end of borders) {
    if (end < text.length && goesOn(text, start, end)) continue
    ends.push(end)
    start = end
  }
  return ends
}

/** Whether a sentence goes on behind a border. */
function goesOn(text: string, start: number, end: number): boolean {
  if (isPlainEnd(text, start, end)) return false
  const ending = endingOf(text, start, end)
  const next = text.slice(end, end + ENDING_LENGTH)
  if (endsInAbbreviation(ending, next)) return true
  return SPEECH_END.test(ending) && /^\s*\p{Ll}/u.test(next)
}

/** Whether a sentence surely ends with a mark, or with a point behind a word that is no abbreviation. */
function isPlainEnd(text: string, start: number, end: number): boolean {
  let at = end - 1
  while (at > start && text[at] === ' ') at -= 1
  const last = text[at]
  return last === '!' || last === '?' || (last === '.' && !mayBeAbbreviation(text, start, at))
}

/** Where pieces end by the rules of Unicode (UAX 29), the end of the text included. */
function bordersOf(text: string): readonly number[] {
  const plain = plainBorders(text)
  if (plain !== null) return plain
  // Pages have thousands of short blocks, and each question to the segmenter takes kilobytes that the
  // garbage collector does not see.
  return isOneSentence(text) ? [text.length] : [...bordersByUnicode(text)]
}

function* bordersByUnicode(text: string): Generator<number> {
  let start = 0
  while (start < text.length) {
    const chunk = text.slice(start, start + CHUNK_LENGTH)
    const isLast = start + chunk.length === text.length
    const ends = [...segmenter.segment(chunk)].map((part) => part.index + part.segment.length)
    // What a chunk cuts through is looked at again with what follows, or is longer than a chunk.
    if (!isLast) ends.pop()
    for (const end of ends) yield start + end
    start += ends.at(-1) ?? chunk.length
  }
}

function isOneSentence(text: string): boolean {
  const at = text.search(BORDER)
  return at === -1 || (text.length - at <= ENDING_LENGTH && ONLY_END.test(text.slice(at)))
}
