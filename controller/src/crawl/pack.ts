import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AuditCheck } from '@sightline/shared/analyses/audit'
import type { AuditWords } from '@sightline/shared/crawl/audit-json'
import { auditJson, ownAuditWords, writeAuditJson } from '@sightline/shared/crawl/audit-json'
import type { ShortAudit } from '@sightline/shared/crawl/short-audit'
import type { ShortDictionary } from './short-dictionary.ts'
import { hasOwnWords, readShortDictionary, shortDictionary } from './short-dictionary.ts'

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

/** What is made at once of links that are unpacked: all those of most pages. By itself it is four times as much, which
 *  took half of the time. */
const LINKS_CHUNK_BYTES = 4_096

export function unpackLinks(packed: Buffer): PackedLink[] {
  // Written by `packLinks`.
  const links = inflateRawSync(packed, { chunkSize: LINKS_CHUNK_BYTES })
  return JSON.parse(links.toString('utf8')) as PackedLink[]
}

/** What other audits of a crawl are compressed with: the end of the first one, which has nearly all of their words. A
 *  whole audit of 20 kB takes 3.5 kB alone, and less than half of that so. */
export const dictionaryOf = (audit: Buffer): Buffer => audit.subarray(-WINDOW_BYTES)

/** What a short audit begins with, and nothing deflated: a block of the reserved type. Source: RFC 1951, section 3.2.3 */
const SHORT_AUDIT = 0b110
const SHORT_MARK = Buffer.of(SHORT_AUDIT)

/** Of a whole audit of 22 kB 0.5 kB are left in 0.15 ms, of a short one of 4 kB 0.2 kB in 0.04 ms; the usual level takes
 *  twice as long to leave a fifth less. */
const LEVEL = 3

/** Where an audit is encoded, one after the other: buffers of 22 kB for each came and went, and were half of what a
 *  controller that crawls held. Longer ones have their own. */
const encoded = Buffer.alloc(64 * 1_024)

function encode(text: string): Buffer {
  if (Buffer.byteLength(text) > encoded.length) return Buffer.from(text)
  return encoded.subarray(0, encoded.write(text))
}

function encodeShort(audit: ShortAudit, words: AuditWords): Buffer {
  const length = writeAuditJson(audit, encoded, words)
  return length === null ? Buffer.from(auditJson(audit, words)) : encoded.subarray(0, length)
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
  /** The same from its short form, which is stored where the crawl's dictionary has what it leaves out: a page is
   *  packed in 0.4 of the time. */
  readonly packShort: (audit: ShortAudit) => Buffer
  /** null as long as there is none. */
  readonly dictionary: () => Buffer | null
  /** The crawl had it before. */
  readonly isKnown: boolean
}

/** @param known the crawl's dictionary, perhaps of another version; null before its first audit, which becomes it */
export function createPacker(known: Buffer | null): Packer {
  let dictionary = known
  let example = known !== null && hasOwnWords(known) ? readShortDictionary(known).example : null
  const packWhole = (audit: Buffer): Buffer =>
    deflate(audit, (dictionary ??= dictionaryOf(Buffer.from(audit))))

  return {
    pack: (audit) => packWhole(encode(audit)),
    packShort(audit) {
      if (dictionary !== null && example === null) {
        return packWhole(encodeShort(audit, ownAuditWords()))
      }
      const short = encode(JSON.stringify(audit))
      if (example === null) {
        dictionary = shortDictionary(dictionaryOf(short))
        ;({ example } = readShortDictionary(dictionary))
      }
      return Buffer.concat([SHORT_MARK, deflate(short, example)])
    },
    dictionary: () => dictionary,
    isKnown: known !== null,
  }
}

const isShort = (packed: Buffer): boolean => packed[0] === SHORT_AUDIT

function inflateShort(packed: Buffer, { example }: ShortDictionary): Buffer {
  return inflateRawSync(packed.subarray(SHORT_MARK.length), { dictionary: example })
}

/** Takes 0.08 ms of one that is stored short, 0.03 ms of others. @param dictionary of the crawl  @returns JSON */
export function unpackAudit(packed: Buffer, dictionary: Buffer): string {
  const stored = unpackStored(packed, dictionary)
  if (!isShort(packed)) return stored
  // Written by `packShort`.
  return auditJson(JSON.parse(stored) as ShortAudit, readShortDictionary(dictionary).words)
}

/** The same as it was stored, in a third of the time: whole, or with its checks short.
 *  @returns JSON of an AuditResult or a ShortAudit */
export function unpackStored(packed: Buffer, dictionary: Buffer): string {
  const stored = isShort(packed)
    ? inflateShort(packed, readShortDictionary(dictionary))
    : inflateRawSync(packed, { dictionary })
  return stored.toString('utf8')
}

/** What a stored audit says is wrong by one of its checks; null where it says nothing. */
export function unpackIssue(packed: Buffer, dictionary: Buffer, checkId: string): string | null {
  const stored: unknown = JSON.parse(unpackStored(packed, dictionary))
  // Written by `packShort`, else by `pack`.
  if (!isShort(packed)) {
    const { checks } = stored as { checks: Readonly<Record<string, Pick<AuditCheck, 'issue'>>> }
    return checks[checkId]?.issue ?? null
  }
  const { checks } = stored as ShortAudit
  const check = checks[readShortDictionary(dictionary).ids.indexOf(checkId)]
  return check === undefined || typeof check === 'string' || check.length === 1 ? null : check[0]
}
