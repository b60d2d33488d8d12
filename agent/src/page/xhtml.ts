import { PAGE_LIMITS } from './limits.ts'
import { CDATA, scanTags } from './scan-tags.ts'
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

/** Text as it is written outside of a CDATA section. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Gives elements that a page of XML closes in their start tag the end tag that HTML's rules ask for, and writes what its
 *  CDATA sections hold as text. Browsers read application/xhtml+xml as XML, where `<title/>` and `<script src="a.js"/>`
 *  end at once; by HTML's rules all of the page behind them would be their text, and a section a comment. Takes time
 *  linear in the page. Source: HTML standard, section 14.2; XML 1.0, sections 2.7 and 3.1 */
export function withEndTags(page: string): RewrittenPage {
  const pieces: string[] = []
  /** Where what was replaced ends in the text, and how much longer all of it became up to there. */
  const additions: { readonly end: number; readonly total: number }[] = []
  let from = 0
  let total = 0
  const replace = (begin: number, end: number, text: string): void => {
    pieces.push(page.slice(from, begin), text)
    from = end
    total += text.length - (end - begin)
    additions.push({ end: end + total, total })
  }
  for (const { name, begin, end, isClosed } of scanTags(page, true)) {
    // None of those that follow is looked at.
    if (additions.length === PAGE_LIMITS.elements) break
    if (name === CDATA) {
      replace(
        begin,
        end,
        escaped(page.slice(begin + '<'.length + CDATA.length, end - ']]>'.length)),
      )
    } else if (isClosed && !VOID.has(name)) {
      // Without its slash, which SVG would take for the end as well.
      replace(end - '/>'.length, end, `></${name}>`)
    }
  }
  pieces.push(page.slice(from))
  return {
    text: pieces.join(''),
    placeInPage: (place) => place - (additions.findLast(({ end }) => end <= place)?.total ?? 0),
  }
}
