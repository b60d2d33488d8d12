import { endsInAbbreviation } from './abbreviations.ts'
import { isPlain, plainBorders } from './sentence-borders.ts'
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
  return blocks.flatMap(({ text }) => sentencesOf(text).map(passageOf)).filter(hasWords)
}

function passageOf(sentence: string): Passage {
  const words = wordsOf(sentence)
  const isSentence =
    FINAL_MARK.test(sentence.slice(-ENDING_LENGTH)) || words.length >= MIN_WORDS_WITHOUT_MARK
  return { words, isSentence }
}

function hasWords(passage: Passage): boolean {
  return passage.words.length > 0
}

/** A text cut where its sentences end; together the pieces are the text. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (const end of bordersOf(text)) {
    const piece = text.slice(start, end)
    if (end < text.length && goesOn(piece, text.slice(end, end + ENDING_LENGTH))) continue
    sentences.push(piece)
    start = end
  }
  return sentences
}

function goesOn(piece: string, next: string): boolean {
  if (endsInAbbreviation(piece, next)) return true
  return SPEECH_END.test(piece.slice(-ENDING_LENGTH)) && /^\s*\p{Ll}/u.test(next)
}

/** Where pieces end by the rules of Unicode (UAX 29), the end of the text included. */
function bordersOf(text: string): Iterable<number> {
  // Pages have thousands of short blocks, and each question to the segmenter takes kilobytes that the
  // garbage collector does not see.
  if (isOneSentence(text)) return [text.length]
  return isPlain(text) ? plainBorders(text) : bordersByUnicode(text)
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
