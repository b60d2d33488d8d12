import { AppError } from '@sightline/shared/errors'
import type { MembershipRow } from '../db/memberships.ts'
import {
  deleteMembership,
  findMembership,
  keepInstallationOwned,
  updateRole,
} from '../db/memberships.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { Role } from './roles.ts'
import { mayGive, mayManagePeople } from './roles.ts'

/** Who changes people of a workspace. */
export interface Manager {
  readonly workspaceId: number
  readonly personId: number
  readonly role: string
}

/** Gives somebody another role, which holds from their next request on.
 *  @throws AppError notFound, forbidden when it takes an owner, conflict when no owner would remain */
export async function changeRole(
  db: Database,
  manager: Manager,
  personPublicId: string,
  role: Role,
): Promise<void> {
  if (!mayManagePeople(manager.role)) throw mayNotManage()
  await withMember(db, manager, personPublicId, async (tx, member) => {
    if (!mayGive(manager.role, role)) throw ownersAlone(role)
    if (role !== 'owner') requireOwner(member)
    await updateRole(tx, manager.workspaceId, member.personId, role)
  })
}

/** Takes somebody out of a workspace: their sessions and keys work there no longer. Anybody may leave.
 *  @throws AppError notFound, forbidden when it takes an owner, conflict when no owner would remain */
export async function removeMember(
  db: Database,
  manager: Manager,
  personPublicId: string,
): Promise<void> {
  await withMember(db, manager, personPublicId, async (tx, member) => {
    const isSelf = member.personId === manager.personId
    if (!isSelf && !mayManagePeople(manager.role)) throw mayNotManage()
    requireOwner(member)
    await deleteMembership(tx, manager.workspaceId, member.personId)
  })
}

/** One change of a workspace's people at a time: two owners could otherwise remove each other. */
async function withMember(
  db: Database,
  manager: Manager,
  personPublicId: string,
  change: (tx: Queryable, member: MembershipRow) => Promise<void>,
): Promise<void> {
  const { workspaceId, personId } = manager
  await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const member = await findMembership(tx, workspaceId, personPublicId)
    if (member === null) {
      throw new AppError('notFound', 'There is nobody with that id in the workspace.')
    }
    const isOwnersOwn = member.role !== 'owner' || manager.role === 'owner'
    if (!isOwnersOwn && member.personId !== personId) throw ownersAlone('owner')
    await change(tx, member)
    await keepInstallationOwned(tx, workspaceId)
  })
}

function requireOwner({ role, hasOtherOwner }: MembershipRow): void {
  if (role !== 'owner' || hasOtherOwner) return
  throw new AppError(
    'conflict',
    'A workspace needs an owner who can sign in, and this is the last: make somebody else an owner first.',
  )
}

/** What everybody reads who is neither owner nor admin. */
export const MAY_NOT_MANAGE =
  'You may not manage the people of this workspace: ask an owner or an admin of it.'

export function mayNotManage(): AppError {
  return new AppError('forbidden', MAY_NOT_MANAGE)
}

export function ownersAlone(role: string): AppError {
  return new AppError(
    'forbidden',
    role === 'owner'
      ? 'Only an owner can make, change or remove an owner: ask one.'
      : `You may not give the role ${role}: ask an owner.`,
  )
}
