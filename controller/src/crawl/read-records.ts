import { setImmediate as pause } from 'node:timers/promises'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import { failedChecks } from '@sightline/shared/crawl/audit-json'
import type { ShortAudit } from '@sightline/shared/crawl/short-audit'
import { CrawlRecord } from '@sightline/shared/crawl/work'
import type { Packer } from './pack.ts'

/** Longest line that is read: a whole audit has 30 kB, links and facts of a page 400. */
const MAX_LINE_BYTES = 4 * 1024 * 1024
/** Checking and packing a record takes up to 1 ms: others have their turn between some of them. */
const IN_A_ROW = 5

/** The audit of a page as it is stored, and what is stored of it beside it. */
export interface ReadAudit extends Pick<
  AuditResult,
  'score' | 'grade' | 'title' | 'metaDescription' | 'h1' | 'wordCount' | 'internalLinks'
> {
  readonly packed: Buffer
  /** Ids of its checks that failed. */
  readonly failed: ReadonlySet<string>
}

/** A record with its audit. */
export interface ReadRecord {
  readonly record: Omit<CrawlRecord, 'audit' | 'shortAudit'>
  /** null without one. */
  readonly audit: ReadAudit | null
}

const NEWLINE = 10

/** NUL, which the database refuses, as JSON writes it, and halves of characters. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/** What is kept of an audit: the rest of it, some hundred objects, is gone before the next record is read. */
function readAudit(
  { score, grade, title, metaDescription, h1, wordCount, internalLinks }: AuditResult | ShortAudit,
  rest: Pick<ReadAudit, 'packed' | 'failed'>,
): ReadAudit {
  return { score, grade, title, metaDescription, h1, wordCount, internalLinks, ...rest }
}

function readShort(audit: ShortAudit, { packShort }: Packer): ReadAudit {
  const failed = new Set(failedChecks(audit))
  return readAudit(audit, { packed: packShort(audit), failed })
}

function readWhole(audit: AuditResult, { pack }: Packer): ReadAudit {
  const failed = Object.entries(audit.checks).flatMap(([id, { passed }]) =>
    passed === false ? [id] : [],
  )
  return readAudit(audit, { packed: pack(JSON.stringify(audit)), failed: new Set(failed) })
}

function readLine(line: Buffer, packer: Packer): ReadRecord | null {
  const text = line.toString('utf8')
  // Looked for first: with the expression alone it took 0.4 ms a page.
  if (text.includes('\\u') && UNSTORABLE.test(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = CrawlRecord.safeParse(value)
  if (!parsed.success) return null
  const { shortAudit, audit, ...record } = parsed.data
  if (shortAudit != null) return { record, audit: readShort(shortAudit, packer) }
  return { record, audit: audit === null ? null : readWhole(audit, packer) }
}

/** The records of a batch, a line of JSON each. What is none is left out: an agent may be wrong, or lie.
 *  @returns also how many lines were none */
export async function readRecords(
  bytes: Buffer,
  packer: Packer,
): Promise<{ records: ReadRecord[]; broken: number }> {
  const records: ReadRecord[] = []
  let broken = 0
  let at = 0
  for (let line = 1; at < bytes.length; line += 1) {
    const found = bytes.indexOf(NEWLINE, at)
    const end = found === -1 ? bytes.length : found
    const record = end - at > MAX_LINE_BYTES ? null : readLine(bytes.subarray(at, end), packer)
    if (record === null) broken += 1
    else records.push(record)
    at = end + 1
    if (line % IN_A_ROW === 0) await pause()
  }
  return { records, broken }
}
