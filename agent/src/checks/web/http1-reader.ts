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

/** Told while an answer arrives. A false from either means that no more of the body is wanted. */
export interface AnswerListener {
  readonly head: (head: AnswerHead) => boolean
  readonly data: (chunk: Buffer) => boolean
}

/** How far a reader is: `more` to come, all of it read (`done`), or what breaks the protocol; that
 *  text goes on after "The answer of <peer> breaks the HTTP protocol: ". */
export type ReadState = 'more' | 'done' | { readonly problem: string }

/** Reads the answer to one request from the bytes of a connection that serves no other. */
export interface Http1Reader {
  readonly push: (chunk: Buffer) => ReadState
  /** The other side will send no more. */
  readonly end: () => ReadState | 'cut'
}

/** Largest block of header lines, interim answers and trailers included, in bytes. */
const MAX_HEAD_BYTES = 64 * 1024
const MAX_INTERIM_ANSWERS = 20
/** Longest line before a chunk, with its extensions, in bytes. */
const MAX_CHUNK_LINE_BYTES = 4 * 1024

const LF = 10
const CR = 13
const BEGINNING = 'HTTP/'
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?$/s
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers that say where the answer ends: about them there must be no doubt. */
const FRAMING = /^[ \t]*(?:content-length|transfer-encoding)[ \t]*(?::|$)/i
const CONTENT_LENGTH = /^[ \t]*0*(\d{1,15})[ \t]*$/
const CHUNK_LINE = /^0*([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/s
/** Headers that mean something else when they are joined. */
const UNJOINED = new Set(['location', 'set-cookie', 'x-robots-tag'])
const NOTHING = Buffer.alloc(0)
const NONE: readonly string[] = []

class BrokenAnswer extends Error {}

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

function parseHead(text: string): AnswerHead {
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

/** How many bytes the body has; null when the connection's end ends it.
 *  Source: RFC 9112, section 6.3 */
function bodyLength(head: AnswerHead, method: string): number | 'chunked' | null {
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

/** Where the empty line ends that ends the header lines; 0 when it is not there yet. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return 0
}

/** @param method of the request: the answer to HEAD has no body
 *  Source: RFC 9112 */
export function createHttp1Reader(method: string, listener: AnswerListener): Http1Reader {
  let step: 'head' | 'length' | 'close' | 'chunkLine' | 'chunkData' | 'chunkEnd' | 'trailer' =
    'head'
  /** What came and could not be read yet; only ever part of a line or of the head. */
  let held: Buffer = NOTHING
  let headBytes = 0
  let interims = 0
  /** Bytes to come in the body or in the chunk. */
  let left = 0

  /** @returns what follows the line, null when its end has not come */
  function takeLine(bytes: Buffer, maxBytes: number): { line: string; rest: Buffer } | null {
    const at = bytes.indexOf(LF)
    if (at > maxBytes || (at === -1 && bytes.length > maxBytes)) {
      throw new BrokenAnswer('a line of it is too long')
    }
    if (at === -1) return null
    const end = at > 0 && bytes[at - 1] === CR ? at - 1 : at
    return { line: bytes.toString('latin1', 0, end), rest: bytes.subarray(at + 1) }
  }

  /** @returns what follows the head, null when it is not complete, "done" when nothing is to follow */
  function readHead(bytes: Buffer, scanFrom: number): Buffer | null | 'done' {
    const beginning = bytes.toString('latin1', 0, BEGINNING.length)
    if (!BEGINNING.startsWith(beginning)) throw new BrokenAnswer('it does not begin with "HTTP/"')
    const end = endOfHead(bytes, scanFrom)
    if (headBytes + (end === 0 ? bytes.length : end) > MAX_HEAD_BYTES) {
      throw new BrokenAnswer(`its headers are larger than ${MAX_HEAD_BYTES} bytes`)
    }
    if (end === 0) return null
    headBytes += end
    const head = parseHead(bytes.toString('latin1', 0, end).replace(/\r?\n\r?\n$/, ''))
    const rest = bytes.subarray(end)
    if (head.statusCode < 200 && head.statusCode !== 101) {
      interims += 1
      if (interims <= MAX_INTERIM_ANSWERS) return rest
      throw new BrokenAnswer(`it has more than ${MAX_INTERIM_ANSWERS} interim answers`)
    }
    const length = bodyLength(head, method)
    if (!listener.head(head) || length === 0) return 'done'
    left = length === null || length === 'chunked' ? 0 : length
    step = length === null ? 'close' : length === 'chunked' ? 'chunkLine' : 'length'
    return rest
  }

  function readData(bytes: Buffer, next: 'chunkEnd' | 'done'): Buffer | 'done' {
    const part = bytes.length > left ? bytes.subarray(0, left) : bytes
    left -= part.length
    if (!listener.data(part) || (left === 0 && next === 'done')) return 'done'
    if (left === 0) step = 'chunkEnd'
    return bytes.subarray(part.length)
  }

  function readChunkLine(bytes: Buffer): Buffer | null {
    const taken = takeLine(bytes, MAX_CHUNK_LINE_BYTES)
    if (taken === null) return null
    const size = CHUNK_LINE.exec(taken.line)?.[1]
    if (size === undefined) throw new BrokenAnswer('the size of a chunk is no number')
    left = Number.parseInt(size, 16)
    step = left === 0 ? 'trailer' : 'chunkData'
    return taken.rest
  }

  function readChunkEnd(bytes: Buffer): Buffer | null {
    const taken = takeLine(bytes, 2)
    if (taken === null) return null
    if (taken.line !== '') throw new BrokenAnswer('a chunk is longer than it says')
    step = 'chunkLine'
    return taken.rest
  }

  function readTrailer(bytes: Buffer): Buffer | null | 'done' {
    const taken = takeLine(bytes, MAX_HEAD_BYTES)
    if (taken === null) return null
    if (taken.line === '') return 'done'
    headBytes += bytes.length - taken.rest.length
    if (headBytes > MAX_HEAD_BYTES) {
      throw new BrokenAnswer(`its headers are larger than ${MAX_HEAD_BYTES} bytes`)
    }
    return taken.rest
  }

  function readOn(bytes: Buffer, scanFrom: number): Buffer | null | 'done' {
    switch (step) {
      case 'head':
        return readHead(bytes, scanFrom)
      case 'length':
        return readData(bytes, 'done')
      case 'close':
        return listener.data(bytes) ? NOTHING : 'done'
      case 'chunkLine':
        return readChunkLine(bytes)
      case 'chunkData':
        return readData(bytes, 'chunkEnd')
      case 'chunkEnd':
        return readChunkEnd(bytes)
      default:
        return readTrailer(bytes)
    }
  }

  function push(chunk: Buffer): ReadState {
    let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    // The end of the head may lie across the border of two pieces.
    let scanFrom = Math.max(0, held.length - 3)
    held = NOTHING
    while (bytes.length > 0) {
      const rest = readOn(bytes, scanFrom)
      if (rest === 'done') return 'done'
      if (rest === null) {
        held = bytes
        return 'more'
      }
      bytes = rest
      scanFrom = 0
    }
    return 'more'
  }

  return {
    push(chunk) {
      try {
        return push(chunk)
      } catch (error) {
        if (error instanceof BrokenAnswer) return { problem: error.message }
        throw error
      }
    },
    end: () => (step === 'close' ? 'done' : 'cut'),
  }
}
