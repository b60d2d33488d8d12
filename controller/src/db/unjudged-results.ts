import { numberArray, textArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import type { IncomingResult } from './results.ts'
import { kept, sql } from './sql.ts'

/** What the decision rule is told of a result. */
export type JudgedResult = Pick<
  IncomingResult,
  | 'monitorId'
  | 'region'
  | 'scheduledAtMs'
  | 'attempt'
  | 'confirmation'
  | 'late'
  | 'counted'
  | 'checkedAtMs'
  | 'durationMs'
  | 'status'
  | 'failureSource'
  | 'cause'
  | 'error'
  | 'generation'
>

/** Which result it is. */
export type ResultKey = Pick<JudgedResult, 'monitorId' | 'scheduledAtMs' | 'region' | 'attempt'>

function keyArrays(keys: readonly ResultKey[]): string[] {
  return [
    numberArray(keys.map((key) => key.monitorId)),
    numberArray(keys.map((key) => key.scheduledAtMs)),
    textArray(keys.map((key) => key.region)),
    numberArray(keys.map((key) => key.attempt)),
  ]
}

const insert = kept(sql<never>`
  insert into unjudged_results (monitor_id, scheduled_at, region, attempt, generation, judge_at)
  select monitor_id, to_timestamp(scheduled_ms / 1000), region, attempt, generation,
    to_timestamp($6::float8 / 1000)
  from unnest($1::integer[], $2::float8[], $3::text[], $4::smallint[], $5::integer[])
    as r(monitor_id, scheduled_ms, region, attempt, generation)
  order by 1, 2, 3, 4
  on conflict do nothing`)

/** Keeps which stored results the rule has not judged.
 *  @param judgeAtMs when they are judged again, UNIX ms
 *  @returns how many were not kept before */
export async function insertUnjudged(
  tx: Queryable,
  results: readonly JudgedResult[],
  judgeAtMs: number,
): Promise<number> {
  const generations = numberArray(results.map((result) => result.generation))
  return (await tx.query(insert, [...keyArrays(results), generations, judgeAtMs])).rowCount
}

const countFaults = sql<never>`
  update judging_faults set results = results + $1::integer, last_at = now()`

/** Counts results that the rule could not judge: a row that all who meet such wait for. */
export async function countJudgingFaults(tx: Queryable, results: number): Promise<void> {
  await tx.query(countFaults, [results])
}

/** A result that is to be judged again. */
export interface UnjudgedResult extends JudgedResult {
  /** It says nothing about now any more: its region found something since, or was to. */
  readonly isOver: boolean
}

// Each for itself: thought of as more than they are, a few dozen were joined with all results of seven days, and with all
// monitors. One that is 30 s old may still be the latest that is known, of a monitor that is checked once an hour. Days of
// results are passed over by the last condition.
const claim = sql<UnjudgedResult>`
  with due as materialized (
    select u.* from unjudged_results u
    where u.monitor_id = any($2::integer[])
    for update skip locked
  )
  select due.monitor_id as "monitorId", due.region, due.attempt, due.generation,
    extract(epoch from due.scheduled_at)::float8 * 1000 as "scheduledAtMs",
    coalesce(c.confirmation, false) as confirmation, coalesce(c.late, true) as late,
    coalesce(c.uncounted is null, false) as counted,
    coalesce(extract(epoch from c.checked_at)::float8 * 1000, 0) as "checkedAtMs",
    coalesce(c.duration_ms, 0) as "durationMs", coalesce(c.status, 'unknown') as status,
    c.failure_source as "failureSource", c.cause, c.error,
    c.checked_at is null
      or to_timestamp($1::float8 / 1000) > c.checked_at + c.duration_ms * interval '1 ms' + $3 * interval '1 ms'
        and (to_timestamp($1::float8 / 1000) > c.checked_at + m.interval_minutes * interval '1 minute'
          or exists (
            select from region_states r
            where r.monitor_id = due.monitor_id and r.region = due.region and r.checked_at > c.checked_at)
        ) as "isOver"
  from due
  cross join lateral (select interval_minutes from monitors where id = due.monitor_id limit 1) m
  left join lateral (
    select confirmation, late, uncounted, checked_at, duration_ms, status, failure_source, cause, error
    from check_results r
    where r.monitor_id = due.monitor_id and r.scheduled_at = due.scheduled_at and r.region = due.region
      and r.attempt = due.attempt and r.scheduled_at >= to_timestamp($1::float8 / 1000) - interval '7 days'
    limit 1
  ) c on true`

/** Locks what some monitors have unjudged. Whoever does has locked the monitors before: else two could wait for each
 *  other, one with a monitor and one with its results.
 *  @param nowMs UNIX ms
 *  @param of.lateAfterMs so long after its end a check says nothing about now where something else may */
export async function claimUnjudged(
  tx: Queryable,
  nowMs: number,
  of: { readonly monitorIds: readonly number[]; readonly lateAfterMs: number },
): Promise<UnjudgedResult[]> {
  const { rows } = await tx.query(claim, [nowMs, numberArray(of.monitorIds), of.lateAfterMs])
  return rows
}

const dueMonitors = sql<{ monitorId: number }>`
  select monitor_id as "monitorId" from unjudged_results
  where judge_at <= to_timestamp($1::float8 / 1000)
  group by monitor_id order by min(judge_at), monitor_id limit $2`

/** Monitors with results that are due to be judged again, those that wait longest.
 *  @param nowMs UNIX ms */
export async function readDueMonitors(
  db: Queryable,
  nowMs: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query(dueMonitors, [nowMs, limit])
  return rows.map((row) => row.monitorId)
}

const remove = sql<never>`
  delete from unjudged_results u
  using unnest($1::integer[], $2::float8[], $3::text[], $4::smallint[]) as r(monitor_id, scheduled_ms, region, attempt)
  where u.monitor_id = r.monitor_id and u.scheduled_at = to_timestamp(r.scheduled_ms / 1000)
    and u.region = r.region and u.attempt = r.attempt`

/** They are judged, or are none to be judged any more. */
export async function deleteUnjudged(tx: Queryable, keys: readonly ResultKey[]): Promise<void> {
  await tx.query(remove, keyArrays(keys))
}

const markLate = sql<never>`
  update check_results c set late = true
  from unnest($1::integer[], $2::float8[], $3::text[], $4::smallint[]) as r(monitor_id, scheduled_ms, region, attempt)
  where c.monitor_id = r.monitor_id and c.scheduled_at = to_timestamp(r.scheduled_ms / 1000)
    and c.region = r.region and c.attempt = r.attempt
    and c.scheduled_at >= to_timestamp($5::float8 / 1000)`

/** Results that were stored in time and never had a say: they fill history, as those that came too late do. */
export async function markResultsLate(tx: Queryable, keys: readonly ResultKey[]): Promise<void> {
  const firstMs = Math.min(...keys.map((key) => key.scheduledAtMs))
  await tx.query(markLate, [...keyArrays(keys), firstMs])
}

const postpone = sql<never>`
  update unjudged_results set judge_at = to_timestamp($2::float8 / 1000) where monitor_id = any($1::integer[])`

/** @param judgeAtMs when what these monitors have unjudged is judged again, UNIX ms */
export async function postponeUnjudged(
  tx: Queryable,
  monitorIds: readonly number[],
  judgeAtMs: number,
): Promise<void> {
  await tx.query(postpone, [numberArray(monitorIds), judgeAtMs])
}

// What another has locked it judges itself.
const hasten = sql<never>`
  with waiting as (
    select monitor_id, scheduled_at, region, attempt from unjudged_results
    where monitor_id = any($1::integer[]) and judge_at > to_timestamp($2::float8 / 1000)
    for update skip locked
  )
  update unjudged_results u set judge_at = to_timestamp($2::float8 / 1000) from waiting w
  where u.monitor_id = w.monitor_id and u.scheduled_at = w.scheduled_at and u.region = w.region and u.attempt = w.attempt`

/** Has what these monitors have unjudged judged sooner. Waits for nobody, so that one need not have locked them.
 *  @param judgeAtMs when, UNIX ms */
export async function hastenUnjudged(
  tx: Queryable,
  monitorIds: readonly number[],
  judgeAtMs: number,
): Promise<void> {
  await tx.query(hasten, [numberArray(monitorIds), judgeAtMs])
}

// Each monitor for itself, so that the index is used whatever is known of how many results there are: of 200
// monitors 3 s became 5 ms.
const passing = sql<JudgedResult>`
  select c.*
  from unnest($1::integer[], $2::float8[]) as failing(monitor_id, since_ms)
  cross join lateral (
    select r.monitor_id as "monitorId", r.region, r.attempt, 0 as generation,
      extract(epoch from r.scheduled_at)::float8 * 1000 as "scheduledAtMs", r.confirmation, r.late, true as counted,
      extract(epoch from r.checked_at)::float8 * 1000 as "checkedAtMs", r.duration_ms as "durationMs", r.status,
      r.failure_source as "failureSource", r.cause, r.error
    from check_results r
    where r.monitor_id = failing.monitor_id and r.scheduled_at >= to_timestamp($3::float8 / 1000)
      and r.checked_at >= to_timestamp(failing.since_ms / 1000) and r.status = 'up' and not r.late
      and r.uncounted is null
    order by r.scheduled_at desc
    limit $4
  ) c`

/** Results of monitors that passed since a moment.
 *  @param failing each monitor and since when, UNIX ms
 *  @param fromMs no slot of them lies before, UNIX ms
 *  @param limit how many of each at most, the latest */
export async function readPassing(
  db: Queryable,
  failing: ReadonlyMap<number, number>,
  fromMs: number,
  limit: number,
): Promise<JudgedResult[]> {
  const { rows } = await db.query(passing, [
    numberArray([...failing.keys()]),
    numberArray([...failing.values()]),
    fromMs,
    limit,
  ])
  return rows
}
