import { isoTime } from './iso-time.ts'
import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { sql } from './sql.ts'

/** What of a maintenance window its people decide, as it is stored; times in UNIX ms. */
export interface WindowConfigRow {
  readonly description: string
  /** The first occurrence. */
  readonly fromMs: number
  readonly toMs: number
  readonly recurrence: string
  readonly repeatEvery: number
  readonly effectiveToMs: number | null
  readonly timezone: string
  /** The rule's occurrences that begin by then do not count; null: all do. */
  readonly ruleAfterMs: number | null
  readonly allMonitors: boolean
}

/** A maintenance window. */
export interface WindowRow extends WindowConfigRow {
  readonly id: number
  readonly publicId: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What a window is for, and when it runs. */
type ToldRule = Omit<WindowConfigRow, 'ruleAfterMs' | 'allMonitors'>

function ruleValues(row: ToldRule): unknown[] {
  return [
    row.description,
    isoTime(row.fromMs),
    isoTime(row.toMs),
    row.recurrence,
    row.repeatEvery,
    isoTime(row.effectiveToMs),
    row.timezone,
  ]
}

/** The first nine parameters of both statements that write what people decide. */
function configValues(row: WindowConfigRow): unknown[] {
  return [...ruleValues(row), isoTime(row.ruleAfterMs), row.allMonitors]
}

const insert = sql<{ id: number }>`
  insert into maintenance_windows (description, starts_at, ends_at, recurrence, repeat_every, effective_to,
    timezone, rule_after, all_monitors, public_id, workspace_id, next_change_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5,
    $6, $7, $8, $9, $10, $11, $12, $12, $12)
  returning id`

/** Keeps a new window; whether it runs is found out at once, by whoever settles the workspace next.
 *  @returns its number */
export async function insertWindow(
  tx: Queryable,
  row: WindowConfigRow & { publicId: string; workspaceId: number; createdAt: Date },
): Promise<number> {
  const { rows } = await tx.query(insert, [
    ...configValues(row),
    row.publicId,
    row.workspaceId,
    row.createdAt,
  ])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the maintenance window was not inserted')
  return id
}

const update = sql<unknown>`
  update maintenance_windows set
    description = $1, starts_at = $2,
    ends_at = $3, recurrence = $4, repeat_every = $5,
    effective_to = $6, timezone = $7,
    rule_after = $8, all_monitors = $9, updated_at = $11,
    next_change_at = $11
  where id = $10`

/** Writes a changed window; whether it runs is found out at once, as of a new one. */
export async function updateWindow(
  tx: Queryable,
  id: number,
  row: WindowConfigRow,
  at: Date,
): Promise<void> {
  await tx.query(update, [...configValues(row), id, at])
}

const touch = sql<unknown>`
  update maintenance_windows set updated_at = $2, next_change_at = $2 where id = $1`

/** One of its occurrences changed. */
export async function touchWindow(tx: Queryable, id: number, at: Date): Promise<void> {
  await tx.query(touch, [id, at])
}

const remove = sql<unknown>`delete from maintenance_windows where id = $1`

export async function deleteWindow(tx: Queryable, id: number): Promise<void> {
  await tx.query(remove, [id])
}

/** Fields of a `WindowRuleRow`. */
const RULE_FIELDS: SqlPart = {
  sqlPart: `id,
    round(extract(epoch from starts_at) * 1000)::float8 as "fromMs",
    round(extract(epoch from ends_at) * 1000)::float8 as "toMs",
    recurrence, repeat_every as "repeatEvery",
    round(extract(epoch from effective_to) * 1000)::float8 as "effectiveToMs", timezone,
    round(extract(epoch from rule_after) * 1000)::float8 as "ruleAfterMs"`,
}

/** Fields of a `WindowRow`. */
const WINDOW_FIELDS: SqlPart = {
  sqlPart: `${RULE_FIELDS.sqlPart}, public_id as "publicId", description, all_monitors as "allMonitors",
    created_at as "createdAt", updated_at as "updatedAt"`,
}

const find = sql<WindowRow>`
  select ${WINDOW_FIELDS}
  from maintenance_windows where workspace_id = $1 and public_id = $2`

/** @returns null when the workspace has no such window */
export async function findWindow(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<WindowRow | null> {
  const { rows } = await db.query(find, [workspaceId, publicId])
  return rows[0] ?? null
}

const findSame = sql<{ publicId: string }>`
  select public_id as "publicId" from maintenance_windows
  where workspace_id = $1 and description = $2 and starts_at = $3 and ends_at = $4 and recurrence = $5
    and repeat_every = $6 and effective_to is not distinct from $7::timestamptz and timezone = $8
  order by id limit 1`

/** The window of a workspace that has a description and a rule, whatever it covers; of several the first.
 *  @returns its id; null when there is none */
export async function findSameWindow(
  db: Queryable,
  workspaceId: number,
  row: ToldRule,
): Promise<string | null> {
  const { rows } = await db.query(findSame, [workspaceId, ...ruleValues(row)])
  return rows[0]?.publicId ?? null
}

const around = sql<WindowRow>`
  select ${WINDOW_FIELDS}
  from maintenance_windows
  where workspace_id = $1 and (running or next_change_at < $2)
  order by id`

/** Windows that are under way, or that begin before an instant. */
export async function readWindowsUntil(
  db: Queryable,
  workspaceId: number,
  until: Date,
): Promise<WindowRow[]> {
  return (await db.query(around, [workspaceId, until])).rows
}

const list = sql<WindowRow>`
  select ${WINDOW_FIELDS}
  from maintenance_windows where workspace_id = $1
  order by created_at desc, id desc limit $2 offset $3`

/** One page of a workspace's windows, newest first. */
export async function listWindows(
  db: Queryable,
  workspaceId: number,
  page: { limit: number; offset: number },
): Promise<WindowRow[]> {
  return (await db.query(list, [workspaceId, page.limit, page.offset])).rows
}

const count = sql<{ count: number }>`
  select count(*) as count from maintenance_windows where workspace_id = $1`

/** Windows of a workspace. */
export async function countWindows(db: Queryable, workspaceId: number): Promise<number> {
  const { rows } = await db.query(count, [workspaceId])
  return rows[0]?.count ?? 0
}

/** What tells when a window runs. */
export type WindowRuleRow = Omit<
  WindowRow,
  'publicId' | 'description' | 'allMonitors' | 'createdAt' | 'updatedAt'
>

const findDue = sql<WindowRuleRow>`
  select ${RULE_FIELDS}
  from maintenance_windows where workspace_id = $1 and next_change_at <= $2`

/** Windows of a workspace that begin or end by an instant. */
export async function readDueWindows(
  db: Queryable,
  workspaceId: number,
  at: Date,
): Promise<WindowRuleRow[]> {
  return (await db.query(findDue, [workspaceId, at])).rows
}

const setRunning = sql<unknown>`
  update maintenance_windows set running = $2, next_change_at = $3
  where id = $1`

/** Writes whether an occurrence is under way, and when that changes next. */
export async function updateWindowRunning(
  tx: Queryable,
  id: number,
  state: { running: boolean; nextChangeMs: number | null },
): Promise<void> {
  await tx.query(setRunning, [id, state.running, isoTime(state.nextChangeMs)])
}
