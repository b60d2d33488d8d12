import { counted } from '@sightline/shared/counted'

/** Characters of a text as people count them: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Letters of Chinese, Japanese and Korean, with their marks. Source: Unicode Standard Annex 11, "Wide" and "Fullwidth";
 *  of signs that are none of a script, as emoji are, a text has few */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/gu

/** How much of a line a text takes. */
export interface ShownLength {
  /** In characters of most scripts: wide ones count twice. */
  readonly width: number
  /** For people: its characters, and how wide they are where that is another number. */
  readonly words: string
}

export function shownLengthOf(text: string): ShownLength {
  const characters = lengthOf(text)
  const width = characters + (text.match(WIDE)?.length ?? 0)
  const asWide = width === characters ? '' : ` as wide as ${width}`
  return { width, words: `${counted(characters, 'character')}${asWide}` }
}
