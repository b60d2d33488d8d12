import { z } from 'zod'
import type { DeliveryRow } from '../db/alert-deliveries.ts'
import {
  claimDelivery,
  findDelivery,
  postponeDelivery,
  settleDelivery,
} from '../db/alert-deliveries.ts'
import type { JobParts } from '../jobs/tasks.ts'
import type { ChannelName, Suppression } from './alert-words.ts'
import type { Outcome } from './channels/channel.ts'
import { sendOnChannel } from './channels/send-on-channel.ts'
import { openAddresses } from './contacts/contact-addresses.ts'
import { AlertMessage } from './message/alert-message.ts'
import { addDeliveries } from './planning/keep-alerts.ts'
import { retryDelayMs } from './retry-delay.ts'

const Payload = z.object({ alertId: z.int() })

/** A worker that has an alert for longer than any attempt takes is dead. */
export const STALE_CLAIM_MS = 120_000

/** An alert behind another that is not sent yet is looked at again this much after that one. */
const BEHIND_MS = 2_000

/** Sends one alert to one recipient on one channel, and notes what came of it; what failed and may work
 *  later is put off.
 *
 *  Delivery is at least once. An alert is claimed before it is sent, so that two workers never send the
 *  same, and marked as soon as the receiver took it. What remains is the moment between the two: when
 *  the process or the database dies in it, or the connection after the receiver took the alert and
 *  before it could say so, nobody knows, and it is sent again. It then has the same Message-ID and
 *  delivery id, by which mail systems and receivers drop the second. */
export async function deliverAlert(parts: JobParts, payload: unknown): Promise<void> {
  const { alertId } = Payload.parse(payload)
  const alert = await findDelivery(parts.db, alertId)
  if (alert === null || alert.state !== 'queued') return
  const suppression = suppressionOf(alert)
  if (suppression !== null) return suppress(parts, alert, suppression)
  if (alert.earlierDueAtMs !== null) {
    // A recovery that overtook its outage would leave people with "it is down".
    const earliestMs = Math.max(alert.earlierDueAtMs, parts.now()) + BEHIND_MS
    return postpone(parts, alert, earliestMs, null)
  }
  if (!(await claimDelivery(parts.db, alertId, new Date(parts.now()), STALE_CLAIM_MS))) return
  await conclude(parts, alert, await send(parts, alert))
}

/** Why an alert is not sent any more; null: it is. Pure. */
export function suppressionOf(alert: DeliveryRow): Suppression | null {
  if (alert.isMonitorDeleted) return 'monitorDeleted'
  if (alert.kind === 'stillDown' && alert.isOutageOver) return 'recovered'
  return alert.isRecipientThere ? null : 'recipientRemoved'
}

async function suppress(parts: JobParts, alert: DeliveryRow, by: Suppression): Promise<void> {
  const at = new Date(parts.now())
  await settleDelivery(parts.db, alert.id, {
    state: 'suppressed',
    error: null,
    suppressedBy: by,
    at,
  })
}

/** @returns null when the contact does not have the channel any more */
async function send(parts: JobParts, alert: DeliveryRow): Promise<Outcome | null> {
  const { memberEmail, recipientType, recipientId, contactAddresses } = alert
  if (recipientType === 'member' && memberEmail === null) {
    const error =
      'This person has no e-mail address yet: they have to sign up with their one-time link, or another recipient has to be chosen.'
    return { kind: 'refused', error }
  }
  const addresses =
    memberEmail === null
      ? openAddresses(parts.secrets, recipientId, contactAddresses)
      : { email: { email: memberEmail } }
  const message = AlertMessage.parse(alert.message)
  const delivery = { id: alert.publicId, nowMs: parts.now() }
  return sendOnChannel(alert.channel as ChannelName, addresses, message, delivery, parts)
}

async function conclude(
  parts: JobParts,
  alert: DeliveryRow,
  outcome: Outcome | null,
): Promise<void> {
  if (outcome === null) return suppress(parts, alert, 'recipientRemoved')
  const { db, now } = parts
  const nowMs = now()
  const settled = { suppressedBy: null, at: new Date(nowMs) }
  if (outcome.kind === 'sent') {
    return settleDelivery(db, alert.id, { ...settled, state: 'sent', error: null })
  }
  const { error } = outcome
  const delayMs =
    outcome.kind === 'refused'
      ? null
      : retryDelayMs(alert.attempts + 1, nowMs - alert.queuedAtMs, outcome.retryAfterMs)
  if (delayMs === null) {
    return settleDelivery(db, alert.id, { ...settled, state: 'failed', error })
  }
  return postpone(parts, alert, nowMs + delayMs, error)
}

async function postpone(
  { db }: JobParts,
  alert: DeliveryRow,
  dueAtMs: number,
  error: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await postponeDelivery(tx, alert.id, new Date(dueAtMs), error)
    await addDeliveries(tx, [alert], dueAtMs)
  })
}
