import type { AnswerHead } from './http1-head.ts'
import {
  BrokenAnswer,
  CR,
  LF,
  bodyLength,
  endOfHead,
  isPersistent,
  parseHead,
} from './http1-head.ts'

/** Told while an answer arrives. A false from either means that no more of the body is wanted. */
export interface AnswerListener {
  readonly head: (head: AnswerHead) => boolean
  readonly data: (chunk: Buffer) => boolean
}

/** How far a reader is: `more` to come, all of it read (`done`), or what breaks the protocol; that
 *  text goes on after "The answer of <peer> breaks the HTTP protocol: ". */
export type ReadState = 'more' | 'done' | { readonly problem: string }

/** Reads the answer to one request from the bytes of a connection that serves no other meanwhile. */
export interface Http1Reader {
  readonly push: (chunk: Buffer) => ReadState
  /** The other side will send no more. */
  readonly end: () => ReadState | 'cut'
  /** Whether another request may follow on the connection: the whole answer was read, nothing came
   *  behind it, and the server means to go on. Source: RFC 9112, section 9.3 */
  readonly mayFollow: () => boolean
}

/** Largest block of header lines, interim answers and trailers included, in bytes. */
const MAX_HEAD_BYTES = 64 * 1024
const MAX_INTERIM_ANSWERS = 20
/** Longest line before a chunk, with its extensions, in bytes. */
const MAX_CHUNK_LINE_BYTES = 4 * 1024

const BEGINNING = 'HTTP/'
const CHUNK_LINE = /^0*([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/s
const NOTHING = Buffer.alloc(0)

/** What an answer is that is none of HTTP/1: an alert of TLS (RFC 8446, section 5.1), or the settings that a
 *  server of HTTP/2 begins with (RFC 9113, sections 3.4 and 6.5). */
function foreignAnswer(bytes: Buffer): string {
  if (bytes[0] === 0x15 && bytes[1] === 0x03) {
    return 'it is TLS, which addresses with https:// are asked over'
  }
  const isSettings = bytes.length >= 9 && bytes[3] === 0x04 && bytes.readUInt32BE(5) === 0
  return isSettings && bytes.readUIntBE(0, 3) % 6 === 0
    ? 'it is HTTP/2, which a monitor asks for with the httpVersion "2"'
    : 'it does not begin with "HTTP/"'
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
  let isKept = false
  /** The answer ended exactly where the bytes did. */
  let isWhole = false

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
    if (!BEGINNING.startsWith(beginning)) throw new BrokenAnswer(foreignAnswer(bytes))
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
    isKept = isPersistent(head)
    isWhole = length === 0 && rest.length === 0
    if (!listener.head(head) || length === 0) return 'done'
    left = length === null || length === 'chunked' ? 0 : length
    step = length === null ? 'close' : length === 'chunked' ? 'chunkLine' : 'length'
    return rest
  }

  function readData(bytes: Buffer, next: 'chunkEnd' | 'done'): Buffer | 'done' {
    const part = bytes.length > left ? bytes.subarray(0, left) : bytes
    left -= part.length
    const isWanted = listener.data(part)
    if (next === 'done' && left === 0) isWhole = isWanted && part.length === bytes.length
    if (!isWanted || (left === 0 && next === 'done')) return 'done'
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
    if (taken.line === '') {
      isWhole = taken.rest.length === 0
      return 'done'
    }
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
    mayFollow: () => isKept && isWhole,
  }
}
