/** One link of a Link header. */
export interface HeaderLink {
  /** As written between the angle brackets. */
  readonly href: string
  /** Words of rel in lower case. */
  readonly rel: readonly string[]
  readonly hreflang: string | null
}

const MAX_LINKS = 500

/** A parameter or what separates: `;name=token`, `;name="quoted"`, `,`. */
const PARAMETER =
  /[\t ]*(?:(,)|;[\t ]*([^=;,\s]{1,100})[\t ]*(?:=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]*)))?|;)/y

/** Reads a Link header. What follows something that is no link is left out.
 *  Source: RFC 8288, section 3 and appendix B.2 */
export function readLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = []
  let at = 0
  while (links.length < MAX_LINKS) {
    while (/[\t ,]/.test(header.charAt(at))) at += 1
    const end = header[at] === '<' ? header.indexOf('>', at) : -1
    if (end === -1) break
    const href = header.slice(at + 1, end).trim()
    const parameters = readParameters(header, end + 1)
    links.push({
      href,
      rel: (parameters.values.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
      hreflang: parameters.values.get('hreflang') ?? null,
    })
    at = parameters.end
  }
  return links
}

/** The first of each parameter counts. */
function readParameters(header: string, from: number) {
  const values = new Map<string, string>()
  PARAMETER.lastIndex = from
  let end = from
  for (let match = PARAMETER.exec(header); match !== null; match = PARAMETER.exec(header)) {
    end = PARAMETER.lastIndex
    if (match[1] !== undefined) break
    const name = match[2]?.toLowerCase()
    const value = match[3]?.replace(/\\(.)/g, '$1') ?? match[4] ?? ''
    if (name !== undefined && !values.has(name)) values.set(name, value)
  }
  return { values, end }
}
