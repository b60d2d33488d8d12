import { numberArray } from './array-literal.ts'
import type { MonitorConfigRow } from './monitor-columns.ts'
import { CONFIG_FIELDS } from './monitor-columns.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart, Statement } from './sql.ts'
import { kept, sql } from './sql.ts'

/** A monitor with what is known about it now. */
export interface MonitorRow extends MonitorConfigRow {
  readonly id: number
  readonly publicId: string
  readonly type: string
  /** Of its settings: grows with every change of what it checks. */
  readonly generation: number
  readonly active: boolean
  readonly pausedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly createdBy: string | null
  readonly status: string
  readonly statusSince: Date
  readonly statusReason: string | null
  /** The decision rule is making up its mind. */
  readonly confirming: boolean
  readonly flapping: boolean
  readonly inMaintenance: boolean
  readonly currentOutageId: string | null
  /** Of the latest check in any of its regions; null before the first. */
  readonly lastCheckedAt: Date | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly lastError: string | null
  /** The earliest among its regions. */
  readonly tlsExpiresAt: Date | null
}

/** The columns of {@link MonitorRow}, of `MONITOR_TABLES`. */
export const MONITOR_COLUMNS: SqlPart = {
  sqlPart: `m.id, m.public_id as "publicId", m.type, ${CONFIG_FIELDS.sqlPart}, m.generation, m.active, m.paused_at as "pausedAt", m.created_at as "createdAt",
    m.updated_at as "updatedAt", author.public_id as "createdBy",
    s.status, s.status_since as "statusSince", s.status_reason as "statusReason",
    m.active and s.decision ? 'round' as confirming, s.flapping,
    m.active and s.in_maintenance as "inMaintenance",
    (select o.public_id from outages o
      where o.monitor_id = m.id and o.ended_at is null and o.scope = 'global') as "currentOutageId",
    latest.checked_at as "lastCheckedAt", latest.status_code as "statusCode",
    latest.response_ms as "responseMs", latest.error as "lastError",
    (select min(r.tls_expires_at) from region_states r
      where r.monitor_id = m.id and r.region = any(m.regions)) as "tlsExpiresAt"`,
}

/** `monitors m` with what is known of each. */
export const MONITOR_TABLES: SqlPart = {
  sqlPart: `monitors m
  join monitor_states s on s.monitor_id = m.id
  left join people author on author.id = m.created_by
  left join lateral (
    select r.checked_at, r.status_code, r.response_ms, r.error from region_states r
    where r.monitor_id = m.id and r.region = any(m.regions)
    order by r.checked_at desc, r.region limit 1
  ) latest on true`,
}

const readSome = kept(sql<MonitorRow>`
  select ${MONITOR_COLUMNS} from ${MONITOR_TABLES}
  where m.workspace_id = $1 and m.public_id = any($2)`)

