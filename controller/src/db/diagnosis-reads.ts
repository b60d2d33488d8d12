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

/** Another monitor of the workspace with an open outage. */
export interface NeighbourRow {
  readonly publicId: string
  readonly name: string
  readonly host: string
  readonly ip: string | null
  /** What its outage is called, which an analysis may have changed. */
  readonly cause: string
  /** What its failing checks told until the outage was confirmed, the latest of each region. */
  readonly ownCauses: readonly string[]
  readonly startedAtMs: number
  readonly isParent: boolean
}

const neighbours = sql<NeighbourOutage>`
  select near.public_id as "publicId", near.name, near.host, near.cause,
    extract(epoch from near.started_at)::float8 * 1000 as "startedAtMs", near."isParent",
    near.id, extract(epoch from near.confirmed_at)::float8 * 1000 as "confirmedAtMs",
    (select r.ip from check_results r
      where r.monitor_id = near.id and r.ip is not null
        and r.scheduled_at >= to_timestamp($4::float8 / 1000)
        and r.scheduled_at < to_timestamp($5::float8 / 1000)
      order by r.scheduled_at desc limit 1) as ip
  from (
    select m.id, m.public_id, m.name, m.host, o.cause, o.started_at, o.confirmed_at,
      m.public_id = any($3::text[]) as "isParent"
    from outages o join monitors m on m.id = o.monitor_id
    where o.ended_at is null and o.scope = 'global' and m.workspace_id = $1 and m.id <> $2
      and o.started_at <= to_timestamp($5::float8 / 1000)
      and (m.public_id = any($3::text[]) or o.started_at >= to_timestamp($4::float8 / 1000))
    order by "isParent" desc, o.started_at desc, m.id limit 50
  ) near
  order by near."isParent" desc, near.started_at desc, near.id`

/** A neighbour before its results were looked at. */
interface NeighbourOutage extends Omit<NeighbourRow, 'ownCauses'> {
  readonly id: number
  readonly confirmedAtMs: number
}

// The span of all of them as values: the plan then knows which days of results are asked for. One monitor after the
// other: all at once, the results of everybody's hour were read to find those of fifty.
const ownCauses = sql<{ id: number; causes: string[] }>`
  select told.id, array_agg(told.cause order by told.region) as causes
  from (
    select near.id, last.region, last.cause
    from unnest($1::integer[], $2::float8[], $3::float8[]) as near(id, started_ms, confirmed_ms)
    cross join lateral (
      select distinct on (r.region) r.region, r.cause
      from check_results r
      where r.monitor_id = near.id
        and r.status = 'down' and r.cause is not null and not r.late and r.uncounted is null
        and r.checked_at >= to_timestamp(near.started_ms / 1000)
        and r.checked_at <= to_timestamp(near.confirmed_ms / 1000)
        and r.scheduled_at >= to_timestamp($4::float8 / 1000)
        and r.scheduled_at <= to_timestamp($5::float8 / 1000)
      order by r.region, r.checked_at desc
    ) last
  ) told
  group by told.id`

async function readOwnCauses(
  db: Queryable,
  near: readonly NeighbourOutage[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (near.length === 0) return new Map()
  const started = near.map(({ startedAtMs }) => startedAtMs)
  const confirmed = near.map(({ confirmedAtMs }) => confirmedAtMs)
  const { rows } = await db.query(ownCauses, [
    near.map(({ id }) => id),
    started,
    confirmed,
    Math.min(...started) - SLOT_MARGIN_MS,
    Math.max(...confirmed) + SLOT_MARGIN_MS,
  ])
  return new Map(rows.map(({ id, causes }) => [id, causes]))
}

/** Monitors of a workspace that are down since about the same time, and those a monitor depends on that
 *  were down by then. Only open outages are looked at: they have an index of their own. */
export async function readNeighbours(
  db: Queryable,
  query: {
    workspaceId: number
    monitorId: number
    parents: readonly string[]
    fromMs: number
    toMs: number
  },
): Promise<NeighbourRow[]> {
  const { workspaceId, monitorId, parents, fromMs, toMs } = query
  const { rows } = await db.query(neighbours, [workspaceId, monitorId, parents, fromMs, toMs])
  const causes = await readOwnCauses(db, rows)
  return rows.map((row) => ({ ...row, ownCauses: causes.get(row.id) ?? [] }))
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

/** A host that fails from a region and passes elsewhere. */
export interface UnrelatedHostRow {
  readonly region: string
  readonly host: string
  /** Why it fails; null where that is not known. */
  readonly cause: string | null
}

const unrelated = sql<UnrelatedHostRow>`
  with bad_hosts as (
    select distinct bad.region, m.host, bad.cause
    from monitor_states s
    join monitors m on m.id = s.monitor_id
    join region_states bad on bad.monitor_id = m.id and bad.region = any($3)
    where not s.steady and m.workspace_id = $1 and m.host <> $2
      and bad.status in ('down', 'unknown') and bad.checked_at >= to_timestamp($4::float8 / 1000)
      and exists (
        select from region_states good
        where good.monitor_id = m.id and good.region <> all($3) and good.status in ('up', 'degraded')
          and good.checked_at >= to_timestamp($4::float8 / 1000))
  ), numbered as (
    select *, row_number() over (partition by region order by host, cause) as place from bad_hosts
  )
  select region, host, cause from numbered where place <= 100 order by region, host, cause`

/** Hosts of the workspace's other monitors that these regions fail and others pass, both lately. Only
 *  monitors about which something is the matter are looked at: they have an index of their own; 100 of each
 *  region, so that none of them is left out. */
export async function readUnrelatedHosts(
  db: Queryable,
  query: { workspaceId: number; host: string; regions: readonly string[]; sinceMs: number },
): Promise<UnrelatedHostRow[]> {
  const { workspaceId, host, regions, sinceMs } = query
  return (await db.query(unrelated, [workspaceId, host, regions, sinceMs])).rows
}

const passed = sql<{ ever: boolean; since: boolean }>`
  select count(*) > 0 as ever,
    count(*) filter (where at >= to_timestamp($2::float8 / 1000)) > 0 as since
  from state_changes
  where monitor_id = $1 and status in ('up', 'degraded') and at < to_timestamp($3::float8 / 1000)`

/** Whether a monitor was ever up before an instant, and whether it became so after another one. */
export async function readPassed(
  db: Queryable,
  query: { monitorId: number; sinceMs: number; beforeMs: number },
): Promise<{ ever: boolean; since: boolean }> {
  const { rows } = await db.query(passed, [query.monitorId, query.sinceMs, query.beforeMs])
  return rows[0] ?? { ever: false, since: false }
}
