import type { Queryable } from './pool.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import { sql } from './sql.ts'

/** A stored check as a diagnosis reads it. Times are UNIX ms, durations ms. */
export interface DiagnosisCheckRow {
  readonly region: string
  readonly atMs: number
  readonly status: string
  readonly cause: string | null
  readonly phase: string | null
  readonly error: string | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly ip: string | null
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
  readonly details: Readonly<Record<string, unknown>> | null
}

const votes = sql<DiagnosisCheckRow>`
  select distinct on (region) region, extract(epoch from checked_at)::float8 * 1000 as "atMs", status,
    cause, phase, error, status_code as "statusCode",
    response_ms as "responseMs", ip, dns_ms as "dnsMs", connect_ms as "connectMs", tls_ms as "tlsMs",
    first_byte_ms as "firstByteMs", download_ms as "downloadMs", details
  from check_results
  where monitor_id = $1 and not late and uncounted is null
    and checked_at >= to_timestamp($2::float8 / 1000) and checked_at <= to_timestamp($3::float8 / 1000)
    and scheduled_at >= to_timestamp($4::float8 / 1000) and scheduled_at <= to_timestamp($5::float8 / 1000)
  order by region, status = 'unknown', checked_at desc`

/** The latest check of each region that began in a span; one that says nothing about the target only
 *  where no other does. */
export async function readVotes(
  db: Queryable,
  query: { monitorId: number; fromMs: number; toMs: number },
): Promise<DiagnosisCheckRow[]> {
  const { monitorId, fromMs, toMs } = query
  const slots = [fromMs - SLOT_MARGIN_MS, toMs + SLOT_MARGIN_MS]
  return (await db.query(votes, [monitorId, fromMs, toMs, ...slots])).rows
}

const firstFailure = sql<DiagnosisCheckRow>`
  select region, extract(epoch from checked_at)::float8 * 1000 as "atMs", status,
    cause, phase, error, status_code as "statusCode",
    response_ms as "responseMs", ip, dns_ms as "dnsMs", connect_ms as "connectMs", tls_ms as "tlsMs",
    first_byte_ms as "firstByteMs", download_ms as "downloadMs", details
  from check_results
  where monitor_id = $1 and not late and uncounted is null and status = 'down'
    and checked_at >= to_timestamp($2::float8 / 1000) and checked_at <= to_timestamp($3::float8 / 1000)
    and scheduled_at >= to_timestamp($4::float8 / 1000) and scheduled_at <= to_timestamp($5::float8 / 1000)
  order by checked_at, region limit 1`

/** The failing check that began first in a span; null when none is kept. */
export async function readFirstFailure(
  db: Queryable,
  query: { monitorId: number; fromMs: number; toMs: number },
): Promise<DiagnosisCheckRow | null> {
  const { monitorId, fromMs, toMs } = query
  const slots = [fromMs - SLOT_MARGIN_MS, toMs + SLOT_MARGIN_MS]
  return (await db.query(firstFailure, [monitorId, fromMs, toMs, ...slots])).rows[0] ?? null
}

const lastGood = sql<DiagnosisCheckRow>`
  select good.*
  from unnest($2::text[]) as asked (region)
  cross join lateral (
    select region, extract(epoch from checked_at)::float8 * 1000 as "atMs", status,
      cause, phase, error, status_code as "statusCode",
      response_ms as "responseMs", ip, dns_ms as "dnsMs", connect_ms as "connectMs", tls_ms as "tlsMs",
      first_byte_ms as "firstByteMs", download_ms as "downloadMs", details
    from check_results
    where monitor_id = $1 and region = asked.region and status in ('up', 'degraded')
      and checked_at < to_timestamp($4::float8 / 1000)
      and scheduled_at >= to_timestamp($3::float8 / 1000)
      and scheduled_at < to_timestamp($5::float8 / 1000)
    order by scheduled_at desc, attempt desc limit 1
  ) good
  order by good.region`

