import type { MemberRow } from '../../db/alert-planning.ts'
import { readAlertMembers, readOwners } from '../../db/alert-planning.ts'
import { readConfirmations } from '../../db/contact-confirmations.ts'
import type { ContactAddressesRow } from '../../db/contacts.ts'
import { readContactAddresses, readContactsBeyondMail } from '../../db/contacts.ts'
import type { Queryable } from '../../db/pool.ts'
import { readTeams } from '../../db/teams.ts'
import type { RecipientType } from '../outbox/alert-words.ts'
import type { ChannelName } from '../channels/index.ts'
import { channelsOf } from '../contacts/contact-addresses.ts'

/** Somebody on one channel. */
export interface Recipient {
  readonly type: RecipientType
  readonly id: string
  readonly name: string
  readonly channel: ChannelName
  /** A person who has no account yet, or a mail address nobody agreed to: an alert to them does not go out,
   *  and says why. */
  readonly hasNoAddress?: true
}

/** Ids of people and contacts. */
export interface Addressees {
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
}

/** Finds contacts, of whatever workspaces, in no order. */
export type FindContacts = (publicIds: readonly string[]) => Promise<readonly ContactAddressesRow[]>

/** Everybody a monitor's settings name, each once however many teams they are in; the workspace's owners
 *  when nobody of them is left, and beside them where none of them has an address that may be used: the
 *  alerts to those do not go out and show why. Source: contract, "What the service does"
 *  @param confirmsOwn contacts of the operator's workspace confirm their mail addresses too
 *  @param findContacts left out: they are read */
export async function resolveRecipients(
  db: Queryable,
  workspaceId: number,
  settings: Addressees & { readonly teamIds: readonly string[] },
  confirmsOwn: boolean,
  findContacts?: FindContacts,
): Promise<Recipient[]> {
  const teams = await readTeams(db, workspaceId, settings.teamIds)
  const groups = [settings, ...teams]
  const recipients = await resolveAddressees(db, workspaceId, groups, confirmsOwn, findContacts)
  if (recipients.some(({ hasNoAddress }) => hasNoAddress !== true)) return recipients
  const owners = await ownersOf(db, workspaceId)
  if (recipients.length === 0) return owners
  return [...owners.filter(({ hasNoAddress }) => hasNoAddress !== true), ...recipients]
}

/** The owners of a workspace who have an address; its first one where none has. */
export async function ownersOf(db: Queryable, workspaceId: number): Promise<Recipient[]> {
  const owners = (await readOwners(db, workspaceId)).map(member)
  const reached = owners.filter(({ hasNoAddress }) => hasNoAddress !== true)
  return reached.length > 0 ? reached : owners.slice(0, 1)
}

/** Contacts that are told of mail that fails: so many of a workspace at most. */
const MAX_BEYOND_MAIL = 10

/** Where owners of a workspace can be told without mail: on the other channels of contacts that have an owner's mail
 *  address, of any contacts where there are none. */
export async function beyondMail(db: Queryable, workspaceId: number): Promise<Recipient[]> {
  const all = await readContactsBeyondMail(db, workspaceId, MAX_BEYOND_MAIL)
  const ofOwners = all.filter(({ isOwners }) => isOwners)
  return (ofOwners.length > 0 ? ofOwners : all).flatMap(({ publicId, name, addresses }) =>
    channelsOf(addresses)
      .filter((channel) => channel !== 'email')
      .map((channel): Recipient => ({ type: 'contact', id: publicId, name, channel })),
  )
}

/** Those of these people and contacts that are there, each once on each of their channels. */
export async function resolveAddressees(
  db: Queryable,
  workspaceId: number,
  groups: readonly Addressees[],
  confirmsOwn: boolean,
  findContacts: FindContacts = (ids) => readContactAddresses(db, ids),
): Promise<Recipient[]> {
  const memberIds = [...new Set(groups.flatMap((group) => group.memberIds))]
  const contactIds = [...new Set(groups.flatMap((group) => group.contactIds))]
  const members = await readAlertMembers(db, workspaceId, memberIds)
  const found = await findContacts(contactIds)
  const contacts = found.filter((contact) => contact.workspaceId === workspaceId)
  const mailed = contacts.filter(({ addresses }) => channelsOf(addresses).includes('email'))
  const mailedIds = mailed.map(({ publicId }) => publicId)
  const waiting = await readWaiting(db, workspaceId, mailedIds, confirmsOwn)
  return [
    ...members.map(member),
    ...contacts.flatMap(({ publicId, name, addresses }) =>
      channelsOf(addresses).map((channel): Recipient => ({
        type: 'contact',
        id: publicId,
        name,
        channel,
        ...(channel === 'email' && waiting.has(publicId) ? { hasNoAddress: true } : {}),
      })),
    ),
  ]
}

/** Contacts whose mail address waits to be confirmed. */
async function readWaiting(
  db: Queryable,
  workspaceId: number,
  contactIds: readonly string[],
  confirmsOwn: boolean,
): Promise<ReadonlySet<string>> {
  if (contactIds.length === 0) return new Set()
  const rows = await readConfirmations(db, workspaceId, contactIds, confirmsOwn)
  const waiting = rows.filter(({ confirmation }) => confirmation === 'waiting')
  return new Set(waiting.map(({ contactId }) => contactId))
}

function member({ publicId, name, hasAddress }: MemberRow): Recipient {
  const recipient = { type: 'member', id: publicId, name, channel: 'email' } as const
  return hasAddress ? recipient : { ...recipient, hasNoAddress: true }
}
