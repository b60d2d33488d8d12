import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@sightline/shared/errors'
import { forgetConfirmation, readConfirmations } from '../../db/contact-confirmations.ts'
import type { ContactRow } from '../../db/contacts.ts'
import {
  countContacts,
  deleteContact,
  insertContact,
  listContacts,
  readContacts,
  updateContact,
} from '../../db/contacts.ts'
import type { Queryable } from '../../db/pool.ts'
import { lockWorkspace } from '../../db/workspaces.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import { naming } from '../name-taken.ts'
import type { ChannelName } from '../channels/index.ts'
import type { ChangedAddresses } from './change-addresses.ts'
import { changeAddresses, withoutOne } from './change-addresses.ts'
import { checkDestinations } from './check-destinations.ts'
import { addConfirmation } from './confirm-contact-job.ts'
import type { Addresses } from './contact-addresses.ts'
import {
  channelsOf,
  SEALED,
  sealAddresses,
  tryToOpen,
  unknownAddresses,
} from './contact-addresses.ts'
import type { ContactChangeInput, ContactCreationInput } from './contact-input.ts'
import type { AddressState, ContactView } from './contact-view.ts'
import { viewContact } from './contact-view.ts'
import type { ChannelTest } from './test-contact.ts'
import { testContact } from './test-contact.ts'
import type { AlertingContext } from './alerting-context.ts'

/** Contacts of one workspace; more is a mistake of a program. */
export const MAX_CONTACTS = 500

/** Everything the API does with alert contacts; each call throws AppError for what it refuses. */
export type ContactService = ReturnType<typeof createContactService>

export function createContactService(context: AlertingContext) {
  const { db } = context
  return {
    async list(workspaceId: number, page: { limit: number; offset: number }) {
      const rows = await listContacts(db, workspaceId, page)
      return {
        total: await countContacts(db, workspaceId),
        contacts: await viewContacts(context, workspaceId, rows),
      }
    },
    async get(workspaceId: number, id: string): Promise<ContactView> {
      const row = await requireContact(db, workspaceId, id)
      return viewContact(row, await addressState(context, db, workspaceId, id))
    },
    create: (workspaceId: number, input: ContactCreationInput) =>
      createContact(context, workspaceId, input),
    /** What creating it would refuse of the contact itself. */
    async check(input: ContactCreationInput): Promise<void> {
      changeAddresses({}, input)
      await checkDestinations(context.sending, input)
    },
    change: (workspaceId: number, id: string, input: ContactChangeInput) =>
      changeContact(context, workspaceId, id, input),
    /** The key that browsers subscribe with. */
    async pushKey(): Promise<string> {
      return (await context.sending.push.keys()).publicKey
    },
    removeBrowser: (workspaceId: number, id: string, browserId: string) =>
      writeContact(context, workspaceId, id, (known) => withoutOne(known, browserId)),
    async remove(workspaceId: number, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        // Whoever names it at this moment waits, and is told that it is gone.
        await lockWorkspace(tx, workspaceId)
        if (!(await deleteContact(tx, workspaceId, id))) throw contactNotFound(id)
      })
    },
    async test(workspaceId: number, id: string): Promise<ChannelTest[]> {
      return testContact(context, workspaceId, await requireContact(db, workspaceId, id))
    },
  } as const
}

async function createContact(
  context: AlertingContext,
  workspaceId: number,
  input: ContactCreationInput,
): Promise<ContactView> {
  const { addresses, made } = changeAddresses({}, input)
  await checkDestinations(context.sending, input)
  const publicId = newPublicId('ctc')
  const stored = sealAddresses(context.secrets, { workspaceId, id: publicId }, addresses)
  const createdAt = context.now()
  const { name } = input
  const row = { publicId, workspaceId, name, addresses: stored, createdAt }
  await naming('alert contact', name, () =>
    context.db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId)
      if ((await countContacts(tx, workspaceId)) >= MAX_CONTACTS) {
        throw new AppError(
          'conflict',
          `The workspace has ${MAX_CONTACTS} alert contacts, which is the most it can have: delete one first.`,
        )
      }
      await insertContact(tx, row)
      if (addresses.email !== undefined) {
        await addConfirmation(tx, workspaceId, publicId, createdAt.getTime())
      }
    }),
  )
  const address = await addressState(context, context.db, workspaceId, publicId)
  return viewContact({ ...row, id: 0, verified: false, failing: [] }, address, made)
}

