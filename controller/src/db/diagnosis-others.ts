import type { Queryable } from './pool.ts'
import { SLOT_MARGIN_MS } from './slot-margin.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

const crowd = sql<{ isCrowd: boolean }>`
  select (select count(*) from (select from monitor_states where not steady limit $2 + 1) suspected) > $2
    and (select count(*) from (select from monitors where workspace_id = $1 limit $3 + 1) its) <= $3
    as "isCrowd"`

const FEW_SUSPECTED = 200
const FEW_MONITORS = 2_000

/** Whether so many monitors of all workspaces are not well that a workspace's own are sooner looked through: when 2,400
 *  were down, each diagnosis passed over all of them, twice, for the few of its workspace. What is read is the same. */
export async function areManySuspected(db: Queryable, workspaceId: number): Promise<boolean> {
  const { rows } = await db.query(crowd, [workspaceId, FEW_SUSPECTED, FEW_MONITORS])
  return rows[0]?.isCrowd === true
}

/** Which monitors are looked at for those that are not well: all, or those of a workspace. */
interface LookedAt {
  readonly openOutages: SqlPart
  readonly unsteady: SqlPart
}

const OF_ALL: LookedAt = {
  openOutages: {
    sqlPart: `outages o join monitors m on m.id = o.monitor_id and m.workspace_id = $1
    where o.ended_at is null`,
  },
  unsteady: {
    sqlPart: `monitor_states s join monitors m on m.id = s.monitor_id and m.workspace_id = $1
    where not s.steady`,
  },
}

// One by one, whatever is known of how many there are: planned as joins they begin with what is open, or not steady.
const OF_WORKSPACE: LookedAt = {
  openOutages: {
    sqlPart: `(select * from monitors where workspace_id = $1 offset 0) m
    cross join lateral (select * from outages where monitor_id = m.id and ended_at is null offset 0) o
    where true`,
  },
  unsteady: {
    sqlPart: `(select * from monitors where workspace_id = $1 offset 0) m
    cross join lateral (select from monitor_states where monitor_id = m.id and not steady offset 0) s
    where true`,
  },
}

/** Another monitor of the workspace with an open outage. */
export interface NeighbourRow {
  readonly publicId: string
  readonly name: string
  readonly host: string
  readonly ip: string | null
  /** What its outage is called, which an analysis may have changed. */
  readonly cause: string
  /** What its failing checks told until the outage was confirmed, the latest of each region. */
  readonly ownCauses: readonly string[]
  readonly startedAtMs: number
  readonly isParent: boolean
}

const neighboursOf = ({ openOutages }: LookedAt) => sql<NeighbourOutage>`
  select near.public_id as "publicId", near.name, near.host, near.cause,
    extract(epoch from near.started_at)::float8 * 1000 as "startedAtMs", near."isParent",
    near.id, extract(epoch from near.confirmed_at)::float8 * 1000 as "confirmedAtMs",
    (select r.ip from check_results r
      where r.monitor_id = near.id and r.ip is not null
        and r.scheduled_at >= to_timestamp($4::float8 / 1000)
        and r.scheduled_at < to_timestamp($5::float8 / 1000)
      order by r.scheduled_at desc limit 1) as ip
  from (
    select m.id, m.public_id, m.name, m.host, o.cause, o.started_at, o.confirmed_at,
      m.public_id = any($3::text[]) as "isParent"
    from ${openOutages} and o.scope = 'global' and m.id <> $2
      and o.started_at <= to_timestamp($5::float8 / 1000)
      and (m.public_id = any($3::text[]) or o.started_at >= to_timestamp($4::float8 / 1000))
    order by "isParent" desc, o.started_at desc, m.id limit 50
  ) near
  order by near."isParent" desc, near.started_at desc, near.id`

const neighbours = neighboursOf(OF_ALL)
const neighboursInCrowd = neighboursOf(OF_WORKSPACE)

/** A neighbour before its results were looked at. */
interface NeighbourOutage extends Omit<NeighbourRow, 'ownCauses'> {
  readonly id: number
  readonly confirmedAtMs: number
}

