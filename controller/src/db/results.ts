import { booleanArray, numberArray, textArray } from './array-literal.ts'
import { compositeArray } from './composite-array.ts'
import type { Queryable } from './pool.ts'
import { BEFORE_CHANGE_MS, LEARNT_AFTER_MS } from './settings-margin.ts'
import type { SqlPart } from './sql.ts'
import { kept, sql } from './sql.ts'

/** One check result as it is stored. Times are UNIX ms, durations ms. */
export interface ResultRow {
  readonly monitorId: number
  readonly region: string
  readonly scheduledAtMs: number
  readonly attempt: number
  readonly confirmation: boolean
  /** Its check ended so long before it arrived that it says nothing about now. */
  readonly late: boolean
  /** What its agent finds has a say (`mayVote`). */
  readonly counted: boolean
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

/** A result with what the latest state of its (monitor, region) keeps besides. */
export interface IncomingResult extends ResultRow {
  /** When it says nothing about now any more, UNIX ms; left out: never. */
  readonly lateFromMs?: number
  /** When the certificate seen expires, UNIX ms; null when none was seen. */
  readonly tlsExpiresAtMs: number | null
  /** The instant the check was asked for, UNIX ms; its slot unless it began long after. */
  readonly askedAtMs: number
  /** What the phases of its slots are made of: where each region has its own, and where they take turns. */
  readonly regionHash: number
  readonly monitorHash: number
  /** Of the settings it was checked by; 0: its agent does not say. */
  readonly generation: number
  /** Of the span of its check, which is recorded; left out: none is. */
  readonly traceparent?: string
}

/** What a result says of the latest state of its (monitor, region). */
export interface LatestMark {
  /** It is the newest of its (monitor, region) among those it is stored with. */
  readonly isLatest: boolean
  /** When the newest check among them that says something about the target began, UNIX ms; null when
   *  none does. */
  readonly countedAtMs: number | null
}

/** A result that was stored just now and may change its monitor's status. */
export interface NotableResult {
  readonly monitorId: number
  readonly region: string
  readonly scheduledAtMs: number
  readonly attempt: number
  /** Its monitor was up and unsuspected: what others passed at that moment was told to nobody. */
  readonly steady: boolean
}

/** How many rows were taken, and one of the notable results among them; of the latter nothing where
 *  there is none. */
type StoredRow = { readonly taken: number } & (
  | NotableResult
  | { readonly [K in keyof NotableResult]: null }
)

// A slot of a grid that the monitor has, or had as far as its agent may know (migration 029). Clocks are
// corrected past 2 s, and an agent with a new grid begins where its own clock is: hence the minute.
const IS_OWN_SLOT: SqlPart = {
  sqlPart: `((to_timestamp(r.scheduled_ms / 1000) >= m.grid_since - interval '1 minute'
      and case when m.check_mode = 'rotate'
        then is_turn(r.scheduled_ms::bigint, r.monitor_hash, m.interval_minutes * 60000::bigint, r.region,
          m.regions)
        else is_on_grid(r.scheduled_ms::bigint, r.region_hash, m.interval_minutes * 60000::bigint, 1) end)
    or was_slot(m.earlier_grids, m.created_at, m.grid_since, r.scheduled_ms::bigint, r.region, r.region_hash,
      r.monitor_hash))`,
}

// What a check found by other settings than the monitor has now has no say (verdicts/generation.ts).
const IS_OF_PRESENT_SETTINGS: SqlPart = {
  sqlPart: `r.generation in (0, m.generation) and (m.target_changed_at is null
      or to_timestamp(r.checked_ms / 1000) >= m.target_changed_at + case when r.generation > 0
        then interval '-${BEFORE_CHANGE_MS} ms' else interval '${LEARNT_AFTER_MS} ms' end)`,
}

/** How rows are put beside those that are there, and where those that were not there before are read from. */
interface Insertion {
  readonly onConflict: SqlPart
  readonly added: SqlPart
}

/** Results that are there already are passed over. Those stored are found by a table of them: as a join the planner, which
 *  expects ten results, compares each with each, 4 million times for 2,000. */
const CAREFUL: Insertion = {
  onConflict: {
    sqlPart: 'on conflict do nothing returning monitor_id, scheduled_at, region, attempt',
  },
  added: {
    sqlPart:
      '(select * from incoming where ((monitor_id, scheduled_at, region, attempt) in (table stored)) is true)',
  },
}

/** None of them is there: that a row might be costs it a look into the index and two records of the log more. */
const FRESH: Insertion = { onConflict: { sqlPart: '' }, added: { sqlPart: 'incoming' } }

// The fence comes first: it takes a lock, and none of the rows may wait for it. Results, stale quarters and latest
// states are written in an order, so that of two who write the same ones the first waits for nobody: a join gives
// any, by the plan of the moment, and two transactions with two plans locked each other up.
// One statement for results and latest states: the rows are read once and the monitors looked up
// once: 42 ms for 2,000 results where two statements took 50 ms.
// What may change a status is what the rule is told: results of now that have a say (`bearsOnStatus`). The
// state of each monitor is looked up: a join with the few that are unsteady costs 1 us a result less, but its plan is kept
// from when there are none, and once 10,000 were, 2,000 results took 1 to 3 s in place of 0.1.
const storing = ({ onConflict, added }: Insertion) =>
  kept(sql<StoredRow>`
  with fence as materialized (
    select closed_to() as closed_to
  ), incoming as materialized (
    select r.*, to_timestamp(r.scheduled_ms / 1000) as scheduled_at,
      to_timestamp(r.checked_ms / 1000) as checked_at, s.steady, r.region = any(m.regions) as is_own,
      r.counted and ${IS_OF_PRESENT_SETTINGS} as has_say
    from unnest($1::incoming_result[]) with ordinality as r
    join monitors m on m.id = r.monitor_id
    join monitor_states s on s.monitor_id = r.monitor_id
    cross join fence
    where (r.region = any(m.regions) or r.confirmation
      or (to_timestamp(r.scheduled_ms / 1000) < m.grid_since and exists (
        select from region_states was where was.monitor_id = r.monitor_id and was.region = r.region)))
      and case when r.confirmation then true
        when r.attempt = 0 then ${IS_OWN_SLOT}
        when r.attempt = 1 then was_run_at(m.run_at || m.earlier_runs, r.asked_ms)
        else true end
    order by r.ordinality
  ), stored as (
    insert into check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
      duration_ms, status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms,
      status, failure_source, phase, cause, error, ip, details, uncounted)
    select monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at, duration_ms,
      status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status,
      failure_source, phase, cause, error, ip, details, case when not has_say then true end
    from incoming
    ${onConflict}
  ), stale as (
    insert into stale_quarters (monitor_id, start_at)
    select distinct monitor_id, date_bin('15 minutes', checked_at, 'epoch') as start_at
    from ${added} as late_ones cross join fence
    where checked_at < fence.closed_to
    order by monitor_id, start_at
    on conflict do nothing
  ), latest as (
    insert into region_states as l (monitor_id, region, scheduled_at, checked_at, status, status_code,
      response_ms, error, cause, tls_expires_at, counted_at)
    select monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms, error, cause,
      to_timestamp(tls_expires_ms / 1000), to_timestamp(counted_ms / 1000)
    from incoming
    where is_latest and is_own
    order by monitor_id, region collate "C"
    on conflict (monitor_id, region) do update set
      scheduled_at = excluded.scheduled_at, checked_at = excluded.checked_at, status = excluded.status,
      status_code = excluded.status_code, response_ms = excluded.response_ms, error = excluded.error,
      cause = excluded.cause, tls_expires_at = coalesce(excluded.tls_expires_at, l.tls_expires_at),
      counted_at = greatest(excluded.counted_at, l.counted_at)
    where excluded.checked_at > l.checked_at
  )
  select all_of_them.taken, notable.*
  from (select count(*)::integer as taken from incoming) all_of_them
  left join (
    select monitor_id as "monitorId", region, attempt, steady, scheduled_ms as "scheduledAtMs"
    from ${added} as new_ones
    where counted and not late and (status <> 'up' or not steady)
  ) notable on true`)

const storeCarefully = storing(CAREFUL)
const storeFresh = storing(FRESH)

/** A result and what it says of the latest state. */
interface MarkedResult {
  readonly row: IncomingResult
  readonly mark: LatestMark
}

// In the order of the type's columns (migration 095).
const incomingResults = compositeArray<MarkedResult>('incoming_result', [
  { kind: 'integer', of: ({ row }) => row.monitorId },
  { kind: 'float8', of: ({ row }) => row.scheduledAtMs },
  { kind: 'text', of: ({ row }) => row.region },
  { kind: 'smallint', of: ({ row }) => row.attempt },
  { kind: 'boolean', of: ({ row }) => row.confirmation },
  { kind: 'boolean', of: ({ row }) => row.late },
  { kind: 'float8', of: ({ row }) => row.checkedAtMs },
  { kind: 'integer', of: ({ row }) => row.durationMs },
  { kind: 'smallint', of: ({ row }) => row.statusCode },
  { kind: 'real', of: ({ row }) => row.responseMs },
  { kind: 'real', of: ({ row }) => row.dnsMs },
  { kind: 'real', of: ({ row }) => row.connectMs },
  { kind: 'real', of: ({ row }) => row.tlsMs },
  { kind: 'real', of: ({ row }) => row.firstByteMs },
  { kind: 'real', of: ({ row }) => row.downloadMs },
  { kind: 'text', of: ({ row }) => row.status },
  { kind: 'text', of: ({ row }) => row.failureSource },
  { kind: 'text', of: ({ row }) => row.phase },
  { kind: 'text', of: ({ row }) => row.cause },
  { kind: 'text', of: ({ row }) => row.error },
  { kind: 'text', of: ({ row }) => row.ip },
  { kind: 'jsonb', of: ({ row }) => row.details },
  { kind: 'float8', of: ({ row }) => row.tlsExpiresAtMs },
  { kind: 'boolean', of: ({ mark }) => mark.isLatest },
  { kind: 'float8', of: ({ mark }) => mark.countedAtMs },
  { kind: 'float8', of: ({ row }) => row.askedAtMs },
  { kind: 'bigint', of: ({ row }) => row.regionHash },
  { kind: 'bigint', of: ({ row }) => row.monitorHash },
  { kind: 'boolean', of: ({ row }) => row.counted },
  { kind: 'integer', of: ({ row }) => row.generation },
])

/** Stores results and, where they are the newest, as the latest state of their (monitor, region). Those
 *  of a quarter of an hour that is already rolled up mark it as stale.
 *  Results already there, those of monitors that are gone or never named the region, those of the grid that
 *  lie on none of the monitor's, and first checks at instants at which nobody asked for one are passed over.
 *  Regions a monitor does not name may confirm, and where it named them before fill the time before its grid
 *  changed.
 *  @param rows at least one, each key at most once, in the order of their keys, so that controllers
 *    that store the same rows at once wait for each other instead of locking up
 *  @param latest one for each row: exactly one of each (monitor, region) is the newest
 *  @param options.areFresh nobody stored any of them before, as far as one can know
 *  @returns the newly stored ones that the decision rule has to see, and how many were not passed over,
 *    those already there among them
 *  @throws what `isStoredBefore` knows when fresh ones are there after all */
export async function storeResults(
  db: Queryable,
  rows: readonly IncomingResult[],
  latest: readonly LatestMark[],
  { areFresh = false }: { areFresh?: boolean } = {},
): Promise<{ notable: NotableResult[]; taken: number }> {
  const marked = rows.map((row, index) => ({ row, mark: latest[index] ?? NO_MARK }))
  const result = await db.query(areFresh ? storeFresh : storeCarefully, [incomingResults(marked)])
  return {
    notable: result.rows.filter((row) => row.monitorId !== null),
    taken: result.rows[0]?.taken ?? 0,
  }
}

const NO_MARK: LatestMark = { isLatest: false, countedAtMs: null }

/** Results of a region that nobody asked it for. */
export interface UnaskedRow {
  readonly region: string
  /** Its monitors do not name the region, have no slot at that instant, or nobody asked for a first check
   *  then. */
  readonly why: 'elsewhere' | 'noSlot' | 'noFirstCheck'
  readonly count: number
}

const unasked = sql<UnaskedRow>`
  select judged.region, judged.why, count(*)::integer as count
  from unnest($1::integer[], $2::text[], $3::boolean[], $4::float8[], $5::smallint[],
    $6::float8[], $7::bigint[], $8::bigint[])
    as r(monitor_id, region, confirmation, scheduled_ms, attempt, asked_ms, region_hash, monitor_hash)
  join monitors m on m.id = r.monitor_id
  cross join lateral (
    select r.region, case
      when not r.region = any(m.regions)
        and not (to_timestamp(r.scheduled_ms / 1000) < m.grid_since and exists (
          select from region_states was where was.monitor_id = r.monitor_id and was.region = r.region))
        then 'elsewhere'
      when r.attempt = 0 and not ${IS_OWN_SLOT} then 'noSlot'
      when r.attempt = 1 and not was_run_at(m.run_at || m.earlier_runs, r.asked_ms)
        then 'noFirstCheck'
    end as why
  ) judged
  where not r.confirmation and judged.why is not null
  group by judged.region, judged.why`

/** How many of these results of monitors that are there `storeResults` passes over, and why. */
export async function countUnasked(
  db: Queryable,
  rows: readonly IncomingResult[],
): Promise<UnaskedRow[]> {
  const result = await db.query(unasked, [
    numberArray(rows.map((row) => row.monitorId)),
    textArray(rows.map((row) => row.region)),
    booleanArray(rows.map((row) => row.confirmation)),
    numberArray(rows.map((row) => row.scheduledAtMs)),
    numberArray(rows.map((row) => row.attempt)),
    numberArray(rows.map((row) => row.askedAtMs)),
    numberArray(rows.map((row) => row.regionHash)),
    numberArray(rows.map((row) => row.monitorHash)),
  ])
  return result.rows
}
