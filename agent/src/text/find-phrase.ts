import { foldForSearch } from './fold.ts'
import { UNSPACED } from './words.ts'

const FIRST_OF_WORD = /^[\p{L}\p{N}\p{M}]/u
const LAST_OF_WORD = /[\p{L}\p{N}\p{M}]$/u
const FIRST_UNSPACED = new RegExp(`^${UNSPACED.source}`, 'u')
const LAST_UNSPACED = new RegExp(`${UNSPACED.source}$`, 'u')

/** A word or phrase that is looked for in many texts. */
export interface Phrase {
  /** Composed (NFC), with single spaces. */
  readonly written: string
  readonly folded: string
}

/** A text that phrases are looked for in. */
export interface SearchedText {
  /** Composed (NFC). */
  readonly written: string
  /** The same with each character at the same place. */
  readonly folded: string
}

export function phraseOf(written: string): Phrase {
  const composed = written.normalize('NFC')
  return { written: composed, folded: foldForSearch(composed) }
}

/** @param text with white space collapsed */
export function searchedText(text: string): SearchedText {
  return phraseOf(text)
}

/** Where a phrase stands as whole words, without overlaps. Case, accents and hyphens do not matter. In
 *  scripts that put no spaces between words any place will do. */
export function* placesOf(phrase: Phrase, { folded }: SearchedText): Generator<number> {
  const { length } = phrase.folded
  if (length === 0) return
  const needsBorderBefore = FIRST_OF_WORD.test(phrase.folded) && !FIRST_UNSPACED.test(phrase.folded)
  const needsBorderAfter = LAST_OF_WORD.test(phrase.folded) && !LAST_UNSPACED.test(phrase.folded)
  let at = folded.indexOf(phrase.folded)
  while (at !== -1) {
    const end = at + length
    // Two UTF-16 units hold any character.
    const isWhole =
      !(needsBorderBefore && LAST_OF_WORD.test(folded.slice(Math.max(0, at - 2), at))) &&
      !(needsBorderAfter && FIRST_OF_WORD.test(folded.slice(end, end + 2)))
    if (isWhole) yield at
    at = folded.indexOf(phrase.folded, isWhole ? end : at + 1)
  }
}

/** Whether a phrase stands in a text as whole words. */
export function contains(text: SearchedText, phrase: Phrase): boolean {
  return placesOf(phrase, text).next().done !== true
}
