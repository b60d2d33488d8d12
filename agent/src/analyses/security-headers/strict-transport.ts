/** A Strict-Transport-Security header. */
export interface StrictTransport {
  readonly maxAgeSeconds: number
  readonly includesSubdomains: boolean
  /** Asks to be put on the browsers' own list. */
  readonly asksForPreload: boolean
}

/** Largest age that is told; browsers keep none longer. */
const MAX_AGE_SECONDS = 2 ** 31 - 1
const MAX_HEADER = 4_096

/** Of a header that came more than once, joined by commas, browsers read the first. A comma within one
 *  field makes it one that they ignore, and no header of its own out of what follows.
 *  @returns null where the header cannot be read: browsers ignore such a one whole
 *  Source: RFC 6797, sections 6.1 and 8.1 */
export function readStrictTransport(header: string): StrictTransport | null {
  const fields = header.slice(0, MAX_HEADER).split(',').map(readField)
  return fields.includes(null) ? null : (fields[0] ?? null)
}

function readField(field: string): StrictTransport | null {
  const directives = new Map<string, string>()
  for (const part of field.split(';')) {
    if (part.trim() === '') continue
    const [, name = '', value = ''] = /^\s*([^\s=]+)\s*(?:=(.*))?$/s.exec(part) ?? []
    const key = name.toLowerCase()
    if (key === '' || directives.has(key)) return null
    directives.set(key, value.trim())
  }
  const age = /^(?:"(\d+)"|(\d+))$/.exec(directives.get('max-age') ?? '')
  const digits = age?.[1] ?? age?.[2]
  if (digits === undefined) return null
  return {
    maxAgeSeconds: Math.min(Number(digits), MAX_AGE_SECONDS),
    includesSubdomains: directives.has('includesubdomains'),
    asksForPreload: directives.has('preload'),
  }
}
