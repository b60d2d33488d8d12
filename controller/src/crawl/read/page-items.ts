import { setImmediate as pause } from 'node:timers/promises'
import type { CrawlJobRow } from '../../db/crawl-job-reads.ts'
import type { CrawlPageRow } from '../../db/crawl-page-reads.ts'
import { findPlaceAfter, readPageRows } from '../../db/crawl-page-reads.ts'
import type { Queryable } from '../../db/pool.ts'
import { unpackAudit, unpackStored } from '../pack.ts'
import { auditOf, issuesOf } from './stored-audit.ts'
import { inParts } from './keyset.ts'

/** Rows read at once: some 700 kB with their audits. */
const AT_ONCE = 200
/** Audits unpacked, 0.1 ms and 30 kB each, before others have their turn. */
const UNPACKED_AT_ONCE = 25

/** What is asked of a crawl's pages. */
export interface PagesQuery {
  readonly limit: number
  readonly offset: number
  /** With the audit of each. */
  readonly isFull: boolean
}

/** Items of a crawl in its order as JSON, some at a time. An audit is given as it was stored: to parse and write it
 *  again would take as long as all else.
 *  Source: contract, "Crawl page item" */
export async function* readPageItems(
  db: Queryable,
  job: CrawlJobRow,
  { limit, offset, isFull }: PagesQuery,
): AsyncGenerator<readonly string[]> {
  const { dictionary } = job
  const first = offset === 0 ? 0 : await findPlaceAfter(db, job.id, offset)
  if (first === null || dictionary === null) return
  const read = (after: number, count: number) => readPageRows(db, job.id, after, count)
  for await (const rows of inParts(read, { after: first - 1, most: limit, atOnce: AT_ONCE })) {
    for (let at = 0; at < rows.length; at += UNPACKED_AT_ONCE) {
      const some = rows.slice(at, at + UNPACKED_AT_ONCE)
      yield some.map((row) => itemOf(row, { ...job, dictionary }, isFull))
      await pause()
    }
  }
}

function itemOf(
  row: CrawlPageRow,
  { dictionary, region }: { readonly dictionary: Buffer; readonly region: string },
  isFull: boolean,
): string {
  const { seq: _, audit: packed, ...fields } = row
  const stored = isFull ? unpackAudit(packed, dictionary) : unpackStored(packed, dictionary)
  const item = JSON.stringify(fields)
  const audit = isFull ? `,"audit":${auditOf(stored, region)}` : ''
  return `${item.slice(0, -1)},"issues":${issuesOf(stored)}${audit}}`
}
