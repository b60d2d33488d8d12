import type { CrawlRecord } from '@sightline/shared/crawl/work'
import { printable } from '../outcome/printable.ts'
import type { HostSign } from './host-signs.ts'

const MAX_TYPE = 199
const MAX_ERROR = 999

/** What came of an address. */
export interface AddressRecord {
  /** A line of JSON, with its end. */
  readonly line: Uint8Array
  /** What it says of the host. */
  readonly sign: HostSign
}

/** What is known of an address without a page to read. */
export type PlainRecord = Pick<CrawlRecord, 'outcome'> &
  Partial<
    Pick<CrawlRecord, 'statusCode' | 'contentType' | 'ms' | 'bytes' | 'retryAfterMs' | 'error'>
  >

function signOf({ outcome, statusCode = null, retryAfterMs = null }: PlainRecord): HostSign {
  if (outcome !== 'again') return 'answered'
  return statusCode === 429 || retryAfterMs !== null ? 'rest' : 'refused'
}

/** The record of an address without a page to read. */
export function plainRecord(id: number, known: PlainRecord): AddressRecord {
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
  const line = new TextEncoder().encode(`${JSON.stringify(record)}\n`)
  return { line, sign: signOf(known) }
}
