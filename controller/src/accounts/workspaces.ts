import { AppError } from '@sightline/shared/errors'
import type { Database } from '../db/pool.ts'
import { lockInstallation } from '../db/installation.ts'
import { insertMembership } from '../db/people.ts'
import type { WorkspaceRow } from '../db/workspaces.ts'
import {
  findOperatorRole,
  findWorkspaceByPublicId,
  insertWorkspace,
  updateWorkspaceName,
  updateWorkspacePlan,
} from '../db/workspaces.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { requireInstallation } from './keys.ts'
import type { Manager } from './members.ts'
import type { PlanTier } from './plans.ts'
import { mayManagePeople } from './roles.ts'

/** Puts a workspace on a plan; the owner's when none is named. It holds from the next request on.
 *  @returns the workspace with its new plan
 *  @throws AppError notFound when there is no workspace with that id */
export async function setPlan(
  db: Database,
  options: { workspacePublicId?: string; plan: PlanTier },
): Promise<WorkspaceRow> {
  const { workspacePublicId, plan } = options
  const id =
    workspacePublicId === undefined
      ? (await requireInstallation(db)).workspaceId
      : (await findWorkspaceByPublicId(db, workspacePublicId))?.id
  const workspace = id === undefined ? null : await updateWorkspacePlan(db, id, plan)
  if (workspace === null) {
    throw new AppError('notFound', `There is no workspace with the id "${workspacePublicId}".`)
  }
  return workspace
}

/** Workspaces that one person owns. */
export const MAX_OWNED_WORKSPACES = 50

/** Makes a workspace for whoever runs the installation, who is its owner then; it has the plan of the first.
 *  @returns its id
 *  @throws AppError forbidden for everybody else, conflict when they own as many as one can */
export async function createWorkspace(
  db: Database,
  { personId, name, now }: { personId: number; name: string; now: Date },
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockInstallation(tx)
    const operator = await findOperatorRole(tx, personId)
    if (operator === null) throw operatorsAlone()
    if (operator.owned >= MAX_OWNED_WORKSPACES) {
      throw new AppError(
        'conflict',
        `You own ${MAX_OWNED_WORKSPACES} workspaces, which is the most.`,
      )
    }
    const publicId = newPublicId('wsp')
    const { plan } = operator
    const workspaceId = await insertWorkspace(tx, { publicId, name, plan, createdAt: now })
    await insertMembership(tx, { workspaceId, personId, role: 'owner', createdAt: now })
    return publicId
  })
}

/** What everybody reads who is neither owner nor admin. */
export const MAY_NOT_RENAME = 'Only an owner or an admin can rename the workspace: ask one.'

/** @throws AppError forbidden for who does not manage its people */
export async function renameWorkspace(
  db: Database,
  { workspaceId, role }: Manager,
  name: string,
): Promise<void> {
  if (!mayManagePeople(role)) {
    throw new AppError('forbidden', MAY_NOT_RENAME)
  }
  await updateWorkspaceName(db, workspaceId, name)
}

function operatorsAlone(): AppError {
  return new AppError(
    'forbidden',
    'Workspaces are made by owners and admins of the workspace that runs this installation: ask one.',
  )
}
