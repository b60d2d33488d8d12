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

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What a reference of XML stands for; itself where it is none. Source: XML 1.0, sections 2.2, 4.1 and 4.6 */
function referred(reference: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? reference
  const code = name.startsWith('#x')
    ? Number.parseInt(name.slice('#x'.length), 16)
    : Number(name.slice('#'.length))
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return code > 0 && code <= 0x10_ffff && !isHalf ? String.fromCodePoint(code) : reference
}

const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi, referred)

/** The text that XML makes of what a script or a style sheet holds. */
function textOfXml(content: string): string {
  const pieces: string[] = []
  let at = 0
  for (;;) {
    const open = content.indexOf(`<${CDATA}`, at)
    const close = open === -1 ? -1 : content.indexOf(']]>', open)
    if (close === -1) return [...pieces, decoded(content.slice(at))].join('')
    pieces.push(
      decoded(content.slice(at, open)),
      content.slice(open + '<'.length + CDATA.length, close),
    )
    at = close + ']]>'.length
  }
}

/** Whether HTML's rules read a text in a script or style sheet to its end, and not beyond. */
const isText = (text: string, name: string): boolean =>
  !text.includes('<!--') && !text.toLowerCase().includes(`</${name}`)

/** Gives elements that a page of XML closes in their start tag the end tag that HTML's rules ask for, and writes what its
 *  CDATA sections, scripts and style sheets hold as text. Browsers read application/xhtml+xml as XML, where `<title/>` and `<script src="a.js"/>`
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
  for (const { name, begin, end, textEnd, isClosed } of scanTags(page, true)) {
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
    } else if (textEnd !== null) {
      const content = page.slice(end, textEnd)
      const text = textOfXml(content)
      if (text !== content && isText(text, name)) replace(end, textEnd, text)
    }
  }
  pieces.push(page.slice(from))
  return {
    text: pieces.join(''),
    placeInPage: (place) => place - (additions.findLast(({ end }) => end <= place)?.total ?? 0),
  }
}
