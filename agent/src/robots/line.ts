import { printable } from '../outcome/printable.ts'

/** What a line of robots.txt can be about. */
export type RobotsField =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'crawl-delay'
  | 'sitemap'
  | 'content-signal'
  | 'content-usage'

export type RobotsLine =
  | { readonly kind: 'empty' | 'comment' }
  /** A field that nobody here knows, which is legal. Source: RFC 9309, section 2.2.4 */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'broken'; readonly reason: string }
  | {
      readonly kind: 'field'
      readonly field: RobotsField
      /** Without comment and surrounding white space. */
      readonly value: string
    }

/** Longest line that is read; the rest is passed over, as Google's parser does. */
export const MAX_LINE = 2083 * 8

const NOT_UTF_8 =
  'It holds NUL characters, so crawlers read nothing of it: the file has to be in UTF-8, and is most likely in UTF-16.'

/** Names as they are written, misspelt ones that Google's parser takes as well among them. */
const FIELDS: ReadonlyMap<string, RobotsField> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['content-signal', 'content-signal'],
  ['content-signals', 'content-signal'],
  ['content-usage', 'content-usage'],
])

/** The lines of a robots.txt, ended in any of the three ways; a final line end starts no line. A byte
 *  order mark is left out, also a mutilated one, which a decoder leaves as replacement characters. */
export function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^(?:\ufeff|\ufffd{1,2})/, '').split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Reads one line. A colon may be missing where a known name and one word stand alone. */
export function readLine(line: string): RobotsLine {
  const [beforeComment = ''] = line.slice(0, MAX_LINE).split('#', 1)
  const content = beforeComment.trim()
  if (content === '') return { kind: line.trimStart().startsWith('#') ? 'comment' : 'empty' }
  if (content.includes('\0')) return broken(NOT_UTF_8)
  const colon = content.indexOf(':')
  if (colon !== -1) {
    const field = FIELDS.get(content.slice(0, colon).trim().toLowerCase())
    if (field !== undefined) return { kind: 'field', field, value: content.slice(colon + 1).trim() }
    return colon === 0 ? broken('It has no name before the colon.') : { kind: 'unknown' }
  }
  const [name = '', value, ...more] = content.split(/[ \t]+/, 3)
  const field = FIELDS.get(name.toLowerCase())
  if (field !== undefined && value !== undefined && more.length === 0) {
    return { kind: 'field', field, value }
  }
  return broken(`It has no colon, so "${printable(name, 60)}" is read as nothing.`)
}

const broken = (reason: string): RobotsLine => ({ kind: 'broken', reason })
