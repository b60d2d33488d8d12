import type { AuditWords, SaidOfCheck } from '@sightline/shared/crawl/audit-json'
import { auditWords, ownAuditWords, saidOfChecks } from '@sightline/shared/crawl/audit-json'

/** The dictionary of a crawl whose audits are stored short: what they leave out, and the first of them. Later versions
 *  may say of a check something else, and read from it what was said. */
export interface ShortDictionary {
  /** Of the checks, in the order of the audits. */
  readonly ids: readonly string[]
  readonly words: AuditWords
  /** What the audits are compressed with. */
  readonly example: Buffer
}

/** What it begins with, and no audit does. */
const MARK = 1
const LINE_FEED = 10

let ownTable: Buffer | null = null

/** Its beginning: what this version says of checks. */
function tableOfWords(): Buffer {
  ownTable ??= Buffer.concat([
    Buffer.of(MARK),
    Buffer.from(JSON.stringify(saidOfChecks())),
    Buffer.of(LINE_FEED),
  ])
  return ownTable
}

export const shortDictionary = (example: Buffer): Buffer => Buffer.concat([tableOfWords(), example])

/** Whether a dictionary is one of short audits, and says of checks what this version does. */
export const hasOwnWords = (dictionary: Buffer): boolean =>
  dictionary.subarray(0, tableOfWords().length).equals(tableOfWords())

/** Each once, for all pages of a request. */
const known = new WeakMap<Buffer, ShortDictionary>()

/** @param dictionary as `shortDictionary` makes it, in any version */
export function readShortDictionary(dictionary: Buffer): ShortDictionary {
  const read = known.get(dictionary) ?? parse(dictionary)
  known.set(dictionary, read)
  return read
}

function parse(dictionary: Buffer): ShortDictionary {
  const end = dictionary.indexOf(LINE_FEED)
  const said = JSON.parse(dictionary.toString('utf8', 1, end)) as SaidOfCheck[]
  return {
    ids: said.map(([id]) => id),
    words: hasOwnWords(dictionary) ? ownAuditWords() : auditWords(said),
    example: dictionary.subarray(end + 1),
  }
}
