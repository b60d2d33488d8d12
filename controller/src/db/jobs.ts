import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { kept, sql } from './sql.ts'

/** Every kind of background job; job-list.ts has one entry for each. */
export const JOB_NAMES = [
  'maintainResultDays',
  'pruneCounters',
  'pruneAuditLog',
  'rollUpResults',
  'cleanRollups',
  'measureDistances',
  'planAlerts',
  'followOutage',
  'sendDigest',
  'deliverAlert',
  'confirmContact',
  'mailSubscription',
  'tellSubscribers',
  'mailSubscribers',
  'reviewAlerts',
  'watchAgents',
  'watchCertificates',
  'callHeartbeat',
  'watchInstallation',
  'pruneAlerts',
  'pruneCrawls',
  'startDueCrawls',
  'diagnose',
  'gatherEvidence',
  'takeScreenshot',
  'pruneScreenshots',
  'pruneAudits',
  'fillWorkspaces',
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
  /** Jobs of the same queue run one after the other, in the order of their times. */
  readonly queue?: string
  /** Whose job it is, so that one workspace's jobs do not hold up another's; left out: nobody's. */
  readonly sharer?: JobSharer
}

/** A workspace, named by itself or by what belongs to it. */
export type JobSharer = { readonly workspaceId: number } | { readonly monitorId: number }

/** The rank of every kind: what people wait for comes before all others. All kinds of a lane have the same rank and no
 *  other lane has it, so that who looks for a job of a lane reads nothing but jobs of it: when 10,000 monitors go down
 *  there are as many jobs of each of four kinds, and to pass over 7,000 for one took the database 3 to 7 ms.
 *  Priorities of graphile-worker: the lowest first. */
export const JOB_RANKS = {
  planAlerts: -2,
  followOutage: -2,
  sendDigest: -2,
  deliverAlert: -1,
  confirmContact: -1,
  mailSubscription: -1,
  mailSubscribers: -1,
  callHeartbeat: -1,
  maintainResultDays: 0,
  pruneCounters: 0,
  pruneAuditLog: 0,
  rollUpResults: 0,
  cleanRollups: 0,
  measureDistances: 0,
  tellSubscribers: 0,
  reviewAlerts: 0,
  watchAgents: 0,
  watchCertificates: 0,
  watchInstallation: 0,
  fillWorkspaces: 0,
  pruneAlerts: 0,
  pruneCrawls: 0,
  startDueCrawls: 0,
  pruneScreenshots: 0,
  pruneAudits: 0,
  diagnose: 1,
  gatherEvidence: 2,
  takeScreenshot: 3,
} as const satisfies Record<JobName, number>

/** Channel on which is told, before the library tells of jobs, of which kinds those are that can run at once:
 *  {"jobs": {NAME: COUNT}}. */
export const JOBS_ADDED = 'jobs_added'

// A job that runs loses its key to the one that is added with it, and is not tried again.
const freeKeys = sql<never>`
  update graphile_worker._private_jobs set key = null, attempts = max_attempts, updated_at = now()
  where key = any($1::text[]) and is_available is not true`

const JOBS: SqlPart = {
  sqlPart: `select * from rows from (json_to_recordset($1::json) as (name text, payload json, queue text,
      "runAtMs" float8, "maxAttempts" smallint, key text, sharer json, priority integer))
      with ordinality as job (name, payload, queue, "runAtMs", "maxAttempts", key, sharer, priority, position)`,
}

/** Whose a job is, as its flag says it. Not found by an outage: by plans that were kept from when there was none, all of them
 *  were read for each of 300 jobs that were added at once, and 10,000 outages took the database a third of its time. */
const SHARER: SqlPart = {
  sqlPart: `'workspace ' || coalesce(
      (job.sharer ->> 'workspaceId')::bigint,
      (select workspace_id from monitors where id = (job.sharer ->> 'monitorId')::integer)
    )`,
}

