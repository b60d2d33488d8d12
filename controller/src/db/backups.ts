import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A runner of jobs without a sign for longer is gone. */
const GONE_AFTER_MS = 15_000

/** Of some tables those that are there. Migrations that were broken off, or are of an earlier version, have made the first
 *  of them alone. */
async function existing(db: Queryable, tables: readonly string[]): Promise<readonly string[]> {
  const text =
    'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null'
  return (await db.query<{ name: string }>({ text }, [tables])).rows.map(({ name }) => name)
}

// A controller that stops takes its row away; one that was killed leaves it.
const running = sql<{ running: boolean }>`
  select exists (select from job_runners where seen_at > now() - ${{ sqlPart: String(GONE_AFTER_MS) }} * interval '1 ms') as running`

/** True while a controller works with the database. */
export async function isControllerRunning(db: Queryable): Promise<boolean> {
  if ((await existing(db, ['job_runners'])).length === 0) return false
  return (await db.query(running)).rows[0]?.running === true
}

/** What people make, and how many rows of it a first start makes by itself. */
const MADE_AT_FIRST: Readonly<Record<string, number>> = {
  monitors: 0,
  check_results: 0,
  person_accounts: 0,
  contacts: 0,
  crawl_jobs: 0,
  crawl_schedules: 0,
  audits: 0,
  status_pages: 0,
  teams: 0,
  maintenance_windows: 0,
  api_keys: 1,
  workspaces: 1,
  people: 1,
}

/** True when nobody has made anything here yet: what a first start makes by itself does not count, nor do tables that are
 *  not there. */
export async function isFresh(db: Queryable): Promise<boolean> {
  const tables = await existing(db, Object.keys(MADE_AT_FIRST))
  for (const name of tables) {
    const text = `select from ${name} limit $1`
    const most = MADE_AT_FIRST[name] ?? 0
    if ((await db.query({ text }, [most + 1])).rowCount > most) return false
  }
  return true
}

const resultDays = sql<{ day: string }>`
  select distinct to_char(scheduled_at at time zone 'UTC', 'YYYY-MM-DD') as day from check_results order by day`

/** The UTC days that have results, as "2026-11-23". */
export async function readResultDays(db: Queryable): Promise<string[]> {
  return (await db.query(resultDays)).rows.map(({ day }) => day)
}

// Whoever is late with its message is not heard any more; see retry-delay.ts for the day.
const settleAlerts = sql<never>`
  update alerts set state = 'failed', sending_since = null, due_at = null, error = case
      when queued_at < now() - interval '1 day'
        then 'It was a day old and not sent yet when the installation was restored from a backup.'
      else 'It was on its way when the backup was made that the installation was restored from: the installation of then has sent it.'
    end
  where state = 'queued' and (queued_at < now() - interval '1 day'
    or ($1 and (sending_since is not null or (attempts = 0 and due_at <= $2))))`

const freeAlerts = sql<never>`
  update alerts set sending_since = null where state = 'queued' and sending_since is not null`

const settleMails = sql<never>`
  delete from status_page_mails m using status_page_mailings g
  where g.id = m.mailing_id and (g.created_at < now() - interval '1 day'
    or ($1 and m.attempts = 0 and m.due_at <= $2))`

const forgetRunners = sql<never>`delete from job_runners`

/** Settles what a restored installation does not send: what the one that was running then has sent a moment after the
 *  backup, and what is a day old. All else waits as it did, nobody's at work on it,
 *  and of the controllers of then none counts as running.
 *  @param wasRunning whether controllers were at work when the backup was made
 *  @param takenAt when that was */
export async function settleRestored(
  tx: Queryable,
  wasRunning: boolean,
  takenAt: Date,
): Promise<void> {
  await tx.query(settleAlerts, [wasRunning, takenAt])
  await tx.query(freeAlerts)
  await tx.query(settleMails, [wasRunning, takenAt])
  await tx.query(forgetRunners)
}

/** What is kept of a background job: not who has it, nor what its library numbers it by. Its tables are the
 *  library's, and may be others in another version. */
export const JOB_COLUMNS = [
  'task',
  'queue',
  'payload',
  'priority',
  'run_at',
  'attempts',
  'max_attempts',
  'last_error',
  'created_at',
  'key',
  'flags',
] as const

export const READ_JOBS = `
  select t.identifier, q.queue_name, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts, j.last_error,
    j.created_at, j.key, j.flags
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

const clearJobs = sql<never>`delete from graphile_worker._private_jobs`

const makeRestoredJobs = {
  text: `create temporary table restored_jobs (position bigint generated always as identity, task text, queue text,
    payload json, priority smallint, run_at timestamptz, attempts smallint, max_attempts smallint, last_error text,
    created_at timestamptz, key text, flags jsonb) on commit drop`,
}

/** Makes room for jobs that come as rows of {@link JOB_COLUMNS}, in the table restored_jobs. */
export async function makeRoomForJobs(tx: Queryable): Promise<void> {
  await tx.query(clearJobs)
  await tx.query(makeRestoredJobs)
}

// What a job that was being done has counted as an attempt stays counted: it may be what ended its controller.
const adoptJobs = {
  text: `with tasks as (
      insert into graphile_worker._private_tasks (identifier) select distinct task from restored_jobs
      on conflict do nothing
    ), queues as (
      insert into graphile_worker._private_job_queues (queue_name)
      select distinct queue from restored_jobs where queue is not null
      on conflict do nothing
    )
    select count(*)::integer as count from restored_jobs`,
}

const insertJobs = {
  text: `insert into graphile_worker._private_jobs (task_id, job_queue_id, payload, priority, run_at, attempts,
      max_attempts, last_error, created_at, key, flags)
    select t.id, q.id, r.payload, r.priority, r.run_at, r.attempts, r.max_attempts, r.last_error, r.created_at,
      r.key, r.flags
    from restored_jobs r join graphile_worker._private_tasks t on t.identifier = r.task
    left join graphile_worker._private_job_queues q on q.queue_name = r.queue
    order by r.position`,
}

/** Has the jobs in restored_jobs wait to be done, as they did. */
export async function adoptRestoredJobs(tx: Queryable): Promise<void> {
  await tx.query(adoptJobs)
  await tx.query(insertJobs)
}
