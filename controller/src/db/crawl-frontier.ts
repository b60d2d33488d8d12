import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import type { CrawlRobots } from '@sightline/shared/crawl/work'
import type { CrawlPlace } from './crawl-levels.ts'
import { CRAWL_SHARER } from './crawl-sharer.ts'
import { CRAWL_SETTINGS } from './crawl-settings.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** A crawl that has something for agents of a region. */
export interface CrawlTurn {
  readonly id: number
  readonly region: string
}

const turns = kept(sql<CrawlTurn>`
  select j.id, j.region from crawl_jobs j
  where j.status = 'running' and j.unfinished > 0 and j.region = any($1::text[])
    and not (j.id = any($3::integer[]))
    and not (${CRAWL_SHARER} = any($4::text[]))
  order by (
      select count(*) from crawl_batches b join crawl_jobs other on other.id = b.job_id
      where other.status in ('queued', 'running')
        and coalesce(other.workspace_id, -other.key_id) = coalesce(j.workspace_id, -j.key_id)
    ),
    (select count(*) from crawl_batches b where b.job_id = j.id),
    j.handed_at nulls first, j.id
  limit $2`)

/** Crawls in the order of their turns: who has least with agents first, by workspace and then by crawl.
 *  @param given.except crawls that are passed over
 *  @param given.barred whose crawls are, as `sharerOfKey` names them */
export async function readCrawlTurns(
  db: Queryable,
  regions: readonly string[],
  given: {
    readonly except: readonly number[]
    readonly barred: readonly string[]
    readonly limit: number
  },
): Promise<CrawlTurn[]> {
  const { except, barred, limit } = given
  return (await db.query(turns, [regions, limit, [...except], [...barred]])).rows
}

/** A crawl that is handed out now; nobody else changes it before the transaction ends. */
export interface HandedCrawl extends Omit<CrawlPlace, 'jobId'> {
  readonly maxPages: number
  readonly pages: number
  readonly settings: CrawlSettings
  readonly workspaceId: number | null
  readonly keyId: number | null
  /** Whether the workspace that runs the installation asks. */
  readonly isOperators: boolean
}

const lock = kept(sql<HandedCrawl>`
  select phase, level, hops, next_seq as "nextSeq", ahead, max_pages as "maxPages", pages, ${CRAWL_SETTINGS},
    workspace_id as "workspaceId", key_id as "keyId",
    exists (select from installation where owner_workspace_id = workspace_id) as "isOperators"
  from crawl_jobs where id = $1 and status = 'running' for update skip locked`)

/** null where it is over, or another controller is at it. */
export async function lockCrawl(tx: Queryable, jobId: number): Promise<HandedCrawl | null> {
  return (await tx.query(lock, [jobId])).rows[0] ?? null
}

/** An address whose turn it may be. */
export interface WaitingUrl {
  readonly id: number
  readonly url: string
  readonly attempts: number
  /** As crawl_urls.left_out, of those that are no pages of the crawl: only whether they answer is asked. */
  readonly leftOut: string | null
}

const waiting = kept(sql<WaitingUrl>`
  select id, url, attempts, left_out as "leftOut" from (
    select id, url, attempts, left_out, seq, state, not_before from crawl_urls
    where job_id = $1 and state in ('queued', 'leased') order by seq limit $2
  ) unfinished
  where state = 'queued' and (not_before is null or not_before <= now())
  order by seq limit $3`)

/** Addresses that may be handed out, in the order of the crawl.
 *  @param room how many of the unfinished ones are surely to be crawled: as many as pages may still come, for
 *    each gives one page at most. Those behind them may be beyond the cap. */
export async function readWaitingUrls(
  tx: Queryable,
  jobId: number,
  room: number,
  limit: number,
): Promise<WaitingUrl[]> {
  return (await tx.query(waiting, [jobId, room, limit])).rows
}

/** How a host is doing. */
export interface HostRow {
  /** From now, ms; 0: at once. */
  readonly freeInMs: number
  readonly slowness: number
  readonly usualMs: number | null
}

const lockHost = kept(sql<HostRow>`
  insert into crawl_hosts (host, free_at) values ($1, now())
  on conflict (host) do update set touched_at = now()
  returning greatest(0, extract(epoch from free_at - now()) * 1000)::float8 as "freeInMs", slowness,
    usual_ms as "usualMs"`)

/** The pace of a host; nobody else reserves time of it before the transaction ends. */
export async function lockHostPace(tx: Queryable, host: string): Promise<HostRow> {
  const { rows } = await tx.query(lockHost, [host])
  const [row] = rows
  if (row === undefined) throw new Error('a host was neither found nor added')
  return row
}

const busyHosts = kept(sql<{ host: string }>`
  select host from crawl_hosts
  where host = any($1::text[]) and free_at > now() + make_interval(secs => $2::float8 / 1000)`)

/** Those of some hosts that are not free for longer than that. */
export async function readBusyHosts(
  tx: Queryable,
  hosts: readonly string[],
  ms: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query(busyHosts, [[...hosts], ms])
  return new Set(rows.map(({ host }) => host))
}

