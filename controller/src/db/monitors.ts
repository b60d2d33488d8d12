import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** What of a monitor its people decide, as it is stored. */
export interface MonitorConfigRow {
  readonly name: string
  readonly url: string
  readonly host: string
  readonly port: number | null
  readonly targetKey: string
  /** Complete, secrets sealed. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether they hold a secret that is not a default. */
  readonly hasSecrets: boolean
  readonly intervalMinutes: number
  readonly timeoutMs: number
  readonly regions: readonly string[]
  readonly checkMode: string
  readonly confirmation: unknown
  readonly recovery: unknown
  readonly alerts: unknown
  readonly dependsOn: readonly string[]
  readonly tags: readonly string[]
}

/** A monitor to be kept. */
export interface NewMonitorRow extends MonitorConfigRow {
  readonly publicId: string
  readonly workspaceId: number
  readonly type: string
  readonly createdBy: number | null
  readonly createdAt: Date
}

/** The first sixteen parameters of both statements that write what people decide. */
function configValues(row: MonitorConfigRow): unknown[] {
  return [
    row.name,
    row.url,
    row.host,
    row.port,
    row.targetKey,
    JSON.stringify(row.settings),
    row.intervalMinutes,
    row.timeoutMs,
    row.regions,
    row.checkMode,
    JSON.stringify(row.confirmation),
    JSON.stringify(row.recovery),
    JSON.stringify(row.alerts),
    row.dependsOn,
    row.tags,
    row.hasSecrets,
  ]
}

const insert = sql<{ id: number }>`
  insert into monitors (name, url, host, port, target_key, settings, interval_minutes, timeout_ms, regions,
    check_mode, confirmation, recovery, alerts, depends_on, tags, has_secrets, public_id, workspace_id,
    type, created_by, grid_since, run_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
    $21, $21, $21, $21)
  returning id`

/** @returns the number of the new monitor
 *  @throws a violation of the unique index monitors_target when the workspace has the target already */
export async function insertMonitor(tx: Queryable, row: NewMonitorRow): Promise<number> {
  const { rows } = await tx.query(insert, [
    ...configValues(row),
    row.publicId,
    row.workspaceId,
    row.type,
    row.createdBy,
    row.createdAt,
  ])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the monitor was not inserted')
  return id
}

const findTarget = sql<{ publicId: string }>`
  select public_id as "publicId" from monitors where workspace_id = $1 and target_key = $2`

/** @returns the id of the workspace's monitor of a target, null when there is none */
export async function findMonitorOfTarget(
  db: Queryable,
  workspaceId: number,
  targetKey: string,
): Promise<string | null> {
  const { rows } = await db.query(findTarget, [workspaceId, targetKey])
  return rows[0]?.publicId ?? null
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
}

const lock = sql<LockedMonitorRow>`
  select id, public_id as "publicId", type, name, url, host, port, target_key as "targetKey", settings,
    has_secrets as "hasSecrets", interval_minutes as "intervalMinutes", timeout_ms as "timeoutMs", regions,
    check_mode as "checkMode", confirmation, recovery, alerts, depends_on as "dependsOn", tags, active
  from monitors
  where workspace_id = $1 and public_id = $2
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
    name = $1, url = $2, host = $3, port = $4, target_key = $5, settings = $6, interval_minutes = $7,
    timeout_ms = $8, regions = $9, check_mode = $10, confirmation = $11, recovery = $12, alerts = $13,
    depends_on = $14, tags = $15, has_secrets = $16, updated_at = $18,
    grid_since = case when $19 then $18 else grid_since end,
    run_at = case when $20 then $18 else run_at end
  where id = $17`

/** Writes a changed monitor.
 *  @param change.newGrid its slots before now never existed
 *  @param change.runNow it is checked at once, beside the grid */
export async function updateMonitor(
  tx: Queryable,
  id: number,
  row: MonitorConfigRow,
  change: { at: Date; newGrid: boolean; runNow: boolean },
): Promise<void> {
  await tx.query(update, [...configValues(row), id, change.at, change.newGrid, change.runNow])
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
