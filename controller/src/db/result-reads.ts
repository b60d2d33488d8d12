import type { Queryable } from './pool.ts'
import type { CountedSegment, ResultFilter } from './result-counts.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { kept, sql } from './sql.ts'

/** A stored result as a reader sees it. */
export interface StoredResultRow {
  readonly checkedAt: Date
  readonly scheduledAt: Date
  readonly region: string
  readonly attempt: number
  readonly confirmation: boolean
  readonly late: boolean
  readonly counted: boolean
  readonly status: string
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
  readonly failureSource: string | null
  readonly phase: string | null
  readonly cause: string | null
  readonly error: string | null
  readonly ip: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

// Each span by itself, which "offset 0" sees to: joined, every day that the spans lie in was read whole (50
// failures of one region in 44 quarters took 29 ms of the database's time in place of 3). The slots are
// bounded by values too, as in rollup-reads.ts.
const read = sql<StoredResultRow>`
  select c.checked_at as "checkedAt", c.scheduled_at as "scheduledAt", c.region, c.attempt,
    c.confirmation, c.late, c.uncounted is null as counted, c.status, c.status_code as "statusCode", c.response_ms as "responseMs",
    c.dns_ms as "dnsMs", c.connect_ms as "connectMs", c.tls_ms as "tlsMs",
    c.first_byte_ms as "firstByteMs", c.download_ms as "downloadMs",
    c.failure_source as "failureSource", c.phase, c.cause, c.error, c.ip, c.details
  from unnest($2::timestamptz[], $3::timestamptz[]) as span (from_at, to_at)
  cross join lateral (
    select * from check_results r
    where r.monitor_id = $1
      and r.checked_at >= span.from_at and r.checked_at < span.to_at
      and r.scheduled_at >= span.from_at - interval '2 minutes'
      and r.scheduled_at < span.to_at + interval '2 minutes'
      and r.scheduled_at >= $4 and r.scheduled_at < $5
      and ($6::text is null or r.region = $6)
      and ($7::text[] is null or r.status = any($7))
    offset 0
  ) c
  order by c.checked_at desc, c.scheduled_at desc, c.attempt desc, c.region
  limit $8 offset $9`

/** Results of checks that began in some spans, newest first: so many of them after so many.
 *  @param spans the newest first, none over another */
export async function readResults(
  db: Queryable,
  { monitorId, region, statuses }: ResultFilter,
  spans: readonly CountedSegment[],
  page: { limit: number; offset: number },
): Promise<StoredResultRow[]> {
  const newest = spans[0]
  const oldest = spans.at(-1)
  if (newest === undefined || oldest === undefined) return []
  const { rows } = await db.query(read, [
    monitorId,
    spans.map((span) => span.from),
    spans.map((span) => span.to),
    new Date(oldest.from.getTime() - SLOT_MARGIN_MS),
    new Date(newest.to.getTime() + SLOT_MARGIN_MS),
    region,
    statuses,
    page.limit,
    page.offset,
  ])
  return rows
}

const findMonitor = kept(sql<{ id: number }>`
  select id from monitors where workspace_id = $1 and public_id = $2`)

/** @returns the number of a workspace's monitor, null when it has no such */
export async function findMonitorNumber(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<number | null> {
  const { rows } = await db.query(findMonitor, [workspaceId, publicId])
  return rows[0]?.id ?? null
}
