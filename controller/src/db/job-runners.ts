import type { Database, Queryable } from './pool.ts'
import { sql } from './sql.ts'

const beat = sql<{ isAnyGone: boolean }>`
  with beat as (
    insert into job_runners (id, seen_at) values ($1, now())
    on conflict (id) do update set seen_at = now()
  )
  select exists (
    select from job_runners where id <> $1 and seen_at < now() - $2 * interval '1 ms'
  ) as "isAnyGone"`

/** Notes that a runner of jobs lives.
 *  @param id without a space
 *  @param goneAfterMs without a sign of a runner
 *  @returns whether any other is gone */
export async function beatRunner(db: Queryable, id: string, goneAfterMs: number): Promise<boolean> {
  const { rows } = await db.query(beat, [id, goneAfterMs])
  return rows[0]?.isAnyGone === true
}

const leave = sql<never>`delete from job_runners where id = $1`

/** Notes that a runner has stopped, and holds no jobs. */
export async function leaveRunner(db: Queryable, id: string): Promise<void> {
  await db.query(leave, [id])
}

// Two who take over at once would wait for each other in rows of different orders.
const alone = sql<{ taken: boolean }>`
  select pg_try_advisory_xact_lock(hashtextextended('sightline lost jobs', 0)) as taken`

// What such a job was sending is anybody's again, else the next would think that it is being sent: its own alert, or one
// that waited behind it. Alerts of one recipient and channel are in one queue, so nobody else sends them now.
const takeOver = sql<{ freed: number }>`
  with gone as (
    select id from job_runners where id <> $1 and seen_at < now() - $2 * interval '1 ms'
  ), jobs as (
    update graphile_worker._private_jobs j set locked_by = null, locked_at = null
    from gone where j.locked_at is not null and split_part(j.locked_by, ' ', 1) = gone.id
    returning j.task_id,
      case when j.payload ->> 'alertId' ~ '^[0-9]{1,18}$' then (j.payload ->> 'alertId')::bigint end as alert_id
  ), queues as (
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    from gone where q.locked_at is not null and split_part(q.locked_by, ' ', 1) = gone.id
  ), sending as (
    select distinct a.recipient_id, a.channel from jobs
    join graphile_worker._private_tasks t on t.id = jobs.task_id and t.identifier = 'deliverAlert'
    join alerts a on a.id = jobs.alert_id
  ), unclaimed as (
    update alerts a set sending_since = null from sending s
    where a.recipient_id = s.recipient_id and a.channel = s.channel and a.state = 'queued'
      and a.sending_since is not null
  )
  select count(*)::integer as freed from jobs`

const wake = sql<never>`select pg_notify('jobs:insert', json_build_object('count', $1::integer)::text)`

// For a while after its end: the server may take a job even then, for one who asked before.
const forget = sql<never>`delete from job_runners where seen_at < now() - interval '5 minutes'`

/** Frees the jobs of runners that are gone, with what they were sending, and wakes who may do them.
 *  @param ownId of the runner that asks
 *  @param goneAfterMs without a sign of a runner
 *  @returns how many */
export async function takeOverJobs(
  db: Database,
  ownId: string,
  goneAfterMs: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const lock = await tx.query(alone)
    if (lock.rows[0]?.taken !== true) return 0
    const taken = await tx.query(takeOver, [ownId, goneAfterMs])
    const freed = taken.rows[0]?.freed ?? 0
    if (freed > 0) await tx.query(wake, [freed])
    await tx.query(forget)
    return freed
  })
}
