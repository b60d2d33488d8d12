import { charsetInContentType } from './content-type.ts'

/** Within these bytes a page has to declare its charset. Source: HTML standard, section 4.2.5.4 */
const PRESCAN_BYTES = 1024

/** The charset that a page declares in its first bytes, as written: by a meta element, else by an XML
 *  declaration; null where it does not.
 *  @param isXml no meta element says it
 *  Source: HTML standard, section 13.2.3.2 (prescan a byte stream to determine its encoding) */
export function prescan(bytes: Uint8Array, isXml = false): string | null {
  const text = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, PRESCAN_BYTES),
  ).toString('latin1')
  if (text.startsWith('<\0?\0x\0')) return 'utf-16le'
  if (text.startsWith('\0<\0?\0x')) return 'utf-16be'
  return (isXml ? null : charsetOfMeta(text)) ?? charsetOfXml(text)
}

function charsetOfMeta(text: string): string | null {
  let at = 0
  while (at < text.length) {
    if (text.startsWith('<!--', at)) {
      // The dashes of the beginning may be those of the end.
      const end = text.indexOf('-->', at + 2)
      if (end === -1) return null
      at = end + 3
    } else if (/^<meta[\t\n\f\r /]/i.test(text.slice(at, at + 6))) {
      const attributes = readAttributes(text, at + 5)
      if (attributes === null) return null
      const charset = charsetOfAttributes(attributes.values)
      if (charset !== null) return charset
      at = attributes.end
    } else if (/^<\/?[a-z]/i.test(text.slice(at, at + 3))) {
      const name = /[\t\n\f\r >]/g
      name.lastIndex = at
      const match = name.exec(text)
      const attributes = match === null ? null : readAttributes(text, match.index)
      if (attributes === null) return null
      at = attributes.end
    } else if (/^<[!/?]/.test(text.slice(at, at + 2))) {
      const end = text.indexOf('>', at)
      if (end === -1) return null
      at = end + 1
    } else {
      at += 1
    }
  }
  return null
}

/** The first value of each attribute counts. */
function charsetOfAttributes(values: ReadonlyMap<string, string>): string | null {
  const charset = values.get('charset')
  if (charset !== undefined) return charset === '' ? null : charset
  if (values.get('http-equiv') !== 'content-type') return null
  return charsetInContentType(values.get('content') ?? '')
}

/** Reads the attributes of a tag.
 *  @param from behind the tag's name
 *  @returns them in lower case, and where the tag ends; null where the bytes end first */
function readAttributes(
  text: string,
  from: number,
): { readonly values: ReadonlyMap<string, string>; readonly end: number } | null {
  const values = new Map<string, string>()
  const attribute =
    /[\t\n\f\r /]*(?:(>)|([^\t\n\f\r />][^\t\n\f\r />=]*)[\t\n\f\r ]*(?:=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?)/y
  attribute.lastIndex = from
  for (;;) {
    const match = attribute.exec(text)
    if (match === null || (attribute.lastIndex >= text.length && match[1] === undefined))
      return null
    if (match[1] !== undefined) return { values, end: attribute.lastIndex }
    const name = (match[2] ?? '').toLowerCase()
    const value = (match[3] ?? match[4] ?? match[5] ?? '').toLowerCase()
    if (!values.has(name)) values.set(name, value)
  }
}

/** The charset that an XML declaration at the very beginning names; null without one.
 *  Source: HTML standard, section 13.2.3.2 (get an XML encoding) */
export function charsetOfXml(text: string): string | null {
  if (!text.startsWith('<?xml')) return null
  const end = text.indexOf('>')
  if (end === -1) return null
  const declaration = text.slice(0, end)
  const match = /encoding[\0- ]*=[\0- ]*(?:"([^"]*)"|'([^']*)')/.exec(declaration)
  const label = match?.[1] ?? match?.[2] ?? ''
  // A declaration that can be read byte by byte is none of UTF-16.
  if (label === '' || /[\0- ]/.test(label)) return null
  return label
}
