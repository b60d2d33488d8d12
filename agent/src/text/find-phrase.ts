import { collapseSpace } from '../page/white-space.ts'
import { foldForSearch } from './fold.ts'
import { BEGINS_UNSPACED, ENDS_UNSPACED } from './words.ts'

const FIRST_OF_WORD = /^[\p{L}\p{N}\p{M}]/u
/** A mark is of the word that it stands behind; that of an emoji is of none. */
const LAST_OF_WORD = /[\p{L}\p{N}]\p{M}*$/u
/** UTF-16 units of a letter with more marks than any language has on one. */
const LETTER_LENGTH = 8

/** A text as it is written, and as it is searched or looked for. */
export interface FoldedText {
  /** Composed (NFC), with single spaces and without soft hyphens, which only say where a word may be broken. */
  readonly written: string
  /** The same with each character at the same place. */
  readonly folded: string
}

export function foldedText(text: string): FoldedText {
  const written = collapseSpace(text.normalize('NFC').replaceAll('\u00ad', ''))
  return { written, folded: foldForSearch(written) }
}

/** Where a phrase stands as whole words, without overlaps. Case, accents and hyphens do not matter. In
 *  scripts that put no spaces between words any place will do. */
export function* placesOf(phrase: FoldedText, { folded }: FoldedText): Generator<number> {
  const { length } = phrase.folded
  if (length === 0) return
  const needsBorderBefore =
    FIRST_OF_WORD.test(phrase.folded) && !BEGINS_UNSPACED.test(phrase.folded)
  const needsBorderAfter = LAST_OF_WORD.test(phrase.folded) && !ENDS_UNSPACED.test(phrase.folded)
  let at = folded.indexOf(phrase.folded)
  while (at !== -1) {
    const end = at + length
    const before = folded.slice(Math.max(0, at - LETTER_LENGTH), at)
    // Two UTF-16 units hold any character.
    const isWhole =
      !(needsBorderBefore && LAST_OF_WORD.test(before)) &&
      !(needsBorderAfter && FIRST_OF_WORD.test(folded.slice(end, end + 2)))
    if (isWhole) yield at
    at = folded.indexOf(phrase.folded, isWhole ? end : at + 1)
  }
}

/** Whether a phrase stands in a text as whole words. */
export function contains(text: FoldedText, phrase: FoldedText): boolean {
  return placesOf(phrase, text).next().done !== true
}
