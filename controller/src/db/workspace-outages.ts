import type { OutageRow } from './outage-reads.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** An outage with the monitor it is of, and who has taken it in hand. */
export interface WorkspaceOutageRow extends OutageRow {
  readonly monitorId: string
  readonly monitorName: string
  readonly monitorType: string
  readonly monitorUrl: string
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  readonly acknowledgedByName: string | null
  readonly mutedUntil: Date | null
}

const FIELDS: SqlPart = {
  sqlPart: `o.id, o.public_id as "publicId", o.started_at as "startedAt", o.confirmed_at as "confirmedAt",
    o.ended_at as "endedAt", o.scope, o.regions, o.cause, o.summary, m.public_id as "monitorId",
    m.name as "monitorName", m.type as "monitorType", m.url as "monitorUrl",
    o.acknowledged_at as "acknowledgedAt", o.acknowledged_by as "acknowledgedBy",
    o.acknowledged_by_name as "acknowledgedByName", o.muted_until as "mutedUntil"`,
}

/** Which outages of a workspace are meant; null is no filter. */
export interface OutageFilter {
  readonly isOpen: boolean | null
  readonly monitorId: string | null
  /** They were going on at some time from here to there. */
  readonly from: Date
  readonly to: Date
}

const ASKED: SqlPart = {
  sqlPart: `($2::boolean is null or (o.ended_at is null) = $2)
    and o.started_at < $5 and (o.started_at >= $4 or o.ended_at is null or o.ended_at > $4)`,
}

// Open ones have an index of their own.
const OPEN: SqlPart = {
  sqlPart: `from outages o
  join monitors m on m.id = o.monitor_id
  where m.workspace_id = $1 and o.ended_at is null and ($3::text is null or m.public_id = $3)
    and ${ASKED.sqlPart}`,
}

const OF_MONITOR: SqlPart = {
  sqlPart: `from (select * from monitors where workspace_id = $1 and public_id = $3 offset 0) m
  join outages o on o.monitor_id = m.id
  where ${ASKED.sqlPart}`,
}

// Of a workspace in the order of the index, as far as the page goes: put in order with others, all there are would be read.
// Whose an outage is is not known for moments after an update (migration 108): these are looked through then.
const OF_WORKSPACE: SqlPart = {
  sqlPart: `from (
    (select * from outages o where workspace_id = $1 and ${ASKED.sqlPart}
      order by started_at desc, id desc limit $6::bigint + $7::bigint)
    union all
    (select * from outages o where workspace_id is null and ${ASKED.sqlPart})
  ) o
  join monitors m on m.id = o.monitor_id
  where m.workspace_id = $1 and $3::text is null`,
}

const LISTED: SqlPart = {
  sqlPart: `order by o.started_at desc, o.id desc
  limit $6 offset $7`,
}

const countOpen = sql<{ total: number }>`select count(*) as total ${OPEN}`
const countOfMonitor = sql<{ total: number }>`select count(*) as total ${OF_MONITOR}`
const countOfWorkspace = sql<{ total: number }>`
  select (select count(*) from outages o where workspace_id = $1 and ${ASKED} and $3::text is null)
    + (select count(*) from outages o join monitors m on m.id = o.monitor_id
      where o.workspace_id is null and m.workspace_id = $1 and ${ASKED}) as total`

const listOpen = sql<WorkspaceOutageRow>`select ${FIELDS} ${OPEN} ${LISTED}`
const listOfMonitor = sql<WorkspaceOutageRow>`select ${FIELDS} ${OF_MONITOR} ${LISTED}`
const listOfWorkspace = sql<WorkspaceOutageRow>`select ${FIELDS} ${OF_WORKSPACE} ${LISTED}`

/** One page of a workspace's outages, newest first, and how many match in all. */
export async function listWorkspaceOutages(
  db: Queryable,
  workspaceId: number,
  { isOpen, monitorId, from, to }: OutageFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; outages: WorkspaceOutageRow[] }> {
  const filters = [workspaceId, isOpen, monitorId, from, to]
  const [count, list] = statementsFor(isOpen, monitorId)
  const counted = await db.query(count, filters)
  const total = counted.rows[0]?.total ?? 0
  if (page.offset >= total) return { total, outages: [] }
  const { rows } = await db.query(list, [...filters, page.limit, page.offset])
  return { total, outages: rows }
}

