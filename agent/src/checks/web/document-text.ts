/** Elements whose content is no markup, with what ends it: those that browsers with scripts do not show
 *  (a noscript is one of them), and those they do something else with. */
const HIDDEN = { script: /<\/script/gi, noscript: /<\/noscript/gi } as const
const OTHER = {
  style: /<\/style/gi,
  iframe: /<\/iframe/gi,
  noembed: /<\/noembed/gi,
  noframes: /<\/noframes/gi,
  xmp: /<\/xmp/gi,
} as const
const ENDS: ReadonlyMap<string, RegExp> = new Map(Object.entries({ ...HIDDEN, ...OTHER }))

/** Any tag, not only the special ones: what an attribute holds may look like one. */
const MARKUP = /<!--|<([a-z][^\s/>]*)/gi
const QUOTE = 0x22
const GREATER = 0x3e

/** A part of a document that is no markup. */
interface Part {
  readonly isHidden: boolean
  readonly from: number
  readonly to: number
}

/** Where a tag ends whose attributes are in double quotes, as a serialised document has them. */
function endOfTag(html: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (code === GREATER && !isQuoted) return at + 1
  }
  return html.length
}

/** The comment, or the content of the element, that begins somewhere; null when that is markup. */
function partAt(html: string, at: number, name: string | null): Part | null {
  if (name === null) {
    const end = html.indexOf('-->', at + 4)
    return { isHidden: false, from: at, to: end === -1 ? html.length : end + 3 }
  }
  const end = ENDS.get(name)
  if (end === undefined) return null
  end.lastIndex = at
  return { isHidden: name in HIDDEN, from: at, to: end.exec(html)?.index ?? html.length }
}

/** The parts that are no markup, in their order, in one pass. What is not closed goes on to the end. */
function partsOf(html: string): readonly Part[] {
  const parts: Part[] = []
  MARKUP.lastIndex = 0
  for (let found = MARKUP.exec(html); found !== null; found = MARKUP.exec(html)) {
    const name = found[1]?.toLowerCase() ?? null
    const at = name === null ? found.index : endOfTag(html, found.index)
    const part = partAt(html, at, name)
    if (part !== null) parts.push(part)
    MARKUP.lastIndex = part?.to ?? at
  }
  return parts
}

function without(html: string, parts: readonly Part[]): string {
  let kept = ''
  let at = 0
  for (const { from, to } of parts) {
    kept += html.slice(at, from)
    at = to
  }
  return kept + html.slice(at)
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
}

/** The forms in which a text may be found in a serialised document: without its scripts, which may hold
 *  a text that never comes to show; as it is written, and as it reads where the writing is another
 *  (`&amp;`).
 *  Source: HTML standard, "serializing HTML fragments", "escaping a string" */
export function searchableForms(html: string): readonly string[] {
  const hidden = partsOf(html).filter(({ isHidden }) => isHidden)
  const written = without(html, hidden)
  const read = written.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (each) => REFERENCES[each] ?? each)
  return read === written ? [written] : [written, read]
}

/** Whether nothing of a serialised document is text: what is left when its scripts put nothing there. */
export function isBlank(html: string): boolean {
  // A tag that holds another "<" stays, and counts as text: a search for its end could take long.
  return (
    without(html, partsOf(html))
      .replaceAll(/<[^<>]*>/g, '')
      .trim() === ''
  )
}
