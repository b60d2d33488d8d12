/** What the first lines of an answer say. Names are in lower case; a header that came several times
 *  has its values joined by ", " (RFC 9110, section 5.3). */
export interface AnswerHead {
  readonly statusCode: number
  readonly httpVersion: '1.0' | '1.1' | '2'
  readonly headers: ReadonlyMap<string, string>
  /** The values of headers that must not be joined: one for each time the header came. */
  readonly locations: readonly string[]
  readonly setCookies: readonly string[]
  /** X-Robots-Tag: the crawler that one of them names is not meant by the next. */
  readonly robotsTags: readonly string[]
}

/** Codes of the characters that end lines. */
export const LF = 10
export const CR = 13
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?$/s
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers that say where the answer ends: about them there must be no doubt. */
const FRAMING = /^[ \t]*(?:content-length|transfer-encoding)[ \t]*(?::|$)/i
const CONTENT_LENGTH = /^[ \t]*0*(\d{1,15})[ \t]*$/
/** Headers that mean something else when they are joined. */
const UNJOINED = new Set(['location', 'set-cookie', 'x-robots-tag'])
const NONE: readonly string[] = []

/** What an answer breaks of the protocol; its message goes on after "breaks the HTTP protocol: ". */
export class BrokenAnswer extends Error {}

/** A value in one line; a lone CR in it counts as a space (RFC 9112, section 2.2). */
function fieldValue(text: string): string {
  return (text.includes('\r') ? text.replaceAll('\r', ' ') : text).trim()
}

const joined = (before: string | undefined, value: string): string =>
  before === undefined || before === '' ? value : `${before} ${value}`

/** Reads header lines as browsers do: one that is none is passed over, as it harms nobody, unless it
 *  may be meant to say where the answer ends. */
function parseFields(lines: readonly string[]): Omit<AnswerHead, 'statusCode' | 'httpVersion'> {
  const headers = new Map<string, string>()
  const lists: Record<string, string[]> = {}
  let last = ''
  for (const line of lines) {
    if (line.includes('\0')) {
      throw new BrokenAnswer('a header holds a character that may not be in it')
    }
    if (last !== '' && (line.startsWith(' ') || line.startsWith('\t'))) {
      // It goes on with the one before (RFC 9112, section 5.2).
      const more = fieldValue(line)
      headers.set(last, joined(headers.get(last), more))
      const values = lists[last]
      if (values !== undefined) values.push(joined(values.pop(), more))
      continue
    }
    const before = line.slice(0, Math.max(0, line.indexOf(':')))
    const name = before.trimEnd()
    const isName = FIELD_NAME.test(name)
    if ((!isName || name !== before) && FRAMING.test(line)) {
      throw new BrokenAnswer('a line among the headers is none')
    }
    last = isName ? name.toLowerCase() : ''
    if (!isName) continue
    const value = fieldValue(line.slice(before.length + 1))
    const known = headers.get(last)
    headers.set(last, known === undefined ? value : `${known}, ${value}`)
    if (UNJOINED.has(last)) (lists[last] ??= []).push(value)
  }
  return {
    headers,
    locations: lists['location'] ?? NONE,
    setCookies: lists['set-cookie'] ?? NONE,
    robotsTags: lists['x-robots-tag'] ?? NONE,
  }
}

/** @param text the status line and the header lines @throws BrokenAnswer */
export function parseHead(text: string): AnswerHead {
  const [statusLine = '', ...lines] = text.split(/\r?\n/)
  const match = STATUS_LINE.exec(statusLine)
  if (match === null) throw new BrokenAnswer('its first line is no status line of HTTP/1')
  return {
    statusCode: Number(match[2]),
    httpVersion: match[1] === '0' ? '1.0' : '1.1',
    ...parseFields(lines),
  }
}

/** The codings of a Transfer-Encoding header, without the words that stand for none. */
function codingsOf(value: string | undefined): readonly string[] {
  if (value === undefined) return NONE
  return value
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity' && coding !== 'none')
}

/** How many bytes the body has; null when the connection's end ends it. @throws BrokenAnswer
 *  Source: RFC 9112, section 6.3 */
export function bodyLength(head: AnswerHead, method: string): number | 'chunked' | null {
  const { statusCode, headers } = head
  if (method === 'HEAD' || statusCode < 200 || statusCode === 204 || statusCode === 304) return 0
  const codings = codingsOf(headers.get('transfer-encoding'))
  // Said twice it is still one: two programs on the way both added the header.
  if (codings.some((coding) => coding !== 'chunked')) {
    throw new BrokenAnswer('its transfer coding was not asked for')
  }
  if (codings.length > 0) return 'chunked'
  const length = headers.get('content-length')
  if (length === undefined) return null
  const plain = CONTENT_LENGTH.exec(length)?.[1]
  if (plain !== undefined) return Number(plain)
  // The same one several times is one (RFC 9112, section 6.3).
  const lengths = new Set(length.split(',').map((each) => CONTENT_LENGTH.exec(each)?.[1]))
  const [only] = lengths
  if (lengths.size !== 1 || only === undefined) {
    throw new BrokenAnswer('its Content-Length is no number of bytes')
  }
  return Number(only)
}

/** Whether the server keeps the connection after its answer. Source: RFC 9112, section 9.3 */
export function isPersistent({ httpVersion, statusCode, headers }: AnswerHead): boolean {
  const options = headers.get('connection')?.toLowerCase().split(',') ?? []
  const isClosing = options.some((option) => option.trim() === 'close')
  return httpVersion === '1.1' && statusCode !== 101 && !isClosing
}

/** Where the empty line ends that ends the header lines; 0 when it is not there yet. */
export function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return 0
}
