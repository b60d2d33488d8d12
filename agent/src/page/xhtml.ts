import { PAGE_LIMITS } from './limits.ts'
import { scanTags } from './scan-tags.ts'
import { words } from './words.ts'

/** A page of XML as one that is read by HTML's rules. */
export interface RewrittenPage {
  readonly text: string
  /** Where a place of the text is in the page itself, both in characters. */
  readonly placeInPage: (place: number) => number
}

/** Elements that are empty by HTML's rules too, whatever their tag ends with. Source: HTML standard, section 13.1.2;
 *  those that its parser knows beside them */
const VOID = new Set(
  words(
    'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr',
  ),
)

/** Gives elements that a page of XML closes in their start tag the end tag that HTML's rules ask for. Browsers read
 *  application/xhtml+xml as XML, where `<title/>` and `<script src="a.js"/>` end at once; by HTML's rules all of the page
 *  behind them would be their text. Takes time linear in the page.
 *  Source: HTML standard, section 14.2; XML 1.0, section 3.1 */
export function withEndTags(page: string): RewrittenPage {
  const pieces: string[] = []
  /** Where what was added ends in the text, and how long all of it is up to there. */
  const additions: { readonly end: number; readonly total: number }[] = []
  let from = 0
  let total = 0
  for (const { name, end, isClosed } of scanTags(page, true)) {
    if (!isClosed || VOID.has(name)) continue
    // None of those that follow is looked at.
    if (additions.length === PAGE_LIMITS.elements) break
    // Without its slash, which SVG would take for the end as well.
    const added = `></${name}>`
    pieces.push(page.slice(from, end - 2), added)
    from = end
    total += added.length - 2
    additions.push({ end: end + total, total })
  }
  pieces.push(page.slice(from))
  return {
    text: pieces.join(''),
    placeInPage: (place) => place - (additions.findLast(({ end }) => end <= place)?.total ?? 0),
  }
}
