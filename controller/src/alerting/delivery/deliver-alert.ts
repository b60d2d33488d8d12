import { tracedAnew } from '@sightline/shared/tracing/trace'
import type { DeliveryRow } from '../../db/alert-deliveries.ts'
import {
  deliveryJobKey,
  findDeliveries,
  postponeDeliveries,
  settleDeliveries,
} from '../../db/alert-deliveries.ts'
import { findMailZone, readFirstDeliveries } from '../../db/alert-mails.ts'
import { dropJobs } from '../../db/jobs.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import type { Failure } from '../../db/failing-destinations.ts'
import { outlast } from '../../db/outlast.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import type { Suppression } from '../outbox/alert-words.ts'
import type { ChannelName } from '../channels/index.ts'
import type { Delivery, Outcome } from '../channels/channel.ts'
import { readConfirmations } from '../../db/contact-confirmations.ts'
import { sendOnChannel } from '../channels/send-on-channel.ts'
import { SEALED, tryToOpen } from '../contacts/contact-addresses.ts'
import { endParts } from '../contacts/end-parts.ts'
import { countAttempt, isTooOld, noteAttempt, restOf } from './destination.ts'
import { AlertMessage } from '../message/alert-message.ts'
import { composeBundle } from '../message/compose-bundle.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'
import { retryDelayMs } from '../outbox/retry-delay.ts'
import { newClaim } from './claim.ts'
import type { Held, Parcel } from './take-parcel.ts'
import { takeParcel } from './take-parcel.ts'
import { isReadable, putOffUnreadable } from './unreadable.ts'

/** An alert behind another that is not sent yet is looked at again this much after that one. */
const BEHIND_MS = 2_000

/** How long a claim is tried while the database is away. It counts from the beginning, and what is left of
 *  its two minutes has to do for the sending. */
export const CLAIM_AWAY_MS = 40_000

/** From then on it is asked again whether a claim still holds: a controller of which there was no sign for 15 s,
 *  because its machine stood still or the database was away, has lost its jobs to others. */
export const SURE_MS = 5_000

/** Sends an alert to its recipient on its channel, with others where there are many, and notes what came
 *  of it; what failed and may work later is put off.
 *
 *  Delivery is at least once. An alert is claimed before it is sent, so that two workers never send the
 *  same, and marked as soon as the receiver took it and the database is there. What remains is the moment
 *  between the two: when the process dies in it, or the connection after the receiver took the alert and
 *  before it could say so, nobody knows, and it is sent again: after a death by another controller, within
 *  20 s. So it is when a controller has no database, or stands still, for 15 s with an alert on its way. It then
 *  has the same Message-ID and delivery id, by which mail systems and receivers drop the second.
 *  @returns `sent`: it, or what left in its place, reached the recipient now */
export async function deliverAlert(
  parts: DeliveryParts,
  alertId: number,
): Promise<'sent' | 'notSent' | Held> {
  return (await deliverTimed(parts, alertId)).outcome
}

/** As `deliverAlert`.
 *  @returns also how long its receiver took, ms */
export async function deliverTimed(
  parts: DeliveryParts,
  alertId: number,
): Promise<{ readonly outcome: 'sent' | 'notSent' | Held; readonly sendingMs: number }> {
  const claim = newClaim(parts.now())
  const parcel = await takeSurely(parts, alertId, claim)
  if (parcel === 'held') return { outcome: parcel, sendingMs: 0 }
  if (parcel === null) return { outcome: 'notSent', sendingMs: 0 }
  const begunAtMs = parts.now()
  const outcome = await sendTraced(parts, parcel)
  const atMs = parts.now()
  await noteOutcome(parts, parcel, outcome, atMs)
  return { outcome: outcome?.kind === 'sent' ? 'sent' : 'notSent', sendingMs: atMs - begunAtMs }
}

/** Notes what came of sending, however long the database is away.
 *  @param outcome null: the contact does not have the channel any more */
export async function noteOutcome(
  parts: DeliveryParts,
  parcel: Parcel,
  outcome: Outcome | null,
  atMs: number,
): Promise<void> {
  if (outcome !== null) tellOf(parts, parcel, outcome, atMs)
  await outlast(Infinity, () => forgetEnded(parts, parcel, outcome, atMs))
  // Counted before it is noted: what is noted again, after no answer came, must not count twice.
  const attempt = await outlast(Infinity, () => attemptOf(parts, parcel, outcome, atMs))
  await outlast(Infinity, () => conclude(parts, attempt))
}

/** Most jobs find nothing to send: only what is sent begins a trace.
 *  @returns null when the contact does not have the channel any more */
export function sendTraced(parts: DeliveryParts, parcel: Parcel): Promise<Outcome | null> {
  const channel = parcel.alerts[0]?.channel ?? 'none'
  const facts = { channel, alerts: parcel.alerts.length }
  return tracedAnew('deliver alerts', facts, () => send(parts, parcel))
}

