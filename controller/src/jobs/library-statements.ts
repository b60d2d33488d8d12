import type { QueryConfig } from 'pg'

/** Statements of graphile-worker, told apart by the names it prepares them under
 *  (graphile-worker 0.18, dist/sql/completeJobs.js, failJobs.js and getJobs.js, dist/cron.js), or, where it prepares none, by
 *  their text (dist/taskIdentifiers.js). */
type Sent = QueryConfig | string

const GIVES_BACK = /^(complete|fail)_job(_q)?\//

const nameOf = (statement: Sent): string =>
  typeof statement === 'string' ? '' : (statement.name ?? '')

/** True for what gives one job back, as done or as failed. */
export function isGivingBack(statement: Sent): statement is QueryConfig {
  return GIVES_BACK.test(nameOf(statement))
}

/** True for what asks for the numbers of the kinds of jobs, once for all. */
export function isNumberingKinds(statement: Sent): statement is QueryConfig {
  return typeof statement !== 'string' && statement.text.includes('._private_tasks as tasks')
}

/** Ids of the jobs that a statement gives back. */
export function jobsGivenBackBy({ name = '', values = [] }: QueryConfig): string[] {
  if (name.startsWith('complete')) return [values[0]].flat().map(String)
  const failed = JSON.parse(String(values[1])) as { jobId: string }[]
  return failed.map(({ jobId }) => jobId)
}

const COMPLETE_IN_QUEUE = `
  with done as (
    delete from graphile_worker._private_jobs where id = any($1::bigint[]) and locked_by = $2::text
    returning job_queue_id
  )
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  where q.id = any(array(select job_queue_id from done)) and q.locked_by = $2::text`

/** The same statement, which gives back nothing that others took over meanwhile. The library deletes a job whoever
 *  has it, and of one in a queue its new worker could then not free the queue: it would stand still for hours. */
export function onlyHeld(statement: QueryConfig): QueryConfig {
  const { name = '' } = statement
  if (!name.startsWith('complete_job_q/')) return statement
  return { ...statement, name: 'complete_held_job_q', text: COMPLETE_IN_QUEUE }
}

/** What is kept of why a job failed, UTF-16 units. */
const MAX_MESSAGE_LENGTH = 4_000

/** The same statement, so that the database takes it: a job may fail with a text that PostgreSQL cannot hold
 *  (NUL, half of a surrogate pair), such as what a receiver answered, and would be given back for ever. */
export function storable<Giving extends QueryConfig>(statement: Giving): Giving {
  const { name = '', values = [] } = statement
  if (!name.startsWith('fail')) return statement
  const [taker, failed, ...rest] = values
  const jobs = JSON.parse(String(failed)) as { message?: unknown }[]
  const readable = jobs.map((job) => ({ ...job, message: readableMessage(job.message) }))
  return { ...statement, values: [taker, JSON.stringify(readable), ...rest] }
}

function readableMessage(message: unknown): string {
  return String(message).slice(0, MAX_MESSAGE_LENGTH).replaceAll('\0', '').toWellFormed()
}

/** True for what takes a job. */
export function isTaking(statement: Sent): statement is QueryConfig {
  return nameOf(statement).startsWith('get_job')
}

/** Whom a statement takes a job for: the id of a lane's workers. */
export const takerOf = ({ values = [] }: QueryConfig): string => String(values[0])

/** Priorities of a lane's jobs, from the lowest to the highest (`JOB_RANKS`). */
export interface LaneRanks {
  readonly lowest: number
  readonly highest: number
}

// The queue's lock is taken last, of the one job that is about to be taken. Whether a queue is free is asked for each job
// that is looked at, and job and queue are written by their ids: as joins, by plans that were kept from when there were no
// jobs, all queues were read for each look, and all jobs for each that was taken, 4,800 of them while 2,400 outages were told.
const TAKE = `
  with j as (
    select jobs.id, jobs.job_queue_id from graphile_worker._private_jobs jobs
    where jobs.is_available and jobs.priority between $4::smallint and $5::smallint and jobs.run_at <= now()
      and jobs.task_id = any($2::integer[])
      and (jobs.flags ?| $3::text[]) is not true
      and (jobs.job_queue_id is null or (
        (select q.is_available from graphile_worker._private_job_queues q where q.id = jobs.job_queue_id)
        and exists (
          select from graphile_worker._private_job_queues q where q.id = jobs.job_queue_id and q.is_available
          for update skip locked)))
    order by jobs.priority, jobs.run_at limit 1
    for update skip locked
  ), q as (
    update graphile_worker._private_job_queues q set locked_by = $1::text, locked_at = now()
    where q.id = (select job_queue_id from j)
  )
  update graphile_worker._private_jobs jobs
  set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
  where jobs.id = (select id from j)
  returning jobs.*`

/** What takes a job, so that it reads no other lane's and locks no queue but its job's. The library's own passes over all
 *  that come before, and locks all free queues first: while 2,400 outages were told it was the statement that took the
 *  database most, and whoever looked in the same instant, for another lane or at another controller, found every queue
 *  locked.
 *  @param values those of the library: the taker, the kinds, and the flags of jobs that are not to be taken */
export function takingOf(
  { values = [] }: QueryConfig,
  { lowest, highest }: LaneRanks,
): QueryConfig {
  const [taker, kinds, heldBack = []] = values
  return {
    name: 'get_job_of_lane',
    text: TAKE,
    values: [taker, kinds, heldBack, lowest, highest],
  }
}

/** True for what adds the jobs whose minute of the schedule has come. */
export function isScheduling(statement: Sent): statement is QueryConfig {
  return nameOf(statement).startsWith('cron')
}

// Minutes that are caught up with in a row, after the machine slept, are one, and so are those of controllers whose clocks
// differ: a job of each hour ran once for each clock.
const SCHEDULE = `
  with specs as (
    select spec ->> 'identifier' as identifier, spec -> 'job' as job,
      ($2::json ->> (spec ->> 'identifier'))::float8 * interval '1 s' as gap
    from json_array_elements($1::json) as spec
  ), known as (
    insert into graphile_worker._private_known_crontabs as k (identifier, known_since, last_execution)
    select identifier, now(), now() from specs
    on conflict (identifier) do update set last_execution = now()
    where k.last_execution is null or not k.last_execution between now() - (
      select gap from specs where specs.identifier = k.identifier) and now()
    returning k.identifier
  )
  select graphile_worker.add_job(job ->> 'task', job -> 'payload', job ->> 'queueName', now(),
    (job ->> 'maxAttempts')::integer, job ->> 'jobKey', (job ->> 'priority')::integer, null, job ->> 'jobKeyMode')
  from specs join known using (identifier)`

/** What adds the jobs of the schedule by the database's clock, as all else goes: by the clock of a machine that is ahead,
 *  they were due when that time had come, and no other controller added any until then.
 *  @param values those of the library: what is due, as JSON
 *  @param leastGaps seconds in which none of the kind is added again */
export function schedulingOf(
  { values = [] }: QueryConfig,
  leastGaps: Readonly<Record<string, number>>,
): QueryConfig {
  return { name: 'schedule_jobs', text: SCHEDULE, values: [values[0], JSON.stringify(leastGaps)] }
}
