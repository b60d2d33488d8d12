import type { TextBlock } from '../../page/facts.ts'
import type { EnglishText } from '../../text/measure-text.ts'
import { measureEnglish } from '../../text/measure-text.ts'
import { passagesOf } from '../../text/passages.ts'
import { readabilityOf } from '../../text/readability.ts'
import type { ReadWords } from '../../text/read-words.ts'

/** Characters of running text that are measured: more of the same text says nothing new. */
const SAMPLE_LENGTH = 20_000
/** The formula was made on samples of 100 words. */
const MIN_WORDS = 100

/** Flesch reading ease of a page's running text, or why there is none. */
export type ReadingEase =
  | { readonly ease: number }
  | { readonly ease: null; readonly reason: string }

/** @param words of the blocks
 *  @param lang of the page; without one the text tells whether it is English
 *  Source: design of the analyses, section 3 */
export function readingEaseOf(
  blocks: readonly TextBlock[],
  words: ReadWords,
  lang: string,
): ReadingEase {
  if (lang !== '' && !/^en(?![a-z])/i.test(lang)) {
    return { ease: null, reason: 'the formula is for texts in English' }
  }
  const sample = sampleOf(blocks, words)
  const measures = measureEnglish(sample)
  const { fleschReadingEase: ease } = readabilityOf(measures)
  if (measures.words < MIN_WORDS || ease === null) {
    return { ease: null, reason: `there are fewer than ${MIN_WORDS} words of running text` }
  }
  if (lang === '' && !looksEnglish(sample, measures.words)) {
    return { ease: null, reason: 'the page has no lang, and its text does not look English' }
  }
  return { ease }
}

/** Of English text about every seventh word is one of these; of no other language every twentieth. */
const ENGLISH_WORDS = new Set(['the', 'of', 'and', 'to'])
const MIN_ENGLISH_SHARE = 0.05

function looksEnglish(sample: readonly EnglishText[], total: number): boolean {
  const found = passagesOf(sample)
    .flatMap(({ words }) => words)
    .filter((word) => ENGLISH_WORDS.has(word.toLowerCase()))
  return found.length >= MIN_ENGLISH_SHARE * total
}

/** Paragraphs only: what stands in menus and tables is not read in sentences. */
function sampleOf(blocks: readonly TextBlock[], read: ReadWords): readonly EnglishText[] {
  const sample: EnglishText[] = []
  let characters = 0
  for (const [at, { kind, text }] of blocks.entries()) {
    if (kind !== 'paragraph') continue
    if (characters >= SAMPLE_LENGTH) break
    const range = read.texts[at] ?? null
    if (text.length > SAMPLE_LENGTH) sample.push({ text: text.slice(0, SAMPLE_LENGTH) })
    else sample.push(range === null ? { text } : { text, words: { read, range } })
    characters += text.length
  }
  return sample
}
