import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Every kind of background job; jobs/tasks.ts has one entry for each. */
export const JOB_NAMES = ['maintainResultDays', 'pruneCounters', 'planAlerts', 'diagnose'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** A piece of durable background work. */
export interface NewJob {
  readonly name: JobName
  /** Anything JSON can say; the task validates it. */
  readonly payload: unknown
  /** Not before this instant, UNIX ms; at once when it is left out. */
  readonly runAtMs?: number
  /** Tries before it is given up; 25 (three days of backoff) when it is left out. */
  readonly maxAttempts?: number
  /** Of jobs that wait with the same key only the latest stays. */
  readonly key?: string
}

const add = sql<never>`
  select graphile_worker.add_jobs(array(
    select (job.name, job.payload, null, to_timestamp(job."runAtMs" / 1000), job."maxAttempts", job.key,
      null, null)::graphile_worker.job_spec
    from json_to_recordset($1::json) as job(
      name text, payload json, "runAtMs" float8, "maxAttempts" smallint, key text)
  ))`

/** Adds jobs in the caller's transaction: they are done if, and only if, that commits. */
export async function addJobs(tx: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length > 0) await tx.query(add, [JSON.stringify(jobs)])
}

/** Adds one job, as `addJobs` does. */
export async function addJob(tx: Queryable, job: NewJob): Promise<void> {
  await addJobs(tx, [job])
}
