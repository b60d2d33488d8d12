import type { Transform } from 'node:stream'
import type { ZstdDecompress } from 'node:zlib'

/** The kept beginning of a body without its content codings. */
export type Decoded =
  | {
      readonly ok: true
      readonly bytes: Buffer
      /** There is more than the limit, or the body itself was cut. */
      readonly isTruncated: boolean
    }
  /** What is wrong; goes on after "The answer ". */
  | { readonly ok: false; readonly problem: string }

/** A body coded more often than that is no page of anyone. */
const MAX_CODINGS = 3
/** Largest window of zstd that HTTP allows, as a power of two in bytes. Source: RFC 9659 */
const ZSTD_WINDOW_LOG = 23

/** A body larger than this is unpacked in pieces of 64 KiB: each piece goes through another thread, and in
 *  Node's own of 16 KiB a page of 250 kB took 1.7 ms of processor time instead of 1.0. */
const SMALL_BODY_BYTES = 8 * 1024
const LARGE_PIECE_BYTES = 64 * 1024

/** What this agent can take off. */
const KNOWN = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])
/** Codings of registries that nobody asked for. */
const UNASKED = new Set(['compress', 'x-compress', 'dcb', 'dcz'])

/** How much of a body tells that its label is wrong, in bytes: the mark that gzip begins with. */
export const LABEL_SCAN_BYTES = 2

/** The codings of a Content-Encoding header. Words that name none (`none`, `utf-8`, `aws-chunked`) are
 *  passed over, as browsers do. */
function codingsOf(contentEncoding: string | undefined): readonly string[] {
  if (contentEncoding === undefined) return []
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => KNOWN.has(coding) || UNASKED.has(coding))
}

/** Whether a body's beginning can tell that it is not coded as its label says. */
export function hasTellingLabel(contentEncoding: string | undefined): boolean {
  return /gzip[ \t]*$/i.test(contentEncoding ?? '')
}

/** What is wrong with a body that is not to be read, by its first bytes; null when nothing can be told.
 *  Goes on after "The answer ". */
export function labelProblem(bytes: Buffer, contentEncoding: string | undefined): string | null {
  if (!hasTellingLabel(contentEncoding) || bytes.length < LABEL_SCAN_BYTES) return null
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return isGzip ? null : 'has a broken content encoding (gzip)'
}

const piecesOf = (bytes: Buffer) =>
  bytes.length > SMALL_BODY_BYTES ? { chunkSize: LARGE_PIECE_BYTES } : {}

async function zstdDecoder(bytes: Buffer): Promise<ZstdDecompress> {
  const { constants, createZstdDecompress } = await import('node:zlib')
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG }
  return createZstdDecompress({ ...piecesOf(bytes), params })
}

async function decoderFor(coding: string, bytes: Buffer): Promise<Transform> {
  const zlib = await import('node:zlib')
  const pieces = piecesOf(bytes)
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(pieces)
    case 'deflate':
      // The header of zlib's format; many servers leave it out (RFC 9110, section 8.4.1.2).
      return ((bytes[0] ?? 0) & 0x0f) === 8
        ? zlib.createInflate(pieces)
        : zlib.createInflateRaw(pieces)
    default:
      return zlib.createBrotliDecompress(pieces)
  }
}

const GZIP_HEADER_BYTES = 10

/** Where the header of a gzip member ends; null when it is none. Source: RFC 1952, section 2.3 */
export function endOfGzipHeader(bytes: Buffer): number | null {
  if (bytes.length < GZIP_HEADER_BYTES || bytes.readUInt16BE(0) !== 0x1f8b) return null
  const flags = bytes[3] ?? 0
  let at = GZIP_HEADER_BYTES
  if ((flags & 4) !== 0) at += 2 + (bytes.length > at + 1 ? bytes.readUInt16LE(at) : 0)
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue
    const end = bytes.indexOf(0, at)
    if (end === -1) return null
    at = end + 1
  }
  return (flags & 2) === 0 ? at : at + 2
}

interface Unpacked {
  readonly bytes: Buffer
  readonly isTruncated: boolean
}

/** Runs one decoder until its end, the limit, or an error; never further than the limit, so that a
 *  bomb costs no more than a page of that size. */
