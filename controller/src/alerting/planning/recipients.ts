import { findOwner, readAlertMembers } from '../../db/alert-planning.ts'
import { readContacts } from '../../db/contacts.ts'
import type { Queryable } from '../../db/pool.ts'
import { readTeams } from '../../db/teams.ts'
import type { ChannelName, RecipientType } from '../alert-words.ts'
import { channelsOf } from '../contacts/contact-addresses.ts'

/** Somebody on one channel. */
export interface Recipient {
  readonly type: RecipientType
  readonly id: string
  readonly name: string
  readonly channel: ChannelName
}

/** Ids of people and contacts. */
export interface Addressees {
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
}

/** Everybody a monitor's settings name, each once however many teams they are in; the workspace's
 *  owner when nobody of them is left. Source: contract, "What the service does" */
export async function resolveRecipients(
  db: Queryable,
  workspaceId: number,
  settings: Addressees & { readonly teamIds: readonly string[] },
): Promise<Recipient[]> {
  const teams = await readTeams(db, workspaceId, settings.teamIds)
  const recipients = await resolveAddressees(db, workspaceId, [settings, ...teams])
  return recipients.length > 0 ? recipients : ownerOf(db, workspaceId)
}

/** The owner of a workspace. */
export async function ownerOf(db: Queryable, workspaceId: number): Promise<Recipient[]> {
  const owner = await findOwner(db, workspaceId)
  return owner === null ? [] : [member(owner)]
}

/** Those of these people and contacts that are there, each once on each of their channels. */
export async function resolveAddressees(
  db: Queryable,
  workspaceId: number,
  groups: readonly Addressees[],
): Promise<Recipient[]> {
  const memberIds = [...new Set(groups.flatMap((group) => group.memberIds))]
  const contactIds = [...new Set(groups.flatMap((group) => group.contactIds))]
  const members = await readAlertMembers(db, workspaceId, memberIds)
  const contacts = await readContacts(db, workspaceId, contactIds)
  return [
    ...members.map(member),
    ...contacts.flatMap(({ publicId, name, addresses }) =>
      channelsOf(addresses).map((channel): Recipient => ({
        type: 'contact',
        id: publicId,
        name,
        channel,
      })),
    ),
  ]
}

function member({ publicId, name }: { publicId: string; name: string }): Recipient {
  return { type: 'member', id: publicId, name, channel: 'email' }
}
