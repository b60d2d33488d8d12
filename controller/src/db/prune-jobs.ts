import type { Queryable } from './pool.ts'
import type { Statement } from './sql.ts'
import { sql } from './sql.ts'

const limitWait = sql<never>`select set_config('lock_timeout', '2s', true)`
// Whoever adds a job finds its queue, or makes it, and commits later: without the lock the queue could
// go in between, and the job would wait in none for ever.
const lockQueues: Statement<never> = {
  text: 'lock table graphile_worker._private_job_queues in share row exclusive mode',
}
const dropQueues = sql<never>`
  delete from graphile_worker._private_job_queues q
  where q.locked_at is null
    and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id)`

/** Forgets queues in which nothing waits: there is one for each recipient there ever was.
 *  @throws when others hold the queues for long */
export async function pruneQueues(tx: Queryable): Promise<void> {
  await tx.query(limitWait)
  await tx.query(lockQueues)
  await tx.query(dropQueues)
}

const dropGivenUp = sql<never>`
  delete from graphile_worker._private_jobs
  where attempts >= max_attempts and locked_at is null and updated_at < to_timestamp($1::float8 / 1000)`

/** Forgets jobs that were given up before an instant: the library keeps them for ever.
 *  @param beforeMs UNIX ms */
export async function pruneGivenUpJobs(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(dropGivenUp, [beforeMs])
}