async function changeContact(
  context: AlertingContext,
  workspaceId: number,
  id: string,
  input: ContactChangeInput,
): Promise<ContactView> {
  await requireContact(context.db, workspaceId, id)
  // Names are resolved before the transaction: no lock waits for a name server.
  await checkDestinations(context.sending, input)
  const change = (known: Addresses) => changeAddresses(known, input)
  return writeContact(context, workspaceId, id, change, input.name)
}

/** @param change of its addresses, their secrets open
 *  @param name left out: as it is */
async function writeContact(
  context: AlertingContext,
  workspaceId: number,
  id: string,
  change: (known: Addresses) => ChangedAddresses,
  name?: string,
): Promise<ContactView> {
  return naming('alert contact', name ?? '', () =>
    context.db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId)
      const before = await requireContact(tx, workspaceId, id)
      const known = tryToOpen(context.secrets, { workspaceId, id }, before.addresses)
      if (known === 'sealed') throw new AppError('conflict', SEALED)
      const { addresses, made } = change(known)
      const moved = movedChannels(known, addresses)
      const row = {
        ...before,
        name: name ?? before.name,
        addresses: {
          ...unknownAddresses(before.addresses),
          ...sealAddresses(context.secrets, { workspaceId, id }, addresses),
          // Sealed anew it would look like another address.
          ...storedOf(before.addresses, channelsOf(addresses), moved),
        },
        verified: before.verified && moved.size === 0,
        failing: before.failing.filter(({ channel }) => !moved.has(channel)),
      }
      await updateContact(tx, row)
      if (addresses.email?.email !== known.email?.email) {
        await forgetConfirmation(tx, workspaceId, id)
        await addConfirmation(tx, workspaceId, id, context.now().getTime())
      }
      return viewContact(row, await addressState(context, tx, workspaceId, id), made)
    }),
  )
}

/** Channels whose address is another after a change, or that were added or given up. */
function movedChannels(before: Addresses, after: Addresses): ReadonlySet<string> {
  const channels = [...channelsOf(before), ...channelsOf(after)]
  return new Set(channels.filter((name) => !isDeepStrictEqual(before[name], after[name])))
}

/** What is stored of the channels that stay as they are. */
function storedOf(
  stored: unknown,
  channels: readonly ChannelName[],
  moved: ReadonlySet<string>,
): Record<string, unknown> {
  const all = stored as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    channels.filter((name) => !moved.has(name)).map((name) => [name, all[name]]),
  )
}

async function viewContacts(
  { db, confirmsOwn }: AlertingContext,
  workspaceId: number,
  rows: readonly ContactRow[],
): Promise<ContactView[]> {
  const ids = rows.map(({ publicId }) => publicId)
  const addresses = await readConfirmations(db, workspaceId, ids, confirmsOwn)
  const states = new Map(addresses.map((row) => [row.contactId, row]))
  return rows.map((row) => viewContact(row, states.get(row.publicId) ?? null))
}

/** @returns null without a mail address */
async function addressState(
  { confirmsOwn }: AlertingContext,
  db: Queryable,
  workspaceId: number,
  id: string,
): Promise<AddressState | null> {
  const [row] = await readConfirmations(db, workspaceId, [id], confirmsOwn)
  return row ?? null
}

async function requireContact(db: Queryable, workspaceId: number, id: string): Promise<ContactRow> {
  const [row] = await readContacts(db, workspaceId, [id])
  if (row === undefined) throw contactNotFound(id)
  return row
}

function contactNotFound(id: string): AppError {
  const shown = id.length > 40 ? `${id.slice(0, 40)}…` : id
  return new AppError(
    'notFound',
    `There is no alert contact with the id "${shown}" in the workspace.`,
  )
}
