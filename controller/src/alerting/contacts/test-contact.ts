import { AppError } from '@sightline/shared/errors'
import { counted } from '@sightline/shared/counted'
import type { ContactRow } from '../../db/contacts.ts'
import { updateContactVerified } from '../../db/contacts.ts'
import { forgetFailures } from '../../db/failing-destinations.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import type { ChannelName } from '../channels/index.ts'
import { sendOnChannel } from '../channels/send-on-channel.ts'
import { composeTest } from '../message/compose.ts'
import { addDelayedConfirmation } from './confirm-contact-job.ts'
import { findMailZone } from '../../db/alert-mails.ts'
import type { Addresses } from './contact-addresses.ts'
import { channelsOf, SEALED, tryToOpen } from './contact-addresses.ts'
import { endParts } from './end-parts.ts'
import type { ConfirmationSending } from './send-confirmation.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { admitSending, SENDING_LIMITS } from './sending-limits.ts'
import type { AlertingContext } from './alerting-context.ts'

/** What one channel said to a test. */
export interface ChannelTest {
  channel: ChannelName
  ok: boolean
  /** Why it did not work; null when it did. */
  error: string | null
}

/** Sends a test message on every channel of a contact, once and at once, and notes whether all of them
 *  worked. A mail address that waits to be confirmed gets a link instead.
 *  @throws AppError tooManyRequests when the contact or the workspace was tested too often */
export async function testContact(
  context: AlertingContext,
  workspaceId: number,
  contact: ContactRow,
): Promise<ChannelTest[]> {
  const { db, secrets, sending, confirmsOwn } = context
  const nowMs = context.now().getTime()
  const publicUrl = context.publicUrl()
  const subject = contact.publicId
  const addresses = tryToOpen(secrets, { workspaceId, id: subject }, contact.addresses)
  if (addresses === 'sealed') {
    await updateContactVerified(db, contact.id, contact.addresses, false)
    return channelsOf(contact.addresses).map((channel) => ({ channel, ok: false, error: SEALED }))
  }
  const verdict = await admitSending(db, { workspaceId, kind: 'test', subject }, nowMs)
  if (verdict.kind === 'limited') throw tooManyTests(verdict.waitMs)
  const message = composeTest(contact.name, nowMs, publicUrl)
  const delivery = { id: newPublicId('alr'), nowMs }
  const results = await Promise.all(
    channelsOf(contact.addresses).map(async (channel): Promise<ChannelTest> => {
      if (channel === 'email') {
        const parts = { db, sending, nowMs, publicUrl, confirmsOwn }
        const asked = await sendConfirmation(parts, workspaceId, subject)
        if (asked.kind === 'limited') {
          await addDelayedConfirmation(db, workspaceId, subject, nowMs + asked.waitMs)
        }
        const error = confirmationError(asked)
        if (error !== null) return { channel, ok: false, error }
      }
      const zone = channel === 'email' ? await zoneOf(context, workspaceId, addresses) : null
      const told = { ...delivery, zone }
      const outcome = await sendOnChannel(channel, addresses, message, told, sending)
      await endParts(context, { workspaceId, id: subject }, channel, { outcome, at: context.now() })
      const error = outcome === null || outcome.kind === 'sent' ? null : outcome.error
      return { channel, ok: error === null, error }
    }),
  )
  const verified = results.every(({ ok }) => ok)
  const working = results.flatMap(({ ok, channel }) => (ok ? [channel] : []))
  await forgetFailures(db, subject, working)
  await updateContactVerified(db, contact.id, contact.addresses, verified)
  return results
}

/** The zone that alerts to the address tell times in, as the test is to look like them. */
async function zoneOf(
  { db }: AlertingContext,
  workspaceId: number,
  { email }: Addresses,
): Promise<string | null> {
  return email === undefined ? null : findMailZone(db, workspaceId, email.email)
}

function tooManyTests(waitMs: number): AppError {
  const { pair, workspace } = SENDING_LIMITS.test
  const seconds = Math.ceil(waitMs / 1_000)
  return new AppError(
    'tooManyRequests',
    `A contact can be tested ${pair.limit} times in ${pair.windowMs / 60_000} minutes, and all contacts of a workspace ${workspace.limit} times in an hour. Try again in ${counted(seconds, 'second')}.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}

/** Why a mail address gets no test; null: it gets one, as no link was to be mailed. */
function confirmationError(sending: ConfirmationSending): string | null {
  switch (sending.kind) {
    case 'notNeeded':
      return null
    case 'sent':
      return 'The address is not confirmed yet, so it gets no alerts: a mail with a link to confirm it was sent just now.'
    case 'limited':
      return `The address is not confirmed yet, so it gets no alerts, and no more links may be mailed for now: the next is mailed in ${minutes(sending.waitMs)}. A link that was mailed within seven days works too.`
    default:
      return `The address is not confirmed yet, and a link could not be mailed to it. ${sending.error}`
  }
}

function minutes(waitMs: number): string {
  const count = Math.ceil(waitMs / 60_000)
  return count === 1 ? 'a minute' : `${count} minutes`
}