function run(
  decoder: Transform,
  bytes: Buffer,
  maxBytes: number,
  isCut: boolean,
  signal: AbortSignal,
): Promise<Unpacked | null> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0

    function settle(isGood: boolean, isTruncated: boolean): void {
      signal.removeEventListener('abort', giveUp)
      decoder.destroy()
      const whole = Buffer.concat(pieces)
      resolve(isGood ? { bytes: whole.subarray(0, maxBytes), isTruncated } : null)
    }

    const giveUp = (): void => settle(false, false)

    decoder.on('data', (piece: Buffer) => {
      pieces.push(piece)
      size += piece.length
      if (size > maxBytes) settle(true, true)
    })
    decoder.once('end', () => settle(true, isCut))
    // The end of a body that was cut is missing: what came before it is good.
    decoder.on('error', () => settle(isCut, isCut))
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else decoder.end(bytes)
  })
}

/** Whether bytes begin as a frame of zstd, or as one that is to be passed over. Source: RFC 8878, section 3.1 */
function isZstdFrame(bytes: Buffer): boolean {
  if (bytes.length < 4) return false
  const mark = bytes.readUInt32LE(0)
  return mark === 0xfd2fb528 || (mark >= 0x184d2a50 && mark <= 0x184d2a5f)
}

/** Each takes a decoder of its own; a body with more is left there. */
const MAX_ZSTD_FRAMES = 1_000

/** All frames of a body in zstd, of which Node's decoder reads the first. Source: RFC 8878, section 3.1 */
async function unpackFrames(
  bytes: Buffer,
  maxBytes: number,
  isCut: boolean,
  signal: AbortSignal,
): Promise<Unpacked | null> {
  const pieces: Buffer[] = []
  let left = maxBytes
  let rest = bytes
  // Where a frame begins is known when the one before was read.
  /* oxlint-disable no-await-in-loop */
  for (let frames = 1; ; frames += 1) {
    const decoder = await zstdDecoder(rest)
    const frame = await run(decoder, rest, left, isCut, signal)
    if (frame === null) return null
    pieces.push(frame.bytes)
    left -= frame.bytes.length
    rest = rest.subarray(decoder.bytesWritten)
    const isFull = frame.isTruncated && left === 0
    const goesOn = !isFull && isZstdFrame(rest)
    if (goesOn && frames < MAX_ZSTD_FRAMES) continue
    const whole = pieces.length === 1 ? frame.bytes : Buffer.concat(pieces)
    return { bytes: whole, isTruncated: frame.isTruncated || goesOn }
  }
  /* oxlint-enable no-await-in-loop */
}

/** The content of a gzip member whose end is missing or wrong, or that something else follows: browsers
 *  do not look at what comes after the content. */
async function ungzipLeniently(
  bytes: Buffer,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Unpacked | null> {
  const at = endOfGzipHeader(bytes)
  if (at === null || at >= bytes.length) return null
  const { createInflateRaw } = await import('node:zlib')
  return run(createInflateRaw(), bytes.subarray(at), maxBytes, false, signal)
}

/** Takes off one coding that is known; null where the bytes are not in it. */
async function unpack(
  coding: string,
  bytes: Buffer,
  maxBytes: number,
  isCut: boolean,
  signal: AbortSignal,
): Promise<Unpacked | null> {
  if (coding === 'zstd') return unpackFrames(bytes, maxBytes, isCut, signal)
  return run(await decoderFor(coding, bytes), bytes, maxBytes, isCut, signal)
}

/** Takes the content codings off a body.
 *  @param contentEncoding the header's value; undefined when there is none
 *  @param isCut the body was left at its limit, so it ends somewhere
 *  Source: RFC 9110, section 8.4 */
export async function decodeBody(
  body: { bytes: Buffer; isCut: boolean },
  contentEncoding: string | undefined,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Decoded> {
  const codings = codingsOf(contentEncoding)
  let { bytes } = body
  let isTruncated = body.isCut
  if (codings.length > MAX_CODINGS) return { ok: false, problem: 'is coded more than three times' }
  // An empty body is empty however it is said to be coded.
  if (bytes.length === 0) return { ok: true, bytes, isTruncated }
  for (const coding of codings.toReversed()) {
    if (UNASKED.has(coding)) {
      return { ok: false, problem: 'has a content encoding that was not asked for' }
    }
    const decoded =
      (await unpack(coding, bytes, maxBytes, isTruncated, signal)) ??
      (coding.endsWith('gzip') ? await ungzipLeniently(bytes, maxBytes, signal) : null)
    if (decoded === null) return { ok: false, problem: `has a broken content encoding (${coding})` }
    ;({ bytes, isTruncated } = decoded)
  }
  return { ok: true, bytes, isTruncated }
}
