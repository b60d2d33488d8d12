import { AppError } from '@sightline/shared/errors'
import type { Database } from '../db/pool.ts'
import type { WorkspaceRow } from '../db/workspaces.ts'
import { findWorkspaceByPublicId, updateWorkspacePlan } from '../db/workspaces.ts'
import { requireInstallation } from './keys.ts'
import type { PlanTier } from './plans.ts'

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
