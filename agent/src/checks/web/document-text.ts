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
const ENDS: Readonly<Record<string, RegExp>> = { ...HIDDEN, ...OTHER }

/** Any tag, not only the special ones: what an attribute holds may look like one. */
const MARKUP = /<!--|<([a-z][^\s/>]*)/gi
const TAG_MARK = /[">]/g

/** A part of a document that is no markup. */
interface Part {
  readonly isHidden: boolean
  readonly from: number
  readonly to: number
}

/** Where a tag ends whose attributes are in double quotes, as a serialised document has them. */
function endOfTag(html: string, from: number): number {
  TAG_MARK.lastIndex = from
  for (let isQuoted = false; ;) {
    const found = TAG_MARK.exec(html)
    if (found === null) return html.length
    if (found[0] === '"') isQuoted = !isQuoted
    else if (!isQuoted) return TAG_MARK.lastIndex
  }
}

function partAt(html: string, at: number, name: string | undefined): Part {
  if (name === undefined) {
    const end = html.indexOf('-->', at + 4)
    return { isHidden: false, from: at, to: end === -1 ? html.length : end + 3 }
  }
  const from = endOfTag(html, at)
  const end = ENDS[name] ?? HIDDEN.script
  end.lastIndex = from
  return { isHidden: name in HIDDEN, from, to: end.exec(html)?.index ?? html.length }
}

/** The parts that are no markup, in their order, in one pass. What is not closed goes on to the end. */
function partsOf(html: string): readonly Part[] {
  const parts: Part[] = []
  SPECIAL.lastIndex = 0
  for (let found = SPECIAL.exec(html); found !== null; found = SPECIAL.exec(html)) {
    const part = partAt(html, found.index, found[1]?.toLowerCase())
    parts.push(part)
    SPECIAL.lastIndex = part.to
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
