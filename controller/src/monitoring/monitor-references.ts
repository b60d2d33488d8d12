import { AppError } from '@sightline/shared/errors'
import { readDependencyCandidates, readMembersAmong } from '../db/monitors.ts'
import type { Queryable } from '../db/pool.ts'
import type { AlertSettings } from './monitor-input.ts'

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

/** @throws AppError badRequest naming the first recipient the workspace does not have */
export async function checkRecipients(
  tx: Queryable,
  workspaceId: number,
  alerts: AlertSettings,
): Promise<void> {
  const members = alerts.memberIds
  if (members.length > 0) {
    const found = await readMembersAmong(tx, workspaceId, members)
    const missing = members.find((id) => !found.includes(id))
    if (missing !== undefined) throw noRecipient('memberIds', missing, 'member')
  }
  // There are no contacts and teams yet, so that no id of one can be right.
  const contact = alerts.contactIds[0]
  if (contact !== undefined) throw noRecipient('contactIds', contact, 'alert contact')
  const team = alerts.teamIds[0]
  if (team !== undefined) throw noRecipient('teamIds', team, 'alert team')
}

function noRecipient(field: string, id: string, what: string): AppError {
  return new AppError(
    'badRequest',
    `The field "alerts.${field}" names "${id}": there is no such ${what} in the workspace.`,
  )
}
