import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Every kind of background job; jobs/tasks.ts has one entry for each. */
export const JOB_NAMES = [
  'maintainResultDays',
  'pruneCounters',
  'rollUpResults',
  'cleanRollups',
  'planAlerts',
  'diagnose',
] as const
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
  select graphile_worker.add_job($1::text, payload := $2::json,
    run_at := to_timestamp($3::float8 / 1000), max_attempts := $4::integer, job_key := $5::text)`

/** Adds a job in the caller's transaction: it is done if, and only if, that commits. */
export async function addJob(tx: Queryable, job: NewJob): Promise<void> {
  await tx.query(add, [
    job.name,
    JSON.stringify(job.payload),
    job.runAtMs ?? null,
    job.maxAttempts ?? null,
    job.key ?? null,
  ])
}