/** Claims what is to be sent now, so that a moment ago nobody else had it. */
async function takeSurely(
  parts: DeliveryParts,
  alertId: number,
  claim: string,
): Promise<Parcel | Held | null> {
  for (;;) {
    const askedAtMs = parts.now()
    const parcel = await outlast(CLAIM_AWAY_MS, () => takeDue(parts, alertId, claim))
    if (parcel === null || parcel === 'held' || parts.now() - askedAtMs < SURE_MS) return parcel
  }
}

/** Claims what is to be sent now. Done again with the same claim, it finds what it claimed before.
 *  @returns null when nothing is, of which note is taken */
async function takeDue(
  parts: DeliveryParts,
  alertId: number,
  claim: string,
): Promise<Parcel | Held | null> {
  const [alert] = await findDeliveries(parts.db, [alertId], claim)
  if (alert === undefined || alert.state !== 'queued') return null
  const suppression = suppressionOf(alert)
  if (suppression !== null) return notNow(suppress(parts, [alert], suppression))
  if (await isUnconfirmed(parts, alert)) return notNow(suppress(parts, [alert], 'unconfirmed'))
  if (alert.bundleId === null && alert.earlierDueAtMs !== null) {
    // A recovery that overtook its outage would leave people with "it is down".
    const earliestMs = Math.max(alert.earlierDueAtMs, parts.now()) + BEHIND_MS
    return notNow(postpone(parts, [alert], earliestMs, null))
  }
  const rest = isReadable(alert) ? await restOf(parts.db, alert, parts.now()) : null
  if (rest !== null) {
    if (isTooOld(alert, rest.untilMs)) return notNow(fail(parts, [alert], rest.error))
    return notNow(postpone(parts, [alert], rest.untilMs, rest.error))
  }
  const parcel = await takeParcel(parts, alert, claim)
  return parcel === null || parcel === 'held' ? parcel : onlySendable(parts, parcel)
}

const notNow = (noted: Promise<void>): Promise<null> => noted.then(() => null)

/** What is left of a bundle: some of it may be of no use any more, or not be read. @returns null when all of it is */
async function onlySendable(parts: DeliveryParts, parcel: Parcel): Promise<Parcel | null> {
  const bySuppression = Map.groupBy(parcel.alerts, suppressionOf)
  for (const [suppression, alerts] of bySuppression) {
    if (suppression !== null) await suppress(parts, alerts, suppression)
  }
  const wanted = bySuppression.get(null) ?? []
  const unreadable = wanted.filter((alert) => !isReadable(alert))
  if (unreadable.length > 0) await putOffUnreadable(parts, unreadable)
  const alerts = wanted.filter((alert) => !unreadable.includes(alert))
  return alerts.length === 0 ? null : { ...parcel, alerts }
}

/** Why an alert is not sent any more; null: it is. Pure. */
export function suppressionOf(alert: DeliveryRow): Suppression | null {
  if (alert.isMonitorDeleted && !alert.endsIncident) return 'monitorDeleted'
  if (alert.kind === 'stillDown' && alert.isOutageOver) return 'recovered'
  return alert.isRecipientThere ? null : 'recipientRemoved'
}

/** Whether an alert would go to a mail address that nobody agreed to. Asked with each alert: a link may have
 *  been followed since the one before. */
async function isUnconfirmed(parts: DeliveryParts, alert: DeliveryRow): Promise<boolean> {
  const { channel, recipientType, recipientId, workspaceId } = alert
  if (channel !== 'email' || recipientType !== 'contact') return false
  const { db, confirmsOwnContacts } = parts
  const [row] = await readConfirmations(db, workspaceId, [recipientId], confirmsOwnContacts)
  return row?.confirmation === 'waiting'
}

async function suppress(
  parts: DeliveryParts,
  alerts: readonly DeliveryRow[],
  by: Suppression,
): Promise<void> {
  const end = { state: 'suppressed', error: null, suppressedBy: by } as const
  await settleDeliveries(parts.db, numbersOf(alerts), { ...end, at: new Date(parts.now()) })
}

const numbersOf = (alerts: readonly DeliveryRow[]): number[] => alerts.map(({ id }) => id)

/** @returns null when the contact does not have the channel any more */
async function send(parts: DeliveryParts, { deliveryId, alerts }: Parcel): Promise<Outcome | null> {
  const [alert, ...others] = alerts
  if (alert === undefined) throw new Error('a parcel holds at least one alert')
  const { memberEmail, recipientType, recipientId, workspaceId, contactAddresses } = alert
  if (recipientType === 'member' && memberEmail === null) {
    const error =
      'This person has no e-mail address yet: they have to sign up with their one-time link, or another recipient has to be chosen.'
    return { kind: 'refused', error }
  }
  const addresses =
    memberEmail === null
      ? tryToOpen(parts.secrets, { workspaceId, id: recipientId }, contactAddresses)
      : { email: { email: memberEmail } }
  if (addresses === 'sealed') return { kind: 'refused', error: SEALED }
  const messageOf = (each: DeliveryRow): AlertMessage => AlertMessage.parse(each.message)
  const messages = [messageOf(alert), ...others.map(messageOf)] as const
  const message = composeBundle(deliveryId, messages, parts.publicUrl)
  const email = alert.channel === 'email' ? addresses.email?.email : undefined
  const delivery = {
    id: deliveryId,
    nowMs: parts.now(),
    ...(email === undefined ? {} : await mailFacts(parts, alerts, email)),
  }
  return sendOnChannel(alert.channel as ChannelName, addresses, message, delivery, parts)
}

