import { constants, createInflateRaw } from 'node:zlib'
import { endOfGzipHeader } from '../http/decode-body.ts'

/** Check sum and length behind the data of a member. Source: RFC 1952, section 2.3 */
const TRAILER_BYTES = 8

/** Gzip data that ends before its time. */
class GzipEnd extends Error {
  override readonly name = 'GzipEnd'
  readonly code = 'Z_BUF_ERROR'
}

/** Unpacks gzip data, member by member, as far as it goes: everything that can be unpacked is given before
 *  anything is thrown, and what follows the last member (padding, a line end) is passed over, as gzip
 *  itself does.
 *  @throws GzipEnd where data is cut off; zlib's errors where it is broken */
export async function* gunzipLeniently(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let at = 0
  for (;;) {
    const begin = endOfGzipHeader(bytes.subarray(at))
    if (begin === null) return
    // With this flush the end of the input is no error, so that nothing is lost that came before it.
    const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
    inflate.end(bytes.subarray(at + begin))
    yield* inflate as AsyncIterable<Buffer>
    at += begin + inflate.bytesWritten + TRAILER_BYTES
    if (at > bytes.length) throw new GzipEnd('The data is cut off.')
  }
}
