import { booleanArray, numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** One check result as it is stored. Times are UNIX ms, durations ms. */
export interface ResultRow {
  readonly monitorId: number
  readonly region: string
  readonly scheduledAtMs: number
  readonly attempt: number
  readonly confirmation: boolean
  readonly late: boolean
  readonly checkedAtMs: number
  readonly durationMs: number
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
  readonly status: string
  readonly failureSource: string | null
  readonly phase: string | null
  readonly cause: string | null
  readonly error: string | null
  readonly ip: string | null
  /** JSON text of an object. */
  readonly details: string | null
}

/** A result that was stored just now and may change its monitor's status. */
interface NotableResult {
  readonly monitorId: number
  readonly region: string
  readonly scheduledAtMs: number
  readonly attempt: number
}

const insert = sql<NotableResult>`
  with stored as (
    insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
      duration_ms, status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms,
      status, failure_source, phase, cause, error, ip, details)
    select r.monitor_id, to_timestamp(r.scheduled_ms / 1000), r.region, r.attempt, r.confirmation, r.late,
      to_timestamp(r.checked_ms / 1000), r.duration_ms, r.status_code, r.response_ms, r.dns_ms, r.connect_ms,
      r.tls_ms, r.first_byte_ms, r.download_ms, r.status, r.failure_source, r.phase, r.cause, r.error, r.ip,
      r.details
    from unnest($1::integer[], $2::float8[], $3::text[], $4::smallint[], $5::boolean[], $6::boolean[],
      $7::float8[], $8::integer[], $9::smallint[], $10::real[], $11::real[], $12::real[], $13::real[],
      $14::real[], $15::real[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],
      $22::jsonb[])
      as r(monitor_id, scheduled_ms, region, attempt, confirmation, late, checked_ms, duration_ms,
        status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status,
        failure_source, phase, cause, error, ip, details)
    join monitors m on m.id = r.monitor_id and r.region = any(m.regions)
    on conflict do nothing
    returning monitor_id, scheduled_at, region, attempt, status
  )
  select s.monitor_id as "monitorId", s.region, s.attempt,
    extract(epoch from s.scheduled_at)::float8 * 1000 as "scheduledAtMs"
  from stored s
  join monitor_states on monitor_states.monitor_id = s.monitor_id
  where s.status <> 'up' or not monitor_states.steady`

/** Stores results. Those already there, and those of monitors that are gone or no longer name the
 *  region, are passed over.
 *  @param rows at least one, each key at most once, in the order of their keys, so that controllers
 *    that store the same rows at once wait for each other instead of locking up
 *  @returns the newly stored ones that the decision rule has to see */
export async function insertResults(
  db: Queryable,
  rows: readonly ResultRow[],
): Promise<NotableResult[]> {
  const result = await db.query(insert, [
    numberArray(rows.map((row) => row.monitorId)),
    numberArray(rows.map((row) => row.scheduledAtMs)),
    textArray(rows.map((row) => row.region)),
    numberArray(rows.map((row) => row.attempt)),
    booleanArray(rows.map((row) => row.confirmation)),
    booleanArray(rows.map((row) => row.late)),
    numberArray(rows.map((row) => row.checkedAtMs)),
    numberArray(rows.map((row) => row.durationMs)),
    numberArray(rows.map((row) => row.statusCode)),
    numberArray(rows.map((row) => row.responseMs)),
    numberArray(rows.map((row) => row.dnsMs)),
    numberArray(rows.map((row) => row.connectMs)),
    numberArray(rows.map((row) => row.tlsMs)),
    numberArray(rows.map((row) => row.firstByteMs)),
    numberArray(rows.map((row) => row.downloadMs)),
    textArray(rows.map((row) => row.status)),
    textArray(rows.map((row) => row.failureSource)),
    textArray(rows.map((row) => row.phase)),
    textArray(rows.map((row) => row.cause)),
    textArray(rows.map((row) => row.error)),
    textArray(rows.map((row) => row.ip)),
    textArray(rows.map((row) => row.details)),
  ])
  return result.rows
}

const upsertLatest = sql<never>`
  insert into region_states as s (monitor_id, region, scheduled_at, checked_at, status, status_code,
    response_ms, error, cause, tls_expires_at)
  select r.monitor_id, r.region, to_timestamp(r.scheduled_ms / 1000), to_timestamp(r.checked_ms / 1000),
    r.status, r.status_code, r.response_ms, r.error, r.cause, to_timestamp(r.tls_expires_ms / 1000)
  from unnest($1::integer[], $2::text[], $3::float8[], $4::float8[], $5::text[], $6::smallint[], $7::real[],
    $8::text[], $9::text[], $10::float8[])
    as r(monitor_id, region, scheduled_ms, checked_ms, status, status_code, response_ms, error, cause,
      tls_expires_ms)
  join monitors m on m.id = r.monitor_id and r.region = any(m.regions)
  on conflict (monitor_id, region) do update set
    scheduled_at = excluded.scheduled_at, checked_at = excluded.checked_at, status = excluded.status,
    status_code = excluded.status_code, response_ms = excluded.response_ms, error = excluded.error,
    cause = excluded.cause, tls_expires_at = coalesce(excluded.tls_expires_at, s.tls_expires_at)
  where excluded.checked_at > s.checked_at`

/** A result as the latest one of its (monitor, region). */
export interface LatestRow extends ResultRow {
  /** When the certificate seen expires, UNIX ms; null when none was seen. */
  readonly tlsExpiresAtMs: number | null
}

/** Keeps the latest result of each (monitor, region).
 *  @param rows one for each (monitor, region), in the order of those */
export async function upsertRegionStates(db: Queryable, rows: readonly LatestRow[]): Promise<void> {
  await db.query(upsertLatest, [
    numberArray(rows.map((row) => row.monitorId)),
    textArray(rows.map((row) => row.region)),
    numberArray(rows.map((row) => row.scheduledAtMs)),
    numberArray(rows.map((row) => row.checkedAtMs)),
    textArray(rows.map((row) => row.status)),
    numberArray(rows.map((row) => row.statusCode)),
    numberArray(rows.map((row) => row.responseMs)),
    textArray(rows.map((row) => row.error)),
    textArray(rows.map((row) => row.cause)),
    numberArray(rows.map((row) => row.tlsExpiresAtMs)),
  ])
}
