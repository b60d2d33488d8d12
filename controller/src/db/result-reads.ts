import type { Queryable } from './pool.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { sql } from './sql.ts'

/** A stored result as a reader sees it. */
export interface StoredResultRow {
  readonly checkedAt: Date
  readonly scheduledAt: Date
  readonly region: string
  readonly attempt: number
  readonly confirmation: boolean
  readonly late: boolean
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

/** What of a monitor's results is asked for; null is no filter. */
export interface ResultQuery {
  readonly monitorId: number
  readonly from: Date
  readonly to: Date
  readonly region: string | null
  readonly statuses: readonly string[] | null
}

function slotBounds({ from, to }: ResultQuery): [Date, Date] {
  return [new Date(from.getTime() - SLOT_MARGIN_MS), new Date(to.getTime() + SLOT_MARGIN_MS)]
}

const count = sql<{ total: number }>`
  select count(*) as total from check_results
  where monitor_id = $1 and checked_at >= $2 and checked_at < $3
    and ($4::text is null or region = $4)
    and ($5::text[] is null or status = any($5))
    and scheduled_at >= $6 and scheduled_at < $7`

const read = sql<StoredResultRow>`
  select checked_at as "checkedAt", scheduled_at as "scheduledAt", region, attempt, confirmation, late,
    status, status_code as "statusCode", response_ms as "responseMs", dns_ms as "dnsMs",
    connect_ms as "connectMs", tls_ms as "tlsMs", first_byte_ms as "firstByteMs",
    download_ms as "downloadMs", failure_source as "failureSource", phase, cause, error, ip, details
  from check_results
  where monitor_id = $1 and checked_at >= $2 and checked_at < $3
    and scheduled_at >= $8 and scheduled_at < $9
    and ($4::text is null or region = $4)
    and ($5::text[] is null or status = any($5))
  order by checked_at desc, scheduled_at desc, attempt desc, region
  limit $6 offset $7`

/** Results whose check began in [from, to). */
export async function countResults(db: Queryable, query: ResultQuery): Promise<number> {
  const { rows } = await db.query(count, [
    query.monitorId,
    query.from,
    query.to,
    query.region,
    query.statuses,
    ...slotBounds(query),
  ])
  return rows[0]?.total ?? 0
}

/** One page of them, newest first. */
export async function readResults(
  db: Queryable,
  query: ResultQuery,
  page: { limit: number; offset: number },
): Promise<StoredResultRow[]> {
  const { rows } = await db.query(read, [
    query.monitorId,
    query.from,
    query.to,
    query.region,
    query.statuses,
    page.limit,
    page.offset,
    ...slotBounds(query),
  ])
  return rows
}

const findMonitor = sql<{ id: number }>`
  select id from monitors where workspace_id = $1 and public_id = $2`

/** @returns the number of a workspace's monitor, null when it has no such */
export async function findMonitorNumber(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<number | null> {
  const { rows } = await db.query(findMonitor, [workspaceId, publicId])
  return rows[0]?.id ?? null
}
