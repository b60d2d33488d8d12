import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Everything belongs to a workspace: monitors, people, the plan and its quota. */
export interface WorkspaceRow {
  readonly id: number
  readonly publicId: string
  readonly name: string
  readonly plan: string
}

const insert = sql<{ id: number }>`
  insert into workspaces (public_id, name, plan, created_at) values ($1, $2, $3, $4) returning id`

/** @returns the number of the new workspace */
export async function insertWorkspace(
  tx: Queryable,
  row: Omit<WorkspaceRow, 'id'> & { createdAt: Date },
): Promise<number> {
  const { rows } = await tx.query(insert, [row.publicId, row.name, row.plan, row.createdAt])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the workspace was not inserted')
  return id
}

const findByPublicId = sql<WorkspaceRow>`
  select id, public_id as "publicId", name, plan from workspaces where public_id = $1`

export async function findWorkspaceByPublicId(
  db: Queryable,
  publicId: string,
): Promise<WorkspaceRow | null> {
  const { rows } = await db.query(findByPublicId, [publicId])
  return rows[0] ?? null
}

const findById = sql<WorkspaceRow>`
  select id, public_id as "publicId", name, plan from workspaces where id = $1`

export async function findWorkspaceById(db: Queryable, id: number): Promise<WorkspaceRow | null> {
  return (await db.query(findById, [id])).rows[0] ?? null
}

const updatePlan = sql<WorkspaceRow>`
  update workspaces set plan = $2 where id = $1 returning id, public_id as "publicId", name, plan`

/** @returns null when there is no such workspace */
export async function updateWorkspacePlan(
  db: Queryable,
  workspaceId: number,
  plan: string,
): Promise<WorkspaceRow | null> {
  const { rows } = await db.query(updatePlan, [workspaceId, plan])
  return rows[0] ?? null
}

const lockForCreation = sql<{ plan: string | null }>`select lock_workspace($1) as plan`

/** Locks the workspace until the transaction ends, so that two creations at once cannot both take the
 *  last place the plan leaves.
 *  @returns its plan, null when it is gone */
export async function lockWorkspace(tx: Queryable, workspaceId: number): Promise<string | null> {
  const { rows } = await tx.query(lockForCreation, [workspaceId])
  return rows[0]?.plan ?? null
}

const rename = sql<unknown>`update workspaces set name = $2 where id = $1`

export async function updateWorkspaceName(
  db: Queryable,
  workspaceId: number,
  name: string,
): Promise<void> {
  await db.query(rename, [workspaceId, name])
}

/** What somebody may do about workspaces as one who runs the installation. */
export interface OperatorRow {
  /** Plan of the operator's workspace. */
  readonly plan: string
  /** Workspaces that the person owns. */
  readonly owned: number
}

const findOperator = sql<OperatorRow>`
  select w.plan, (
    select count(*) from memberships o where o.person_id = m.person_id and o.role = 'owner'
  ) as owned
  from installation i
  join workspaces w on w.id = i.owner_workspace_id
  join memberships m on m.workspace_id = w.id and m.person_id = $1 and m.role in ('owner', 'admin')`

/** @returns null for who is neither owner nor admin of the workspace that runs the installation */
export async function findOperatorRole(
  db: Queryable,
  personId: number,
): Promise<OperatorRow | null> {
  return (await db.query(findOperator, [personId])).rows[0] ?? null
}
