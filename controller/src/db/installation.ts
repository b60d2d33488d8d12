import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** The workspace and person that own this installation. */
export interface InstallationRow {
  readonly workspaceId: number
  readonly personId: number
}

const lock = sql<unknown>`select pg_advisory_xact_lock(hashtextextended('sightline installation', 0))`

/** Lets one transaction at a time, of all controllers and command lines, set up the installation. */
export async function lockInstallation(tx: Queryable): Promise<void> {
  await tx.query(lock)
}

const read = sql<InstallationRow>`
  select owner_workspace_id as "workspaceId", owner_person_id as "personId" from installation`

/** @returns null before the first start made the owner */
export async function readInstallation(db: Queryable): Promise<InstallationRow | null> {
  const { rows } = await db.query(read)
  return rows[0] ?? null
}

const isOwned = sql<{ isOperators: boolean }>`
  select owner_workspace_id = $1 as "isOperators" from installation`

/** Whether a workspace is the one that runs the installation; null, of a key without one, is none. */
export async function isOperatorsWorkspace(
  db: Queryable,
  workspaceId: number | null,
): Promise<boolean> {
  if (workspaceId === null) return false
  const { rows } = await db.query(isOwned, [workspaceId])
  return rows[0]?.isOperators ?? false
}

const hasOwner = sql<{ hasOwner: boolean }>`
  select p.email is not null as "hasOwner" from installation i join people p on p.id = i.owner_person_id`

/** Whether the owner has made an account. */
export async function hasOwnerAccount(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(hasOwner)
  return rows[0]?.hasOwner ?? false
}

const insert = sql<unknown>`
  insert into installation (owner_workspace_id, owner_person_id, created_at) values ($1, $2, $3)`

export async function insertInstallation(
  tx: Queryable,
  row: InstallationRow & { createdAt: Date },
): Promise<void> {
  await tx.query(insert, [row.workspaceId, row.personId, row.createdAt])
}