// Of notifications alike in one transaction the database passes on the first.
const TELL: SqlPart = {
  sqlPart: `pg_notify('jobs_added', json_build_object('random', random(), 'jobs', (
      select coalesce(json_object_agg(name, count), '{}') from (
        select name, count(*) from jobs
        where coalesce("runAtMs" <= extract(epoch from clock_timestamp()) * 1000, true) group by name
      ) ready))::text)`,
}

// What the library's add_jobs does, but by one statement: its five plan themselves from when there are no jobs, and then
// read all that wait to find those with the same keys, for each batch that is added. The queues are written to, if only
// in vain, so that none of them is forgotten meanwhile (`pruneQueues`), and in an order, so that of two who make the same
// ones the first waits for nobody. Where another adds the same queue in this instant, or a kind is new, nothing is added.
// Each queue is looked up once, and not for each of its jobs: by a plan of when there were few that reads all of them. Nor are
// they joined: there may be one for everybody who was told something today.
const add = kept(sql<{ isWhole: boolean }>`
  with jobs as materialized (
    ${JOBS}
  ), new_queues as (
    insert into graphile_worker._private_job_queues (queue_name)
    select distinct queue from jobs
    where queue is not null
      and not exists (select from graphile_worker._private_job_queues q where q.queue_name = jobs.queue)
    order by queue
    on conflict do nothing
    returning id, queue_name
  ), queues as materialized (
    select its.id, named.queue as queue_name
    from (select distinct queue from jobs where queue is not null) named
    cross join lateral (
      select id from graphile_worker._private_job_queues q where q.queue_name = named.queue limit 1
    ) its
    union all
    select id, queue_name from new_queues
  ), placed as materialized (
    select job.*, ${SHARER} as flag, tasks.id as task_id, queues.id as queue_id
    from jobs job
    left join graphile_worker._private_tasks tasks on tasks.identifier = job.name
    left join queues on queues.queue_name = job.queue
  ), whole as materialized (
    select bool_and(task_id is not null and (queue is null or queue_id is not null)) as is_whole from placed
  ), added as (
    insert into graphile_worker._private_jobs as j (job_queue_id, task_id, payload, run_at, max_attempts, key,
      priority, flags)
    select queue_id, task_id, payload, coalesce(to_timestamp("runAtMs" / 1000), now()),
      coalesce("maxAttempts", 25), key, priority, case when flag is not null then jsonb_build_object(flag, true) end
    from placed cross join whole where is_whole
    order by position
    on conflict (key) do update set
      job_queue_id = excluded.job_queue_id, task_id = excluded.task_id, payload = excluded.payload,
      max_attempts = excluded.max_attempts, run_at = excluded.run_at, priority = excluded.priority,
      revision = j.revision + 1, flags = excluded.flags, attempts = 0, last_error = null, updated_at = now()
    where j.locked_at is null
  )
  select is_whole as "isWhole",
    case when is_whole then ${TELL} end as told,
    case when is_whole then pg_notify('jobs:insert', json_build_object('r', random(),
      'count', (select count(*) from jobs))::text) end as "toldAll"
  from whole`)

// The jobs themselves are known: they are not sent back.
const addByLibrary = sql<never>`
  with jobs as materialized (
    ${JOBS}
  ), told as materialized (
    select ${TELL}
  )
  select count(*) from told cross join lateral graphile_worker.add_jobs(array(
    select (job.name, job.payload, job.queue, to_timestamp(job."runAtMs" / 1000), job."maxAttempts",
      job.key, job.priority,
      case when sharer.flag is not null then array[sharer.flag] end)::graphile_worker.job_spec
    from jobs job
    cross join lateral (select ${SHARER} as flag) sharer
    order by job.position
  )) as added`

/** What is to be added at the end of a transaction. */
const gathering = new WeakMap<Queryable, NewJob[]>()

