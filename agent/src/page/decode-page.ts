import type { Page } from '../http/page.ts'
import { charsetsInHead } from './charsets-in-head.ts'
import { charsetInHeader, headerText, mediaTypeOf } from './content-type.ts'
import { prescan } from './meta-prescan.ts'
import { words } from './words.ts'

/** What told the charset of a page: `default` where nothing did. */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'default'

export interface DecodedPage {
  readonly text: string
  /** Name of the encoding in lower case, "windows-1252" for a page that says "latin1". */
  readonly charset: string
  readonly source: CharsetSource
  /** Bytes in front of the text. */
  readonly bomBytes: number
}

/** A page's text, by its byte order mark, its Content-Type header, what it says of itself in its first 1,024
 *  bytes or later in its head, else windows-1252. XML and JSON are UTF-8 where they do not say otherwise.
 *  Source: HTML standard, section 13.2.3.2; RFC 7303, section 3; RFC 8259, section 8.1 */
export function decodePage(page: Pick<Page, 'body' | 'headers' | 'isTruncated'>): DecodedPage {
  const contentType = headerText(page.headers, 'content-type')
  const { charset, source, bomBytes } = encodingOf(page.body, contentType)
  return { text: decode(page.body, charset, page.isTruncated), charset, source, bomBytes }
}

function encodingOf(bytes: Uint8Array, contentType: string | null): Omit<DecodedPage, 'text'> {
  const mark = byteOrderMark(bytes)
  if (mark !== null) return { ...mark, source: 'bom' }
  const labelled = encodingFor(charsetInHeader(contentType))
  if (labelled !== null) return { charset: labelled, source: 'header', bomBytes: 0 }
  const type = mediaTypeOf(contentType)
  const isJson = /^(?:application|text)\/(?:[^/]*\+)?json$/.test(type)
  const isXml = /^(?:application|text)\/xml$|\+xml$/.test(type)
  const declared = isJson
    ? null
    : (encodingFor(prescan(bytes, isXml)) ?? (isXml ? null : knownInHead(bytes)))
  if (declared !== null) return { charset: declaredEncoding(declared), source: 'meta', bomBytes: 0 }
  return { charset: isJson || isXml ? 'utf-8' : 'windows-1252', source: 'default', bomBytes: 0 }
}

function knownInHead(bytes: Uint8Array): string | null {
  for (const label of charsetsInHead(bytes)) {
    const encoding = encodingFor(label)
    if (encoding !== null) return encoding
  }
  return null
}

/** The Unicode encoding that a text's first bytes tell; null where they do not. */
export function byteOrderMark(bytes: Uint8Array): { charset: string; bomBytes: number } | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { charset: 'utf-8', bomBytes: 3 }
  if (first === 0xfe && second === 0xff) return { charset: 'utf-16be', bomBytes: 2 }
  if (first === 0xff && second === 0xfe) return { charset: 'utf-16le', bomBytes: 2 }
  return null
}

/** A page that says it in letters of one byte cannot be in UTF-16, and means no private charset. */
function declaredEncoding(encoding: string): string {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8'
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}

/** Labels of encodings that browsers refuse to decode. Source: Encoding standard, section 4.2 */
const REFUSED = new Set(
  words('csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement'),
)

/** Name of the encoding that a label stands for; null for a label that nobody knows. */
function encodingFor(label: string | null): string | null {
  if (label === null) return null
  if (REFUSED.has(label.trim().toLowerCase())) return 'replacement'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** Whether browsers know a charset by this label. */
export function isKnownCharset(label: string): boolean {
  return encodingFor(label) !== null
}

function decode(bytes: Uint8Array, charset: string, isTruncated: boolean): string {
  if (charset === 'replacement') return bytes.length === 0 ? '' : '\ufffd'
  // A cut may go through a character: that is the end of a stream which is not told.
  return new TextDecoder(charset).decode(bytes, { stream: isTruncated })
}
