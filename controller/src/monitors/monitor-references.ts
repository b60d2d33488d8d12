import { AppError } from '@sightline/shared/errors'
import { checkRecipientIds } from '../alerting/teams/recipient-references.ts'
import { readDependencyCandidates } from '../db/monitors.ts'
import type { Queryable } from '../db/pool.ts'

/** Checks the ids a monitor refers to.
 *  @param own the monitor's id, null for a new one
 *  @throws AppError badRequest naming the first id that is not there, or a circle */
export async function checkDependencies(
  tx: Queryable,
  workspaceId: number,
  dependsOn: readonly string[],
  own: string | null,
): Promise<void> {
  if (dependsOn.length === 0) return
  const found = await readDependencyCandidates(tx, workspaceId, dependsOn, own)
  const missing = dependsOn.find((id) => !found.some((row) => row.publicId === id))
  if (missing !== undefined) {
    throw new AppError(
      'badRequest',
      `The field "dependsOn" names "${missing}": there is no such monitor in the workspace.`,
    )
  }
  const circle = found.find((row) => row.leadsBack === true)
  if (circle !== undefined) {
    throw new AppError(
      'badRequest',
      `The field "dependsOn" names "${circle.publicId}", which depends on this monitor itself: dependencies must not run in a circle.`,
    )
  }
}

/** @param named as they were sent; null names nobody
 *  @throws AppError badRequest naming the first recipient the workspace does not have */
export async function checkRecipients(
  tx: Queryable,
  workspaceId: number,
  named: {
    readonly [L in 'memberIds' | 'contactIds' | 'teamIds']?: readonly string[] | null | undefined
  },
): Promise<void> {
  await checkRecipientIds(tx, workspaceId, 'alerts.', {
    memberIds: named.memberIds ?? [],
    contactIds: named.contactIds ?? [],
    teamIds: named.teamIds ?? [],
  })
}
