import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

// $1 is what time it is, $2 after which an instant that had come when it was noted cannot be right, both UNIX ms.

/** A column that is brought back where it is ahead. */
const back = (column: string): SqlPart => ({
  sqlPart: `case when ${column} > to_timestamp($2::float8 / 1000) then to_timestamp($1::float8 / 1000) else ${column} end`,
})

const furthest = sql<{ aheadMs: number | null }>`
  select extract(epoch from greatest(
    (select max(last_seen_at) from agents),
    (select max(checked_at) from region_states),
    (select max(grid_since) from monitors)
  ))::float8 * 1000 - $1::float8 as "aheadMs"`

/** By how much the latest time at which an agent was heard, or a monitor checked or made, lies ahead, ms; 0 where none does. One
 *  that lies ahead was noted while the database's clock was ahead of what it says now. */
export async function readAheadMs(db: Queryable, nowMs: number): Promise<number> {
  const { rows } = await db.query(furthest, [nowMs])
  return Math.max(0, rows[0]?.aheadMs ?? 0)
}

const programs = sql<never>`
  with controllers_back as (
    update controllers set last_seen_at = to_timestamp($1::float8 / 1000)
    where last_seen_at > to_timestamp($2::float8 / 1000)
  ), runners_back as (
    update job_runners set seen_at = to_timestamp($1::float8 / 1000)
    where seen_at > to_timestamp($2::float8 / 1000)
  )
  update agents set last_seen_at = ${back('last_seen_at')},
    covered_through = ${back('covered_through')},
    quarantined_at = ${back('quarantined_at')}
  where greatest(last_seen_at, covered_through, quarantined_at) > to_timestamp($2::float8 / 1000)`

/** Agents and controllers that would seem to live until that time has come. */
export async function bringProgramsBack(
  db: Queryable,
  nowMs: number,
  limitMs: number,
): Promise<void> {
  await db.query(programs, [nowMs, limitMs])
}

// What failed is tried again after exp(attempts) s at most, reckoned from when it was to run: of a job that ran while the clock
// was set back, which is noted at the right time, that is ahead. What somebody has was due, whenever it comes free.
const jobs = sql<never>`
  update graphile_worker._private_jobs
  set run_at = to_timestamp($1::float8 / 1000) +
      case when updated_at > to_timestamp($2::float8 / 1000) and locked_at is null
        then greatest(run_at - updated_at, interval '0') else interval '0' end,
    locked_at = ${back('locked_at')},
    created_at = ${back('created_at')},
    updated_at = to_timestamp($1::float8 / 1000)
  where greatest(updated_at, locked_at) > to_timestamp($2::float8 / 1000)
    or (attempts > 0
      and run_at > to_timestamp($2::float8 / 1000) + exp(least(attempts, 10)) * interval '1 second')`

// One that was put off is tried once more at most. Of what was sent its recipient's next ones are held back.
const alerts = sql<never>`
  update alerts
  set created_at = ${back('created_at')},
    queued_at = ${back('queued_at')},
    due_at = ${back('due_at')},
    sending_since = ${back('sending_since')},
    sent_at = ${back('sent_at')}
  where greatest(created_at, queued_at, due_at, sending_since, sent_at) > to_timestamp($2::float8 / 1000)`

const rests = sql<never>`
  update failing_destinations
  set failing_since = ${back('failing_since')},
    next_attempt_at = ${back('next_attempt_at')}
  where greatest(failing_since, next_attempt_at) > to_timestamp($2::float8 / 1000)`

const silences = sql<never>`
  update silences set noticed_at = to_timestamp($1::float8 / 1000)
  where noticed_at > to_timestamp($2::float8 / 1000)`

// A controller that does not know yet that the clock was set back puts them off by the clock that was.
const deliveries = sql<never>`
  update graphile_worker._private_jobs set run_at = to_timestamp($1::float8 / 1000)
  where run_at > to_timestamp($2::float8 / 1000)
    and task_id = (select id from graphile_worker._private_tasks where identifier = 'deliverAlert')`

const hosts = sql<never>`
  update crawl_hosts set free_at = to_timestamp($1::float8 / 1000)
  where free_at > to_timestamp($2::float8 / 1000)`

const turns = sql<never>`
  update crawl_jobs set handed_at = to_timestamp($1::float8 / 1000)
  where status in ('queued', 'running') and handed_at > to_timestamp($2::float8 / 1000)`

// By the crawls that go on: there may be many millions of the others.
const waits = sql<never>`
  update crawl_urls set not_before = to_timestamp($1::float8 / 1000)
  where job_id = any(array(select id from crawl_jobs where status in ('queued', 'running')))
    and state in ('queued', 'leased') and not_before > to_timestamp($2::float8 / 1000)`

const work = sql<never>`
  update work_items set due_at = to_timestamp($1::float8 / 1000)
  where due_at > to_timestamp($2::float8 / 1000) and created_at > to_timestamp($2::float8 / 1000)`

/** Jobs and work that were to wait for so long from a time on that has not come yet: they wait for as long from now on.
 *  Alerts, their destinations, crawls and what was being done wait for nothing. */
