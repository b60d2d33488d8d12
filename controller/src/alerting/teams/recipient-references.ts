import { AppError } from '@sightline/shared/errors'
import { readContacts } from '../../db/contacts.ts'
import { readMembersAmong } from '../../db/monitors.ts'
import type { Queryable } from '../../db/pool.ts'
import { readTeams } from '../../db/teams.ts'

/** Ids that are to be those of members, contacts and teams of a workspace. */
export interface RecipientIds {
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
  readonly teamIds?: readonly string[]
}

/** @param field where they lie, with a dot at the end: "alerts." or nothing
 *  @throws AppError badRequest naming the first recipient the workspace does not have */
export async function checkRecipientIds(
  tx: Queryable,
  workspaceId: number,
  field: string,
  { memberIds, contactIds, teamIds = [] }: RecipientIds,
): Promise<void> {
  if (memberIds.length > 0) {
    const found = await readMembersAmong(tx, workspaceId, memberIds)
    requireAll(`${field}memberIds`, 'member', memberIds, found)
  }
  if (contactIds.length > 0) {
    const found = await readContacts(tx, workspaceId, contactIds)
    requireAll(`${field}contactIds`, 'alert contact', contactIds, found.map(publicIdOf))
  }
  if (teamIds.length > 0) {
    const found = await readTeams(tx, workspaceId, teamIds)
    requireAll(`${field}teamIds`, 'alert team', teamIds, found.map(publicIdOf))
  }
}

function publicIdOf({ publicId }: { readonly publicId: string }): string {
  return publicId
}

function requireAll(
  field: string,
  what: string,
  asked: readonly string[],
  found: readonly string[],
): void {
  const missing = asked.find((id) => !found.includes(id))
  if (missing === undefined) return
  throw new AppError(
    'badRequest',
    `The field "${field}" names "${missing}": there is no such ${what} in the workspace.`,
  )
}