/** Adds jobs in the caller's transaction: they are done if, and only if, that commits. */
export async function addJobs(tx: Queryable, jobs: readonly NewJob[]): Promise<void> {
  const gathered = gathering.get(tx)
  if (gathered === undefined) await insertJobs(tx, jobs)
  else gathered.push(...jobs)
}

/** Does work that adds jobs, and adds all of them at its end: to add one costs nearly what it costs to add a hundred,
 *  the more the more jobs wait already. */
export async function addJobsTogether(tx: Queryable, work: () => Promise<void>): Promise<void> {
  const gathered: NewJob[] = []
  gathering.set(tx, gathered)
  try {
    await work()
  } finally {
    gathering.delete(tx)
  }
  // Of those with the same key the latest stays: one statement takes each key once.
  const latest = new Map(gathered.map((job, place) => [job.key ?? place, job]))
  await insertJobs(tx, [...latest.values()])
}

async function insertJobs(tx: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const ranked = JSON.stringify(jobs.map((job) => ({ ...job, priority: JOB_RANKS[job.name] })))
  const keys = jobs.flatMap(({ key }) => key ?? [])
  if (keys.length > 0) await tx.query(freeKeys, [keys])
  const { rows } = await tx.query(add, [ranked])
  if (rows[0]?.isWhole === false) await tx.query(addByLibrary, [ranked])
}

/** Adds one job, as `addJobs` does. */
export async function addJob(tx: Queryable, job: NewJob): Promise<void> {
  await addJobs(tx, [job])
}

// By its rank nothing is read but jobs of its lane: there is no index of queues, and of 30,000 jobs all were passed
// over for the few that are taken.
const takeAlong = sql<{ payload: unknown }>`
  with along as (
    select j.id from graphile_worker._private_jobs j
    where j.task_id = (select id from graphile_worker._private_tasks where identifier = $1)
      and j.job_queue_id = (select id from graphile_worker._private_job_queues where queue_name = $2)
      and j.is_available and j.attempts = 0 and j.priority = $4 and j.run_at <= now()
    order by j.priority, j.run_at limit $3 for update skip locked
  ), taken as (
    delete from graphile_worker._private_jobs j using along where j.id = along.id
    returning j.payload, j.priority, j.run_at
  )
  select payload from taken order by priority, run_at`

/** Takes jobs that wait behind one that runs, in its queue, to be done with it: they are done if, and only if, the
 *  transaction commits. Nobody else takes them meanwhile, as their queue is its own. Those that failed before are left
 *  to their own turn.
 *  @returns their payloads, in the order in which they would have run */
export async function takeJobsAlong(
  tx: Queryable,
  { name, queue }: { readonly name: JobName; readonly queue: string },
  limit: number,
): Promise<unknown[]> {
  const { rows } = await tx.query(takeAlong, [name, queue, limit, JOB_RANKS[name]])
  return rows.map(({ payload }) => payload)
}

// Rank by rank: over all of them at once the index is read through those whose time has not come, such as the looks at
// 2,400 outages that last. Planned anew each time, since a kept plan may be from when there were no jobs.
const pressing = sql<{ count: number }>`
  with waiting as materialized (
    select count(*)::integer as count from unnest($1::smallint[]) as ranks (rank)
    cross join lateral (
      select from graphile_worker._private_jobs j
      where j.is_available and j.priority = ranks.rank and j.run_at <= now() limit $2
    ) its
  )
  select case when count > 0 then count
      when exists (
        select from graphile_worker._private_jobs where priority < 0 and locked_at > now() - interval '2 s'
      ) then 1
      else 0 end as count
  from waiting`

const PRESSING_RANKS = [...new Set(Object.values(JOB_RANKS))].filter((rank) => rank < 0)

/** How many jobs wait that come before all others: people are to be told something. Where none waits and one was begun a
 *  moment ago it is 1; one that has run for longer waits for somebody's server.
 *  @param limit of each rank no more are counted */
export async function countPressingJobs(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.query(pressing, [PRESSING_RANKS, limit])
  return rows[0]?.count ?? 0
}

