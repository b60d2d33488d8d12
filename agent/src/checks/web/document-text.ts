type Kind = 'markup' | 'comment' | 'style' | 'script'

interface Piece {
  readonly kind: Kind
  readonly text: string
}

/** Elements whose content is no markup. A browser that runs scripts shows nothing of a noscript. */
const CONTENTS = {
  script: 'script',
  noscript: 'script',
  style: 'style',
  iframe: 'style',
  noembed: 'style',
  noframes: 'style',
  xmp: 'style',
} as const satisfies Record<string, Kind>

/** Where a tag ends whose attributes are in double quotes, as a serialised document has them. */
function endOfTag(html: string, from: number): number {
  const mark = /[">]/g
  mark.lastIndex = from
  for (let isQuoted = false; ;) {
    const found = mark.exec(html)
    if (found === null) return html.length
    if (found[0] === '"') isQuoted = !isQuoted
    else if (!isQuoted) return mark.lastIndex
  }
}

function endBefore(html: string, end: RegExp, from: number): number {
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** Takes a serialised document apart, in one pass over it. What is not closed goes on to the end. */
function* piecesOf(html: string): Generator<Piece> {
  const special = /<!--|<(script|noscript|style|iframe|noembed|noframes|xmp)(?=[\s/>])/gi
  let at = 0
  for (let found = special.exec(html); found !== null; found = special.exec(html)) {
    const name = found[1]?.toLowerCase() as keyof typeof CONTENTS | undefined
    const from = name === undefined ? found.index : endOfTag(html, found.index)
    const end = name === undefined ? /(?<=-->)/g : new RegExp(`</${name}`, 'gi')
    const to = endBefore(html, end, name === undefined ? from + 4 : from)
    yield { kind: 'markup', text: html.slice(at, from) }
    yield { kind: name === undefined ? 'comment' : CONTENTS[name], text: html.slice(from, to) }
    at = to
    special.lastIndex = to
  }
  yield { kind: 'markup', text: html.slice(at) }
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
  const shown = [...piecesOf(html)].flatMap(({ kind, text }) => (kind === 'script' ? [] : [text]))
  const written = shown.join('')
  const read = written.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (each) => REFERENCES[each] ?? each)
  return read === written ? [written] : [written, read]
}

/** Whether nothing of a serialised document is text: what is left when its scripts put nothing there. */
export function isBlank(html: string): boolean {
  // A tag that holds another "<" stays, and counts as text: a search for its end could take long.
  return [...piecesOf(html)].every(
    ({ kind, text }) => kind !== 'markup' || text.replaceAll(/<[^<>]*>/g, '').trim() === '',
  )
}
