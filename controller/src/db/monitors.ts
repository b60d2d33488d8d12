import type { MonitorConfigRow } from './monitor-columns.ts'
import {
  CONFIG_COLUMNS,
  CONFIG_FIELDS,
  configAssignments,
  configParameters,
  configValues,
} from './monitor-columns.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A monitor to be kept. */
export interface NewMonitorRow extends MonitorConfigRow {
  readonly publicId: string
  readonly workspaceId: number
  readonly type: string
  readonly createdBy: number | null
  readonly createdAt: Date
}

const insert = sql<{ id: number }>`
  insert into monitors (public_id, workspace_id, type, created_by, grid_since, run_at, created_at, updated_at,
    ${CONFIG_COLUMNS})
  values ($1, $2, $3, $4, $5, $5, $5, $5, ${configParameters(6)})
  returning id`

/** @returns the number of the new monitor
 *  @throws a violation of the unique index monitors_target when the workspace has the target already */
export async function insertMonitor(tx: Queryable, row: NewMonitorRow): Promise<number> {
  const { rows } = await tx.query(insert, [
    row.publicId,
    row.workspaceId,
    row.type,
    row.createdBy,
    row.createdAt,
    ...configValues(row),
  ])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the monitor was not inserted')
  return id
}

/** The monitor that has a target. */
export interface TargetHolder {
  readonly publicId: string
  readonly name: string
}

const findTarget = sql<TargetHolder>`
  select public_id as "publicId", name from monitors where workspace_id = $1 and target_key = $2`

/** @returns the workspace's monitor of a target, null when there is none */
export async function findMonitorOfTarget(
  db: Queryable,
  workspaceId: number,
  targetKey: string,
): Promise<TargetHolder | null> {
  const { rows } = await db.query(findTarget, [workspaceId, targetKey])
  return rows[0] ?? null
}

const countUpTo = sql<{ count: number }>`
  select count(*) as count from (select from monitors where workspace_id = $1 limit $2) counted`

/** Monitors of a workspace, counted no further than a limit. */
export async function countMonitors(
  db: Queryable,
  workspaceId: number,
  limit: number,
): Promise<number> {
  const { rows } = await db.query(countUpTo, [workspaceId, limit])
  return rows[0]?.count ?? 0
}

/** A monitor as a change of it starts from. */
export interface LockedMonitorRow extends MonitorConfigRow {
  readonly id: number
  readonly publicId: string
  readonly type: string
  readonly active: boolean
  /** Of its settings: grows with every change of what it checks. */
  readonly generation: number
}

const lock = sql<LockedMonitorRow>`
  select m.id, m.public_id as "publicId", m.type, m.active, m.generation, ${CONFIG_FIELDS}
  from monitors m
  where m.workspace_id = $1 and m.public_id = $2
  for no key update`

/** Locks a monitor until the transaction ends: of two changes at once one sees the other's outcome.
 *  @returns null when the workspace has no such monitor */
export async function lockMonitor(
  tx: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<LockedMonitorRow | null> {
  const { rows } = await tx.query(lock, [workspaceId, publicId])
  return rows[0] ?? null
}

const update = sql<unknown>`
  update monitors set
    updated_at = $2,
    grid_since = case when $3 then $2 else grid_since end,
    run_at = case
      when $4 or $5 and exists (select from monitor_states s where s.monitor_id = monitors.id and s.status = 'pending')
      then $2 else run_at end,
    ${configAssignments(6)}
  where id = $1`

/** Writes a changed monitor.
 *  @param change.newGrid its slots before now never existed
 *  @param change.runNow it is checked at once, beside the grid
 *  @param change.runIfPending as much where nothing is known of it yet */
export async function updateMonitor(
  tx: Queryable,
  id: number,
  row: MonitorConfigRow,
  change: { at: Date; newGrid: boolean; runNow: boolean; runIfPending: boolean },
): Promise<void> {
  const { at, newGrid, runNow, runIfPending } = change
  await tx.query(update, [id, at, newGrid, runNow, runIfPending, ...configValues(row)])
}

const readDependencies = sql<{ publicId: string; leadsBack: boolean }>`
  with recursive reached (public_id, depends_on, root) as (
    select public_id, depends_on, public_id from monitors
    where workspace_id = $1 and public_id = any($2)
    union
    select m.public_id, m.depends_on, r.root
    from reached r join monitors m on m.workspace_id = $1 and m.public_id = any(r.depends_on)
  )
  select root as "publicId", bool_or(public_id = $3) as "leadsBack" from reached group by root`

/** Which of these monitors the workspace has, and whether what they depend on leads back to a monitor.
 *  @param publicId the monitor that is to depend on them; null for a new one */
export async function readDependencyCandidates(
  db: Queryable,
  workspaceId: number,
  candidates: readonly string[],
  publicId: string | null,
): Promise<{ publicId: string; leadsBack: boolean | null }[]> {
  return (await db.query(readDependencies, [workspaceId, candidates, publicId])).rows
}

const readMembers = sql<{ publicId: string }>`
  select p.public_id as "publicId" from people p
  join memberships m on m.person_id = p.id
  where m.workspace_id = $1 and p.public_id = any($2)`

/** Which of these people belong to the workspace. */
export async function readMembersAmong(
  db: Queryable,
  workspaceId: number,
  candidates: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query(readMembers, [workspaceId, candidates])
  return rows.map((row) => row.publicId)
}