// The span of all of them as values: the plan then knows which days of results are asked for. One monitor after the
// other: all at once, the results of everybody's hour were read to find those of fifty.
const ownCauses = sql<{ id: number; causes: string[] }>`
  select told.id, array_agg(told.cause order by told.region) as causes
  from (
    select near.id, last.region, last.cause
    from unnest($1::integer[], $2::float8[], $3::float8[]) as near(id, started_ms, confirmed_ms)
    cross join lateral (
      select distinct on (r.region) r.region, r.cause
      from check_results r
      where r.monitor_id = near.id
        and r.status = 'down' and r.cause is not null and not r.late and r.uncounted is null
        and r.checked_at >= to_timestamp(near.started_ms / 1000)
        and r.checked_at <= to_timestamp(near.confirmed_ms / 1000)
        and r.scheduled_at >= to_timestamp($4::float8 / 1000)
        and r.scheduled_at <= to_timestamp($5::float8 / 1000)
      order by r.region, r.checked_at desc
    ) last
  ) told
  group by told.id`

async function readOwnCauses(
  db: Queryable,
  near: readonly NeighbourOutage[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (near.length === 0) return new Map()
  const started = near.map(({ startedAtMs }) => startedAtMs)
  const confirmed = near.map(({ confirmedAtMs }) => confirmedAtMs)
  const { rows } = await db.query(ownCauses, [
    near.map(({ id }) => id),
    started,
    confirmed,
    Math.min(...started) - SLOT_MARGIN_MS,
    Math.max(...confirmed) + SLOT_MARGIN_MS,
  ])
  return new Map(rows.map(({ id, causes }) => [id, causes]))
}

/** Monitors of a workspace that are down since about the same time, and those a monitor depends on that
 *  were down by then. Only open outages are looked at: they have an index of their own. */
export async function readNeighbours(
  db: Queryable,
  query: {
    workspaceId: number
    monitorId: number
    parents: readonly string[]
    fromMs: number
    toMs: number
    isCrowd: boolean
  },
): Promise<NeighbourRow[]> {
  const { workspaceId, monitorId, parents, fromMs, toMs, isCrowd } = query
  const statement = isCrowd ? neighboursInCrowd : neighbours
  const { rows } = await db.query(statement, [workspaceId, monitorId, parents, fromMs, toMs])
  const causes = await readOwnCauses(db, rows)
  return rows.map((row) => ({ ...row, ownCauses: causes.get(row.id) ?? [] }))
}

/** A host that fails from a region and passes elsewhere. */
export interface UnrelatedHostRow {
  readonly region: string
  readonly host: string
  /** Why it fails; null where that is not known. */
  readonly cause: string | null
}

const unrelatedOf = ({ unsteady }: LookedAt) => sql<UnrelatedHostRow>`
  with suspected as (
    select m.id, m.host from ${unsteady} and m.host <> $2
  ), bad_hosts as (
    select distinct bad.region, m.host, bad.cause
    from suspected m
    join region_states bad on bad.monitor_id = m.id and bad.region = any($3)
    where bad.status in ('down', 'unknown') and bad.checked_at >= to_timestamp($4::float8 / 1000)
      and exists (
        select from region_states good
        where good.monitor_id = m.id and good.region <> all($3) and good.status in ('up', 'degraded')
          and good.checked_at >= to_timestamp($4::float8 / 1000))
  ), numbered as (
    select *, row_number() over (partition by region order by host, cause) as place from bad_hosts
  )
  select region, host, cause from numbered where place <= 100 order by region, host, cause`

const unrelated = unrelatedOf(OF_ALL)
const unrelatedInCrowd = unrelatedOf(OF_WORKSPACE)

/** Hosts of the workspace's other monitors that these regions fail and others pass, both lately. Only
 *  monitors about which something is the matter are looked at: they have an index of their own; 100 of each
 *  region, so that none of them is left out. */
export async function readUnrelatedHosts(
  db: Queryable,
  query: {
    workspaceId: number
    host: string
    regions: readonly string[]
    sinceMs: number
    isCrowd: boolean
  },
): Promise<UnrelatedHostRow[]> {
  const { workspaceId, host, regions, sinceMs, isCrowd } = query
  const statement = isCrowd ? unrelatedInCrowd : unrelated
  return (await db.query(statement, [workspaceId, host, regions, sinceMs])).rows
}