const reserve = kept(sql<never>`
  update crawl_hosts set free_at = greatest(free_at, now()) + make_interval(secs => $2::float8 / 1000)
  where host = $1`)

/** Takes time of a host, after all that is taken already. */
export async function reserveHost(tx: Queryable, host: string, ms: number): Promise<void> {
  await tx.query(reserve, [host, ms])
}

const pace = kept(sql<never>`
  update crawl_hosts set slowness = $2, usual_ms = $3,
    free_at = greatest(free_at, now() + make_interval(secs => $4::float8 / 1000))
  where host = $1`)

/** Notes what a batch told of its host. @param restMs for which nothing is asked of it */
export async function writeHostPace(
  tx: Queryable,
  host: string,
  { slowness, usualMs }: Pick<HostRow, 'slowness' | 'usualMs'>,
  restMs: number,
): Promise<void> {
  await tx.query(pace, [host, slowness, usualMs, restMs])
}

const readRobots = kept(sql<{ robots: CrawlRobots }>`
  select robots from crawl_origins where job_id = $1 and origin = $2`)

/** null where it was not fetched yet. */
export async function readOriginRobots(
  tx: Queryable,
  jobId: number,
  origin: string,
): Promise<CrawlRobots | null> {
  return (await tx.query(readRobots, [jobId, origin])).rows[0]?.robots ?? null
}

const addRobots = kept(sql<never>`
  insert into crawl_origins (job_id, origin, robots) values ($1, $2, $3) on conflict do nothing`)

/** Keeps the first that is told of an origin. */
export async function insertOriginRobots(
  tx: Queryable,
  jobId: number,
  origin: string,
  robots: CrawlRobots,
): Promise<void> {
  await tx.query(addRobots, [jobId, origin, JSON.stringify(robots)])
}

const addBatch = kept(sql<{ id: number }>`
  insert into crawl_batches (job_id, host, controller_id, agent_id, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5::float8 / 1000)) returning id`)

// Each by its own key, and planned each time: as in crawl-store.ts.
const lease = sql<never>`
  update crawl_urls u set state = 'leased', batch_id = $2, attempts = attempts + 1, not_before = null
  from (select $1::int as job_id, unnest($3::int[]) as id offset 0) taken
  where u.job_id = taken.job_id and u.id = taken.id`

const noteTurn = kept(sql<never>`update crawl_jobs set handed_at = clock_timestamp() where id = $1`)

/** Who gets a batch. */
export interface NewBatch {
  readonly jobId: number
  readonly host: string
  readonly controllerId: string
  readonly agentId: string
  /** After it somebody else gets it, ms from now. */
  readonly expiresInMs: number
}

/** Notes that an agent has addresses; none while a crawl is opened. @returns the batch's number */
export async function insertBatch(
  tx: Queryable,
  batch: NewBatch,
  urlIds: readonly number[],
): Promise<number> {
  const { jobId, host, controllerId, agentId, expiresInMs } = batch
  const { rows } = await tx.query(addBatch, [jobId, host, controllerId, agentId, expiresInMs])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a batch was not inserted')
  if (urlIds.length > 0) await tx.query(lease, [jobId, id, urlIds])
  await tx.query(noteTurn, [jobId])
  return id
}

const endBatch = kept(sql<{ id: number }>`delete from crawl_batches where id = $1 returning id`)

/** @returns false when it had ended already: what came of it must not be stored */
export async function deleteBatch(tx: Queryable, batchId: number): Promise<boolean> {
  return (await tx.query(endBatch, [batchId])).rowCount > 0
}

const giveBack = kept(sql<never>`
  with ended as (
    delete from crawl_batches where id = $1 returning id
  )
  update crawl_urls set state = 'queued', batch_id = null,
    attempts = attempts - (case when $2 then 1 else 0 end)
  where batch_id in (select id from ended)`)

/** Hands back what an agent had.
 *  @param isUntouched it was not begun: no try is counted */
export async function returnBatch(
  db: Queryable,
  batchId: number,
  isUntouched: boolean,
): Promise<void> {
  await db.query(giveBack, [batchId, isUntouched])
}

const batchesOf = sql<{ id: number }>`select id from crawl_batches where controller_id = $1`

/** What a controller's agents have. */
export async function readBatchesOf(db: Queryable, controllerId: string): Promise<number[]> {
  return (await db.query(batchesOf, [controllerId])).rows.map(({ id }) => id)
}

const giveBackLost = sql<never>`
  with lost as (
    delete from crawl_batches b
    where b.expires_at < now() or b.controller_id <> $2 and not exists (
      select from controllers c
      where c.id = b.controller_id and c.last_seen_at > now() - make_interval(secs => $1::float8 / 1000)
    )
    returning id
  )
  update crawl_urls set state = 'queued', batch_id = null
  where batch_id in (select id from lost)`

/** Hands back what nobody will answer: of controllers that are gone, and what is overdue.
 *  @param goneAfterMs without a sign of a controller
 *  @param ownId of the controller that asks: after a time without the database its own sign is old */
export async function returnLostBatches(
  db: Queryable,
  goneAfterMs: number,
  ownId: string,
): Promise<void> {
  await db.query(giveBackLost, [goneAfterMs, ownId])
}
