/** A start tag; in XML a CDATA section too. */
export interface Tag {
  /** In lower case; `CDATA` for a section. */
  readonly name: string
  readonly begin: number
  /** By name in lower case, the first of a name; the references that addresses are written with are
   *  decoded. */
  readonly attributes: ReadonlyMap<string, string>
  /** Where it ends. */
  readonly end: number
  /** Where the text ends that this element holds instead of elements; null for other elements, and where
   *  the text goes on to the end of the page. */
  readonly textEnd: number | null
  /** In XML: it is its element's end too. */
  readonly isClosed: boolean
}

/** Elements whose content is text, or is not there for browsers that run scripts. */
const OPAQUE: ReadonlySet<string> = new Set(
  'script style template textarea title noscript iframe noembed noframes xmp'.split(' '),
)

/** In XML what the others hold is markup, or is not shown. */
const OPAQUE_IN_XML: ReadonlySet<string> = new Set(['script', 'style'])

/** No element has such a name. */
export const CDATA = '![CDATA['

const TAG = /<(!--|[!?/]|[a-z][^\t\n\f\r />]*)/gi
const ATTRIBUTE =
  /[\t\n\f\r /]*(?:(>)|([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)|(?=>)))?)/gy

/** Attributes of a tag by name in lower case, the first of a name; and where the tag ends. */
function readTag(html: string, at: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = at
  let end = at
  for (;;) {
    const found = ATTRIBUTE.exec(html)
    if (found === null || found[0] === '') return { attributes, end: html.length }
    end = ATTRIBUTE.lastIndex
    if (found[1] !== undefined) return { attributes, end }
    const name = found[2]?.toLowerCase() ?? ''
    const value = found[3] ?? found[4] ?? found[5] ?? ''
    if (name !== '' && !attributes.has(name)) attributes.set(name, decodeEntities(value))
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", '#39': "'" }

/** The references that addresses are written with. */
function decodeEntities(text: string): string {
  return text.replace(/&(amp|quot|apos|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** Where the end tag of an element begins; null without one. */
function closeOf(html: string, name: string, from: number): number | null {
  const close = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? null
}

/** The start tags of a page, with no more than a look at its text: what stands in scripts, comments,
 *  templates and noscript is passed over. For the few tags that are needed before a page is parsed, or
 *  where it never is.
 *  @param isXml "/>" ends an element, whatever it is */
export function* scanTags(html: string, isXml = false): Generator<Tag> {
  let at = 0
  for (;;) {
    TAG.lastIndex = at
    const found = TAG.exec(html)
    if (found === null) return
    at = TAG.lastIndex
    const begin = found.index
    const name = found[1]?.toLowerCase() ?? ''
    if (name === '!--') {
      // "<!-->" is a whole comment.
      const end = html.indexOf('-->', at - 2)
      if (end === -1) return
      at = end + 3
    } else if (isXml && html.startsWith(CDATA, at - 1)) {
      const close = html.indexOf(']]>', at)
      if (close === -1) return
      at = close + 3
      const what = { attributes: NO_ATTRIBUTES, textEnd: null, isClosed: false }
      yield { name: CDATA, begin, end: at, ...what }
    } else if (!/^[!?/]/.test(name)) {
      const { attributes, end } = readTag(html, at)
      const isClosed = isXml && html.startsWith('/>', end - 2)
      const isOpaque = (isXml ? OPAQUE_IN_XML : OPAQUE).has(name) && !isClosed
      const textEnd = isOpaque ? closeOf(html, name, end) : null
      yield { name, begin, attributes, end, textEnd, isClosed }
      if (isOpaque && textEnd === null) return
      at = textEnd ?? end
    }
  }
}
