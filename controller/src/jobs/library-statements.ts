import type { QueryConfig } from 'pg'

/** Statements of graphile-worker, told apart by the names it prepares them under
 *  (graphile-worker 0.18, dist/sql/completeJobs.js, failJobs.js and getJobs.js), or, where it prepares none, by
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
  from done where q.id = done.job_queue_id and q.locked_by = $2::text`

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

/** Whom a statement takes a job for: the id of a lane's workers; null when it takes none. */
export function takerOf(statement: Sent): string | null {
  if (typeof statement === 'string' || !nameOf(statement).startsWith('get_job')) return null
  return String(statement.values?.[0])
}
