import type { CrawlRecord } from '@sightline/shared/crawl/work'
import { printable } from '../outcome/printable.ts'

const MAX_TYPE = 199
const MAX_ERROR = 999

/** What is known of an address without a page to read. */
export type PlainRecord = Pick<CrawlRecord, 'outcome'> &
  Partial<
    Pick<CrawlRecord, 'statusCode' | 'contentType' | 'ms' | 'bytes' | 'retryAfterMs' | 'error'>
  >

/** The record of an address without a page to read, a line of JSON. */
export function plainRecord(id: number, known: PlainRecord): Uint8Array {
  const { contentType = null, error = null } = known
  const record: CrawlRecord = {
    statusCode: null,
    ms: null,
    bytes: 0,
    retryAfterMs: null,
    audit: null,
    facts: null,
    links: [],
    ...known,
    id,
    contentType: contentType === null ? null : printable(contentType, MAX_TYPE),
    error: error === null ? null : printable(error, MAX_ERROR),
  }
  return new TextEncoder().encode(`${JSON.stringify(record)}\n`)
}