/** The last good check of each region before an instant. */
export async function readLastGood(
  db: Queryable,
  query: { monitorId: number; regions: readonly string[]; fromMs: number; beforeMs: number },
): Promise<DiagnosisCheckRow[]> {
  const { monitorId, regions, fromMs, beforeMs } = query
  const slotsBefore = beforeMs + SLOT_MARGIN_MS
  return (await db.query(lastGood, [monitorId, regions, fromMs, beforeMs, slotsBefore])).rows
}

/** 95th percentiles of the phases of good checks. */
export interface UsualTimesRow {
  readonly region: string
  readonly checks: number
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
}

/** A week of checks by the minute from two regions; more say the same. */
const MAX_USUAL_CHECKS = 20_000

const usual = sql<UsualTimesRow>`
  select region, count(*) as checks,
    percentile_cont(0.95) within group (order by dns_ms) as "dnsMs",
    percentile_cont(0.95) within group (order by connect_ms) as "connectMs",
    percentile_cont(0.95) within group (order by tls_ms) as "tlsMs",
    percentile_cont(0.95) within group (order by first_byte_ms) as "firstByteMs",
    percentile_cont(0.95) within group (order by download_ms) as "downloadMs"
  from (
    select region, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms
    from check_results
    where monitor_id = $1 and status = 'up' and region = any($2)
      and scheduled_at >= to_timestamp($3::float8 / 1000)
      and scheduled_at < to_timestamp($4::float8 / 1000)
    order by scheduled_at desc limit $5
  ) recent
  group by region order by region`

/** What 95 of 100 good checks of each region did not exceed, of the latest in a span. */
export async function readUsualTimes(
  db: Queryable,
  query: { monitorId: number; regions: readonly string[]; fromMs: number; beforeMs: number },
): Promise<UsualTimesRow[]> {
  const { monitorId, regions, fromMs, beforeMs } = query
  return (await db.query(usual, [monitorId, regions, fromMs, beforeMs, MAX_USUAL_CHECKS])).rows
}

/** How the live agents of a region are. */
export interface AgentStateRow {
  readonly region: string
  readonly selfTestError: string | null
  readonly isQuarantined: boolean
}

const agentStates = sql<AgentStateRow>`
  select region,
    case when bool_or(self_test_passed) then null
      else coalesce(min(self_test_error), 'failed') end as "selfTestError",
    bool_and(quarantined_at is not null) as "isQuarantined"
  from agents
  where region = any($1) and left_at is null and last_seen_at > now() - $2 * interval '1 ms'
  group by region order by region`

/** @param lostAfterMs silence that makes an agent lost */
export async function readAgentStates(
  db: Queryable,
  regions: readonly string[],
  lostAfterMs: number,
): Promise<AgentStateRow[]> {
  return (await db.query(agentStates, [regions, lostAfterMs])).rows
}

// Along the timeline, no further than the first: one that never comes to rest has hundreds of thousands a year.
const passed = sql<{ ever: boolean; since: boolean }>`
  select (
      select true from state_changes
      where monitor_id = $1 and status in ('up', 'degraded') and at < to_timestamp($3::float8 / 1000)
      order by at limit 1
    ) is not null as ever, (
      select true from state_changes
      where monitor_id = $1 and status in ('up', 'degraded') and at < to_timestamp($3::float8 / 1000)
        and at >= to_timestamp($2::float8 / 1000)
      order by at limit 1
    ) is not null as since`

/** Whether a monitor was ever up before an instant, and whether it became so after another one. */
export async function readPassed(
  db: Queryable,
  query: { monitorId: number; sinceMs: number; beforeMs: number },
): Promise<{ ever: boolean; since: boolean }> {
  const { rows } = await db.query(passed, [query.monitorId, query.sinceMs, query.beforeMs])
  return rows[0] ?? { ever: false, since: false }
}