/** The workspace's monitors among these ids, in no order. */
export async function readMonitors(
  db: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<MonitorRow[]> {
  return (await db.query(readSome, [workspaceId, publicIds])).rows
}

/** Which of a workspace's monitors are meant; null is no filter. */
export interface MonitorFilters {
  readonly statuses: readonly string[] | null
  readonly types: readonly string[] | null
  readonly active: boolean | null
  readonly region: string | null
  readonly tag: string | null
  /** Part of a name or URL, in any case. */
  readonly search: string | null
}

/** In the order of `MATCHES`. */
const filterValues = (filters: MonitorFilters): unknown[] => [
  filters.statuses,
  filters.types,
  filters.active,
  filters.region,
  filters.tag,
  filters.search,
]

/** Whether anything is left out. */
export const hasFilters = (filters: MonitorFilters): boolean =>
  filterValues(filters).some((value) => value !== null)

/** What a listing asks for. */
export interface MonitorListQuery extends MonitorFilters {
  readonly sort: 'name' | 'status' | 'responseMs' | 'createdAt'
  readonly descending: boolean
  /** null: all. */
  readonly limit: number | null
  readonly offset: number
}

/** Which monitors a page shows. */
export interface MonitorPage {
  /** How many match in all. */
  readonly total: number
  readonly publicIds: readonly string[]
  /** The same monitors in the same order. */
  readonly ids: readonly number[]
}

/** What of `monitors m` and `monitor_states s` is meant: $1 the workspace, $2 to $7 the filters in their order. */
export const MATCHES: SqlPart = {
  sqlPart: `m.workspace_id = $1
      and ($2::text[] is null or s.status = any($2))
      and ($3::text[] is null or m.type = any($3))
      and ($4::boolean is null or m.active = $4)
      and ($5::text is null or $5 = any(m.regions))
      and ($6::text is null or $6 = any(m.tags))
      and ($7::text is null or position(lower($7) in lower(m.name)) > 0
        or position(lower($7) in lower(m.url)) > 0)`,
}

/** $1 to $7 of what matches. */
export const matchValues = (workspaceId: number, filters: MonitorFilters): unknown[] => [
  workspaceId,
  ...filterValues(filters),
]

// The keys of a sort that was not asked for are never computed: case evaluates one branch only.
// Statuses sort by how much they need a person: down first.
const list = kept(sql<MonitorPage>`
  with matching as materialized (
    select m.public_id, m.id,
      case $8::text when 'name' then lower(m.name) collate "C" end as text_key,
      case $8::text
        when 'status' then array_position(
          '{down,degraded,unknown,pending,up,maintenance,paused}'::text[], s.status)::float8
        when 'responseMs' then (
          select r.response_ms::float8 from region_states r
          where r.monitor_id = m.id and r.region = any(m.regions)
          order by r.checked_at desc, r.region limit 1)
        when 'createdAt' then extract(epoch from m.created_at)::float8
      end as number_key
    from monitors m
    join monitor_states s on s.monitor_id = m.id
    where ${MATCHES}
  )
  select (select count(*) from matching) as total,
    coalesce(array_agg(public_id), '{}') as "publicIds", coalesce(array_agg(id), '{}') as ids
  from (
    select public_id, id from matching
    order by
      case when not $9::boolean then text_key end asc nulls last,
      case when $9 then text_key end desc nulls last,
      case when not $9 then number_key end asc nulls last,
      case when $9 then number_key end desc nulls last,
      case when $9 then -id else id end
    limit $10 offset $11
  ) page`)

// All of a workspace in the order of their index: what is on no page is counted there and not read, nor sorted (1,000
// monitors took 4 ms, and take 0.3).
const listAll = (direction: 'asc' | 'desc'): Statement<MonitorPage> =>
  kept(sql<MonitorPage>`
  select (select count(*) from monitors where workspace_id = $1) as total,
    coalesce(array_agg(public_id), '{}') as "publicIds", coalesce(array_agg(id), '{}') as ids
  from (
    select public_id, id from monitors
    where workspace_id = $1
    order by created_at ${{ sqlPart: direction }}, id ${{ sqlPart: direction }}
    limit $2 offset $3
  ) page`)
const oldestFirst = listAll('asc')
const newestFirst = listAll('desc')

const readPublicIds = kept(sql<{ id: number; publicId: string }>`
  select id, public_id as "publicId" from monitors where id = any($1::integer[])`)

/** The ids for people of some monitors; those that are gone are left out. */
export async function readPublicIdsOf(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.query(readPublicIds, [numberArray(ids)])
  return new Map(rows.map(({ id, publicId }) => [id, publicId]))
}

/** One page of a workspace's monitors, in order: their ids for people and for the database. What has no
 *  value to sort by comes last. */
export async function listMonitors(
  db: Queryable,
  workspaceId: number,
  query: MonitorListQuery,
): Promise<MonitorPage> {
  if (query.sort === 'createdAt' && !hasFilters(query)) {
    const all = query.descending ? newestFirst : oldestFirst
    const { rows } = await db.query(all, [workspaceId, query.limit, query.offset])
    return rows[0] ?? { total: 0, publicIds: [], ids: [] }
  }
  const { rows } = await db.query(list, [
    ...matchValues(workspaceId, query),
    query.sort,
    query.descending,
    query.limit,
    query.offset,
  ])
  return rows[0] ?? { total: 0, publicIds: [], ids: [] }
}
