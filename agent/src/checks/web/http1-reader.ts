/** What the first lines of an answer say. Names are in lower case; a header that came several times
 *  has its values joined by ", " (RFC 9110, section 5.3). */
export interface AnswerHead {
  readonly statusCode: number
  readonly httpVersion: '1.0' | '1.1' | '2'
  readonly headers: ReadonlyMap<string, string>
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
const CHUNK_LINE = /^([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/s
const NOTHING = Buffer.alloc(0)

class BrokenAnswer extends Error {}

function parseFields(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  let last = ''
  for (const line of lines) {
    if (/[\0\r]/.test(line))
      throw new BrokenAnswer('a header holds a character that may not be in it')
    const colon = line.indexOf(':')
    if (line.startsWith(' ') || line.startsWith('\t')) {
      // A folded line goes on with the one before (RFC 9112, section 5.2).
      if (last === '') throw new BrokenAnswer('a header begins with a space')
      headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`)
      continue
    }
    if (colon < 1 || !FIELD_NAME.test(line.slice(0, colon))) {
      throw new BrokenAnswer('a line among the headers is none')
    }
    last = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers.get(last)
    headers.set(last, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

function parseHead(text: string): AnswerHead {
  const [statusLine = '', ...lines] = text.split(/\r?\n/)
  const match = STATUS_LINE.exec(statusLine)
  if (match === null) throw new BrokenAnswer('its first line is no status line of HTTP/1')
  return {
    statusCode: Number(match[2]),
    httpVersion: match[1] === '0' ? '1.0' : '1.1',
    headers: parseFields(lines),
  }
}

/** How many bytes the body has; null when the connection's end ends it.
 *  Source: RFC 9112, section 6.3 */
function bodyLength(head: AnswerHead, method: string): number | 'chunked' | null {
  const { statusCode, headers } = head
  if (method === 'HEAD' || statusCode < 200 || statusCode === 204 || statusCode === 304) return 0
  const coding = headers.get('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return 'chunked'
  if (coding !== undefined && coding !== 'identity') {
    throw new BrokenAnswer('its transfer coding was not asked for')
  }
  const length = headers.get('content-length')
  if (length === undefined) return null
  const lengths = new Set(length.split(/[ \t]*,[ \t]*/))
  if (lengths.size !== 1 || !/^\d{1,15}(?:,|$)/.test(length)) {
    throw new BrokenAnswer('its Content-Length is no number of bytes')
  }
  return Number.parseInt(length, 10)
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
