import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Somebody's place in a workspace. */
export interface MembershipRow {
  readonly personId: number
  readonly role: string
  /** Whether another owner of the workspace can sign in. */
  readonly hasOtherOwner: boolean
}

const find = sql<MembershipRow>`
  select m.person_id as "personId", m.role, exists (
    select from memberships o join person_accounts a on a.person_id = o.person_id
    where o.workspace_id = m.workspace_id and o.role = 'owner' and o.person_id <> m.person_id
  ) as "hasOtherOwner"
  from memberships m join people p on p.id = m.person_id
  where m.workspace_id = $1 and p.public_id = $2`

/** @returns null when nobody of the workspace has that id */
export async function findMembership(
  tx: Queryable,
  workspaceId: number,
  personPublicId: string,
): Promise<MembershipRow | null> {
  return (await tx.query(find, [workspaceId, personPublicId])).rows[0] ?? null
}

const insertNew = sql<unknown>`
  insert into memberships (workspace_id, person_id, role, created_at) values ($1, $2, $3, $4)
  on conflict (workspace_id, person_id) do nothing`

/** Adds somebody to a workspace; who belongs to it keeps their role. */
export async function addMembership(
  tx: Queryable,
  row: { workspaceId: number; personId: number; role: string; createdAt: Date },
): Promise<void> {
  await tx.query(insertNew, [row.workspaceId, row.personId, row.role, row.createdAt])
}

const changeRole = sql<unknown>`
  update memberships set role = $3 where workspace_id = $1 and person_id = $2`

export async function updateRole(
  tx: Queryable,
  workspaceId: number,
  personId: number,
  role: string,
): Promise<void> {
  await tx.query(changeRole, [workspaceId, personId, role])
}

const remove = sql<unknown>`delete from memberships where workspace_id = $1 and person_id = $2`

export async function deleteMembership(
  tx: Queryable,
  workspaceId: number,
  personId: number,
): Promise<void> {
  await tx.query(remove, [workspaceId, personId])
}

// Whom the command line makes keys for must be an owner.
const keepOwner = sql<unknown>`
  update installation i set owner_person_id = heir.person_id
  from (
    select o.person_id from memberships o join person_accounts a on a.person_id = o.person_id
    where o.workspace_id = $1 and o.role = 'owner' order by o.created_at, o.person_id limit 1
  ) heir
  where i.owner_workspace_id = $1 and not exists (
    select from memberships o
    where o.workspace_id = $1 and o.person_id = i.owner_person_id and o.role = 'owner'
  )`

/** Makes another owner of the workspace the installation's, where its owner is one no more. */
export async function keepInstallationOwned(tx: Queryable, workspaceId: number): Promise<void> {
  await tx.query(keepOwner, [workspaceId])
}
