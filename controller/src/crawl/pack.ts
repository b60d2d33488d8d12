import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { auditJson, writeAuditJson } from '@sightline/shared/crawl/audit-json'
import type { ShortAudit } from '@sightline/shared/crawl/short-audit'

/** The farthest that deflate looks back. Source: RFC 1951, section 2 */
const WINDOW_BYTES = 32 * 1024

/** A link of a page as it is stored: number of its address, flags, place in `LINK_AREAS`, text. */
export type PackedLink = readonly [urlId: number, flags: number, area: number, text: string]

/** What is written at once of something packed: more than most links and audits take. By itself each has 16 kB of
 *  its own, of which the heap knows nothing but their sum, and it is looked through for 64 MB of that. */
const CHUNK_BYTES = 1_024

/** Links take 20 bytes each so, and 90 as rows with their indexes. */
export function packLinks(links: readonly PackedLink[]): Buffer {
  return deflateRawSync(JSON.stringify(links), { chunkSize: CHUNK_BYTES })
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

/** Where an audit is encoded, one after the other: buffers of 22 kB for each came and went, and were half of what a
 *  controller that crawls held. Longer ones have their own. */
const encoded = Buffer.alloc(64 * 1_024)

function encode(text: string): Buffer {
  if (Buffer.byteLength(text) > encoded.length) return Buffer.from(text)
  return encoded.subarray(0, encoded.write(text))
}

function encodeShort(audit: ShortAudit): Buffer {
  const length = writeAuditJson(audit, encoded)
  return length === null ? Buffer.from(auditJson(audit)) : encoded.subarray(0, length)
}

/** In threads, which would take more time than that, a controller came to hold 80 MB more: each
 *  keeps what it once took of the memory. */
const deflate = (audit: Buffer, dictionary: Buffer): Buffer =>
  deflateRawSync(audit, { dictionary, level: LEVEL, chunkSize: CHUNK_BYTES })

/** @param dictionary of the crawl  @param audit JSON */
export const packAudit = (audit: string, dictionary: Buffer): Buffer =>
  deflate(encode(audit), dictionary)

/** Packs audits of one crawl. */
export interface Packer {
  /** @param audit JSON */
  readonly pack: (audit: string) => Buffer
  /** The same from its short form. */
  readonly packShort: (audit: ShortAudit) => Buffer
  /** null as long as there is none. */
  readonly dictionary: () => Buffer | null
  /** The crawl had it before. */
  readonly isKnown: boolean
}

/** @param known the crawl's dictionary; null before its first audit, which becomes it */
export function createPacker(known: Buffer | null): Packer {
  let dictionary = known
  const packed = (audit: Buffer): Buffer =>
    deflate(audit, (dictionary ??= dictionaryOf(Buffer.from(audit))))
  return {
    pack: (audit) => packed(encode(audit)),
    packShort: (audit) => packed(encodeShort(audit)),
    dictionary: () => dictionary,
    isKnown: known !== null,
  }
}

/** Takes 0.1 ms. @returns JSON */
export const unpackAudit = (packed: Buffer, dictionary: Buffer): Buffer =>
  inflateRawSync(packed, { dictionary })