function statementsFor(isOpen: boolean | null, monitorId: string | null) {
  if (isOpen === true) return [countOpen, listOpen] as const
  if (monitorId !== null) return [countOfMonitor, listOfMonitor] as const
  return [countOfWorkspace, listOfWorkspace] as const
}

const recent = sql<WorkspaceOutageRow>`
  select ${FIELDS}
  from (
    (select * from outages where workspace_id = $1 order by started_at desc, id desc limit $2)
    union all
    (select * from outages where workspace_id is null)
  ) o
  join monitors m on m.id = o.monitor_id
  where m.workspace_id = $1
  order by o.started_at desc, o.id desc
  limit $2`

/** The latest outages of a workspace, however long ago. */
export async function readRecentOutages(
  db: Queryable,
  workspaceId: number,
  limit: number,
): Promise<WorkspaceOutageRow[]> {
  return (await db.query(recent, [workspaceId, limit])).rows
}

const find = sql<WorkspaceOutageRow & { readonly monitorNumber: number }>`
  select ${FIELDS}, m.id as "monitorNumber"
  from outages o
  join monitors m on m.id = o.monitor_id
  where m.workspace_id = $1 and o.public_id = $2`

/** @returns null when the workspace has no such outage */
export async function findWorkspaceOutage(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<(WorkspaceOutageRow & { readonly monitorNumber: number }) | null> {
  return (await db.query(find, [workspaceId, publicId])).rows[0] ?? null
}

const acknowledge = sql<never>`
  update outages set acknowledged_at = $2, acknowledged_by = $3, acknowledged_by_name = $4
  where id = $1 and acknowledged_at is null and ended_at is null`

/** Notes who has taken an outage in hand; of two the first stays, and one that is over stays as it is. */
export async function acknowledgeOutage(
  db: Queryable,
  outageId: number,
  by: { readonly at: Date; readonly personId: string; readonly name: string },
): Promise<void> {
  await db.query(acknowledge, [outageId, by.at, by.personId, by.name])
}

const mute = sql<never>`update outages set muted_until = $2 where id = $1 and ended_at is null`

/** @param until null: it is told again
 *  @returns false when the outage is over */
export async function muteOutage(
  db: Queryable,
  outageId: number,
  until: Date | null,
): Promise<boolean> {
  return (await db.query(mute, [outageId, until])).rowCount === 1
}

/** A vote of a region on whether a monitor works. */
export interface VoteRow {
  readonly region: string
  readonly checkedAt: Date
  readonly status: string
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly cause: string | null
  readonly error: string | null
  /** It was asked for, to confirm or to refute the first. */
  readonly confirmation: boolean
  readonly counted: boolean
}

const votes = sql<VoteRow>`
  select region, checked_at as "checkedAt", status, status_code as "statusCode",
    response_ms as "responseMs", cause, error, confirmation, uncounted is null as counted
  from check_results
  where monitor_id = $1 and scheduled_at >= $2 and scheduled_at < $3
    and checked_at >= $4 and checked_at <= $5
  order by checked_at + duration_ms * interval '1 ms', region, attempt
  limit $6`

/** What regions found of a monitor in a short time, in the order in which their checks ended.
 *  @param span values, so that other days are not planned */
export async function readVotes(
  db: Queryable,
  monitorId: number,
  span: { readonly from: Date; readonly to: Date; readonly marginMs: number },
  limit: number,
): Promise<VoteRow[]> {
  const { from, to, marginMs } = span
  const { rows } = await db.query(votes, [
    monitorId,
    new Date(from.getTime() - marginMs),
    new Date(to.getTime() + marginMs),
    from,
    to,
    limit,
  ])
  return rows
}

/** Something that was to be told of an outage. */
export interface OutageToldRow {
  readonly id: string
  readonly kind: string
  readonly channel: string
  readonly recipientType: string
  readonly recipientId: string
  readonly recipientName: string
  readonly state: string
  readonly suppressedBy: string | null
  readonly error: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
}

const toldOfOutage = sql<OutageToldRow>`
  select public_id as id, kind, channel, recipient_type as "recipientType",
    recipient_id as "recipientId", recipient_name as "recipientName", state,
    suppressed_by as "suppressedBy", error, created_at as "createdAt", sent_at as "sentAt"
  from alerts where outage_id = $1 order by id limit $2`

/** Who was told of an outage, or was not, in the order it was planned. */
export async function readOutageTold(
  db: Queryable,
  publicId: string,
  limit: number,
): Promise<OutageToldRow[]> {
  return (await db.query(toldOfOutage, [publicId, limit])).rows
}