// By their rank and planned anew, as above.
const planning = sql<{ isPlanning: boolean }>`
  select exists (
    select from graphile_worker._private_jobs j
    where j.is_available and j.priority = $2::smallint and j.run_at <= now() and j.flags ? ('workspace ' || $1::bigint)
      and j.task_id = (select id from graphile_worker._private_tasks where identifier = 'planAlerts')
  ) as "isPlanning"`

/** Whether it waits to be decided whom to tell of something that happened in a workspace. */
export async function isPlanning(db: Queryable, workspaceId: number): Promise<boolean> {
  const { rows } = await db.query(planning, [workspaceId, JOB_RANKS.planAlerts])
  return rows[0]?.isPlanning === true
}

const ALL_RANKS = [...new Set(Object.values(JOB_RANKS))]

// Rank by rank and planned anew, as above.
const waitingRanks = sql<{ ranks: number[] }>`
  select array(
    select ranks.rank from unnest($1::smallint[]) as ranks (rank)
    cross join lateral (
      select from graphile_worker._private_jobs j
      where j.is_available and j.priority = ranks.rank and j.run_at <= now() limit 1
    ) waiting
  ) as ranks`

/** Ranks of the jobs that wait and whose time has come, also of those whose queue is not free.
 *  @param db its connections are made for looks at jobs */
export async function readWaitingRanks(db: Queryable): Promise<readonly number[]> {
  const { rows } = await db.query(waitingRanks, [ALL_RANKS])
  return rows[0]?.ranks ?? []
}

const rank = sql<never>`
  update graphile_worker._private_jobs j set priority = ranks.rank
  from unnest($1::text[], $2::smallint[]) as ranks (name, rank)
  join graphile_worker._private_tasks t on t.identifier = ranks.name
  where j.task_id = t.id and j.priority <> ranks.rank and j.locked_at is null`

/** Gives jobs that wait the rank of their kind: a controller of another version, or a backup of one, may have added them
 *  with another, and nobody would find them. */
export async function rankJobs(db: Queryable): Promise<void> {
  await db.query(rank, [Object.keys(JOB_RANKS), Object.values(JOB_RANKS)])
}

const drop = sql<never>`
  delete from graphile_worker._private_jobs where key = any($1::text[]) and locked_at is null`

/** Forgets jobs that wait and would find nothing to do; those that run are passed over. */
export async function dropJobs(db: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.query(drop, [keys])
}

const hasten = sql<never>`
  select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where key = any($1::text[])), now())`

/** Has jobs that wait run now instead of later; those that run, or are not there, are passed over. */
export async function hastenJobs(tx: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.query(hasten, [keys])
}

// A worker that died leaves its jobs locked, which graphile-worker itself ends after four hours only.
const unlock = sql<never>`
  select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs
    where locked_at < now() - $2 * interval '1 ms' and task_identifier = any($1::text[])))`

/** Frees what was locked by workers that hold a job of these kinds for longer than any takes: they are
 *  dead. */
export async function unlockDeadWorkers(
  db: Queryable,
  names: readonly JobName[],
  afterMs: number,
): Promise<void> {
  await db.query(unlock, [names, afterMs])
}

const free = sql<never>`
  with freed as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = attempts - 1
    where locked_by = any($1::text[]) and not id = any($2::bigint[])
  )
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  where q.locked_by = any($1::text[])
    and not exists (select from graphile_worker._private_jobs j
      where j.job_queue_id = q.id and j.id = any($2::bigint[]))`

/** Frees jobs that some workers took and know nothing of, as if they had not been taken.
 *  @param takerIds the workers, by the ids of their pools
 *  @param heldIds ids of the jobs that they do have */
export async function freeJobs(
  db: Queryable,
  takerIds: readonly string[],
  heldIds: readonly string[],
): Promise<void> {
  await db.query(free, [takerIds, heldIds])
}
