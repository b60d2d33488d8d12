import type { Transform } from 'node:stream'

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

async function decoderFor(coding: string, bytes: Buffer): Promise<Transform | null> {
  const zlib = await import('node:zlib')
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'deflate':
      // The header of zlib's format; many servers leave it out (RFC 9110, section 8.4.1.2).
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      return zlib.createZstdDecompress({
        params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
      })
    default:
      return null
  }
}

/** Runs one decoder until its end, the limit, or an error; never further than the limit, so that a
 *  bomb costs no more than a page of that size. */
function run(
  decoder: Transform,
  bytes: Buffer,
  maxBytes: number,
  isCut: boolean,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; isTruncated: boolean } | null> {
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
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  let { bytes } = body
  let isTruncated = body.isCut
  if (codings.length > MAX_CODINGS) return { ok: false, problem: 'is coded more than three times' }
  // An empty body is empty however it is said to be coded.
  if (bytes.length === 0) return { ok: true, bytes, isTruncated }
  for (const coding of codings.toReversed()) {
    const decoder = await decoderFor(coding, bytes)
    if (decoder === null) {
      return { ok: false, problem: 'has a content encoding that was not asked for' }
    }
    const decoded = await run(decoder, bytes, maxBytes, isTruncated, signal)
    if (decoded === null) return { ok: false, problem: `has a broken content encoding (${coding})` }
    ;({ bytes, isTruncated } = decoded)
  }
  return { ok: true, bytes, isTruncated }
}
