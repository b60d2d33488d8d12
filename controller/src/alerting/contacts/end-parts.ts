import { readContacts, updateContact } from '../../db/contacts.ts'
import type { Database } from '../../db/pool.ts'
import { lockWorkspace } from '../../db/workspaces.ts'
import type { SecretBox, SecretOwner } from '../../secrets/secret-box.ts'
import type { Outcome } from '../channels/channel.ts'
import type { ChannelName } from '../channels/index.ts'
import { CHANNELS } from '../channels/index.ts'
import { openAddresses, sealAddresses } from './contact-addresses.ts'

/** Takes note of what the other side gave up for good of a contact's address: the contact shows it, has to be tested
 *  anew, and nothing is sent there any more. The same however often it is done.
 *  @param outcome of sending on the channel */
export async function endParts(
  { db, secrets }: { readonly db: Database; readonly secrets: SecretBox },
  contact: SecretOwner,
  channel: ChannelName,
  { outcome, at }: { readonly outcome: Outcome | null; readonly at: Date },
): Promise<void> {
  const ended = outcome?.ended ?? []
  if (ended.length === 0) return
  await db.transaction(async (tx) => {
    await lockWorkspace(tx, contact.workspaceId)
    const [row] = await readContacts(tx, contact.workspaceId, [contact.id])
    const address = row && openAddresses(secrets, contact, row.addresses)[channel]
    if (row === undefined || address === undefined) return
    const after = CHANNELS[channel].end?.({ ...address }, ended, at) ?? address
    const addresses = {
      ...(row.addresses as object),
      ...sealAddresses(secrets, contact, { [channel]: after }),
    }
    await updateContact(tx, { ...row, addresses, verified: false })
  })
}
