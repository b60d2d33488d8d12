import type { ContactRow } from '../../db/contacts.ts'
import { updateContactVerified } from '../../db/contacts.ts'
import { newPublicId } from '../../random-id.ts'
import type { ChannelName } from '../alert-words.ts'
import { sendOnChannel } from '../channels/send-on-channel.ts'
import { composeTest } from '../message/compose.ts'
import { channelsOf, openAddresses } from './contact-addresses.ts'
import type { AlertingContext } from './contact-service.ts'

/** What one channel said to a test. */
export interface ChannelTest {
  channel: ChannelName
  ok: boolean
  /** Why it did not work; null when it did. */
  error: string | null
}

/** Sends a test message on every channel of a contact, once and at once, and notes whether all of them
 *  worked. */
export async function testContact(
  { db, secrets, sending, now }: AlertingContext,
  contact: ContactRow,
  publicUrl: string,
): Promise<ChannelTest[]> {
  const nowMs = now().getTime()
  const message = composeTest(contact.name, nowMs, publicUrl)
  const addresses = openAddresses(secrets, contact.publicId, contact.addresses)
  const delivery = { id: newPublicId('alr'), nowMs }
  const results = await Promise.all(
    channelsOf(contact.addresses).map(async (channel): Promise<ChannelTest> => {
      const outcome = await sendOnChannel(channel, addresses, message, delivery, sending)
      const error = outcome === null || outcome.kind === 'sent' ? null : outcome.error
      return { channel, ok: error === null, error }
    }),
  )
  const verified = results.every(({ ok }) => ok)
  await updateContactVerified(db, contact.id, contact.addresses, verified)
  return results
}
