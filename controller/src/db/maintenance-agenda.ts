import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

const lock = sql<{ lookAt: Date | null }>`
  select maintenance_look_at as "lookAt" from workspaces where id = $1 for no key update`

/** Locks a workspace's maintenance until the transaction ends: whatever changes which monitors are in
 *  maintenance does so one after the other.
 *  @returns when there is something to do, null for never */
export async function lockMaintenance(tx: Queryable, workspaceId: number): Promise<Date | null> {
  const { rows } = await tx.query(lock, [workspaceId])
  return rows[0]?.lookAt ?? null
}

const claim = kept(sql<{ workspaceId: number }>`
  select id as "workspaceId" from workspaces
  where maintenance_look_at <= $1 and id <> all($2::bigint[])
  order by maintenance_look_at, id limit 1
  for no key update skip locked`)

/** Locks the maintenance of the workspace that waits longest for something to be done.
 *  @param except workspaces that had their turn
 *  @returns its number, null when none waits that no other controller works on */
export async function claimMaintenance(
  tx: Queryable,
  at: Date,
  except: readonly number[],
): Promise<number | null> {
  const { rows } = await tx.query(claim, [at, numberArray(except)])
  return rows[0]?.workspaceId ?? null
}

const setLookAt = sql<unknown>`update workspaces set maintenance_look_at = $2 where id = $1`

/** @param at null: never */
export async function updateMaintenanceLookAt(
  tx: Queryable,
  workspaceId: number,
  at: Date | null,
): Promise<void> {
  await tx.query(setLookAt, [workspaceId, at])
}

const nextChange = sql<{ at: Date | null }>`
  select min(next_change_at) as at from maintenance_windows where workspace_id = $1`

/** When any window of a workspace begins or ends next; null: never. */
export async function readNextWindowChange(
  tx: Queryable,
  workspaceId: number,
): Promise<Date | null> {
  const { rows } = await tx.query(nextChange, [workspaceId])
  return rows[0]?.at ?? null
}

const nextLook = kept(sql<{ at: Date | null }>`
  select min(maintenance_look_at) as at from workspaces where maintenance_look_at is not null`)

/** When there is something to do in any workspace; null: never. */
export async function readNextMaintenanceLook(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query(nextLook)
  return rows[0]?.at ?? null
}