/** More than a mail program makes use of. */
const MAX_FOLLOWED = 20

/** What a mail has beside its message. It leaves without while the database is away. */
async function mailFacts(
  { db }: DeliveryParts,
  alerts: readonly DeliveryRow[],
  email: string,
): Promise<Pick<Delivery, 'zone' | 'follows'>> {
  const [alert] = alerts
  if (alert === undefined) return {}
  try {
    return {
      zone: await findMailZone(db, alert.workspaceId, email),
      follows: await readFirstDeliveries(db, numbersOf(alerts), MAX_FOLLOWED),
    }
  } catch (error: unknown) {
    if (isDatabaseUnavailable(error)) return {}
    throw error
  }
}

/** What came of sending alerts, and when, UNIX ms. */
interface Attempt {
  readonly alerts: readonly DeliveryRow[]
  readonly atMs: number
  /** null: the contact does not have the channel any more. */
  readonly outcome: Outcome | null
  /** What it is for the destination; null: it worked, or nothing was sent. */
  readonly failure: Failure | null
}

export function tellOf(
  { alertsTried }: DeliveryParts,
  { alerts }: Parcel,
  { kind }: Outcome,
  atMs: number,
): void {
  const [first] = alerts
  if (first === undefined) return
  const outcome = kind === 'sent' || kind === 'refused' ? kind : 'retry'
  alertsTried?.({ channel: first.channel, outcome, alerts, atMs })
}

/** Only contacts have what can be given up in part. */
async function forgetEnded(
  parts: DeliveryParts,
  { alerts }: Parcel,
  outcome: Outcome | null,
  atMs: number,
): Promise<void> {
  const [alert] = alerts
  if (alert === undefined) return
  const contact = { workspaceId: alert.workspaceId, id: alert.recipientId }
  await endParts(parts, contact, alert.channel as ChannelName, { outcome, at: new Date(atMs) })
}

async function attemptOf(
  { db }: DeliveryParts,
  { alerts }: Parcel,
  outcome: Outcome | null,
  atMs: number,
): Promise<Attempt> {
  const [alert] = alerts
  const isCounted = outcome !== null && alert !== undefined
  const failure = isCounted ? await countAttempt(db, alert, outcome, atMs) : null
  return { alerts, atMs, outcome, failure }
}

async function conclude(
  parts: DeliveryParts,
  { alerts, atMs, outcome, failure }: Attempt,
): Promise<void> {
  if (outcome === null) return suppress(parts, alerts, 'recipientRemoved')
  const { db } = parts
  const [alert] = alerts
  if (alert !== undefined) await noteAttempt(db, alert, failure)
  const settled = { suppressedBy: null, at: new Date(atMs) }
  if (outcome.kind === 'sent') {
    const sent = { ...settled, state: 'sent', error: null } as const
    await db.transaction(
      async (tx) => {
        await settleDeliveries(tx, numbersOf(alerts), sent)
        // Each has a job of its own, which would only find that it was sent: hundreds, before others' alerts.
        if (alerts.length > 1) await dropJobs(tx, numbersOf(alerts).map(deliveryJobKey))
      },
      { isFlushedAfter: true },
    )
    return
  }
  const { error } = outcome
  const delayMs = outcome.kind === 'refused' ? null : delayOf(alerts, atMs, outcome.retryAfterMs)
  if (delayMs === null) return fail(parts, alerts, error)
  return postpone(parts, alerts, atMs + delayMs, error)
}

async function fail(
  { db, now }: DeliveryParts,
  alerts: readonly DeliveryRow[],
  error: string,
): Promise<void> {
  const end = { state: 'failed', error, suppressedBy: null, at: new Date(now()) } as const
  await settleDeliveries(db, numbersOf(alerts), end)
}

/** How long alerts wait that failed together; null: none of them is tried any more. */
function delayOf(
  alerts: readonly DeliveryRow[],
  nowMs: number,
  retryAfterMs: number | null,
): number | null {
  const attempts = Math.max(...alerts.map((alert) => alert.attempts))
  const newestMs = Math.max(...alerts.map(({ queuedAtMs }) => queuedAtMs))
  return retryDelayMs(attempts, nowMs - newestMs, retryAfterMs)
}

async function postpone(
  { db }: DeliveryParts,
  alerts: readonly DeliveryRow[],
  dueAtMs: number,
  error: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await postponeDeliveries(tx, numbersOf(alerts), new Date(dueAtMs), error)
    await addDeliveries(tx, alerts, dueAtMs)
  })
}