export async function bringWorkBack(db: Queryable, nowMs: number, limitMs: number): Promise<void> {
  for (const statement of [jobs, alerts, rests, silences, deliveries, hosts, turns, waits, work]) {
    await db.query(statement, [nowMs, limitMs])
  }
}

const monitorsAfter = sql<{ monitorId: number }>`
  select id as "monitorId" from monitors where id > $1 order by id limit $2`

/** Ids of monitors, ascending, after one. */
export async function readMonitorsAfter(
  db: Queryable,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query(monitorsAfter, [afterId, limit])
  return rows.map((row) => row.monitorId)
}

// The next ones are of the monitors $3.

const made = sql<never>`
  update monitors set created_at = ${back('created_at')},
    grid_since = ${back('grid_since')},
    target_changed_at = ${back('target_changed_at')}
  where id = any($3::integer[])
    and greatest(created_at, grid_since, target_changed_at) > to_timestamp($2::float8 / 1000)`

const latest = sql<never>`
  update region_states set scheduled_at = ${back('scheduled_at')},
    checked_at = ${back('checked_at')},
    counted_at = ${back('counted_at')}
  where monitor_id = any($3::integer[]) and greatest(checked_at, counted_at) > to_timestamp($2::float8 / 1000)`

// Of the same slots the true results are to come, and of two only the first is taken. What was counted of them is counted anew.
const results = sql<never>`
  with unjudged as (
    delete from unjudged_results
    where monitor_id = any($1::integer[]) and scheduled_at > to_timestamp($2::float8 / 1000)
  ), removed as (
    delete from check_results
    where monitor_id = any($1::integer[]) and scheduled_at > to_timestamp($2::float8 / 1000)
    returning monitor_id, checked_at
  )
  insert into stale_quarters (monitor_id, start_at)
  select distinct monitor_id, date_bin('15 minutes', checked_at, 'epoch') as start_at from removed
  order by monitor_id, start_at
  on conflict do nothing`

const timeline = sql<never>`
  with last as (
    select distinct on (monitor_id) monitor_id, at from state_changes
    where monitor_id = any($3::integer[]) and at > to_timestamp($2::float8 / 1000)
    order by monitor_id, at desc
  ), gone as (
    delete from state_changes c using last
    where c.monitor_id = last.monitor_id and c.at > to_timestamp($2::float8 / 1000) and c.at < last.at
  )
  update state_changes c set at = greatest(to_timestamp($1::float8 / 1000), (
    select max(before.at) + interval '1 ms' from state_changes before
    where before.monitor_id = c.monitor_id and before.at <= to_timestamp($2::float8 / 1000)))
  from last
  where c.monitor_id = last.monitor_id and c.at = last.at`

const outages = sql<never>`
  update outages set started_at = ${back('started_at')},
    confirmed_at = ${back('confirmed_at')},
    ended_at = ${back('ended_at')}
  where monitor_id = any($3::integer[])
    and greatest(started_at, confirmed_at, ended_at) > to_timestamp($2::float8 / 1000)`

/** Results, statuses and outages of some monitors at times that have not come yet. Results of then are removed: the true
 *  ones of the same slots are to come. */
export async function bringMonitorsBack(
  tx: Queryable,
  monitorIds: readonly number[],
  nowMs: number,
  limitMs: number,
): Promise<void> {
  const given = [nowMs, limitMs, numberArray(monitorIds)]
  for (const statement of [made, latest, timeline, outages]) await tx.query(statement, given)
  await tx.query(results, [numberArray(monitorIds), limitMs])
}

/** What the decision rule remembers of a monitor. */
interface RememberedRow {
  readonly monitorId: number
  readonly decision: unknown
}

const remembered = sql<RememberedRow>`
  select monitor_id as "monitorId", decision from monitor_states
  where monitor_id = any($2::integer[]) and (status_since > to_timestamp($1::float8 / 1000) or
    decision @? ('$.** ? (@ > ' || $1::float8::bigint || ')')::jsonpath)`

/** What the rule remembers of instants after one, of monitors that are locked; UNIX ms. */
export async function readRememberedAfter(
  tx: Queryable,
  monitorIds: readonly number[],
  limitMs: number,
): Promise<RememberedRow[]> {
  const { rows } = await tx.query(remembered, [limitMs, numberArray(monitorIds)])
  return rows
}

const states = sql<never>`
  update monitor_states s set status_since = ${back('s.status_since')},
    look_at = case when s.look_at is not null then to_timestamp($1::float8 / 1000) end, decision = v.decision
  from json_to_recordset($3::json) as v("monitorId" integer, decision jsonb)
  where s.monitor_id = v."monitorId"`

/** Writes what the rule is to remember instead, and has it look at these monitors. */
export async function writeRemembered(
  tx: Queryable,
  rows: readonly RememberedRow[],
  nowMs: number,
  limitMs: number,
): Promise<void> {
  await tx.query(states, [nowMs, limitMs, JSON.stringify(rows)])
}
