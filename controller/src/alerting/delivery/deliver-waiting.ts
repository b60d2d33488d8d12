import { z } from 'zod'
import { deliveryJobKey, readWaitingBehind } from '../../db/alert-deliveries.ts'
import type { QueuedAlertRow } from '../../db/alerts.ts'
import { dropJobs } from '../../db/jobs.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'
import { deliverAlert, deliverTimed } from './deliver-alert.ts'
import { deliverInARow } from './deliver-in-a-row.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { CLOCKS_APART_MS } from './take-parcel.ts'

const Payload = z.object({ alertId: z.int() })

/** Alerts that are seen to with the one whose turn it is, one after the other, and how long: what a job takes beside its work is
 *  more than the work, and a receiver that is slow must not keep a place from others for long. */
const MAX_ALONG = 50
const ALONG_MS = 1_000

/** The job "deliverAlert": delivers an alert, and those that wait for the same recipient on the same channel, of which
 *  most have no job of their own (`addFirstDeliveries`). What is left gets one. All these jobs are in one queue, so that
 *  of a recipient's none runs beside another. */
export async function deliverWaiting(parts: DeliveryParts, payload: unknown): Promise<void> {
  const { alertId } = Payload.parse(payload)
  const beganAtMs = parts.now()
  const first = await deliverTimed(parts, alertId).catch((error: unknown) => ({ error }))
  if ('error' in first) {
    await deliverBehind(parts, alertId, { beganAtMs, sendingMs: 0 })
    throw first.error
  }
  if (first.outcome === 'held') return
  await deliverBehind(parts, alertId, { beganAtMs, sendingMs: first.sendingMs })
}

/** @param since.sendingMs how long the receiver took for the first one */
async function deliverBehind(
  parts: DeliveryParts,
  alertId: number,
  since: { readonly beganAtMs: number; readonly sendingMs: number },
): Promise<void> {
  const { beganAtMs, sendingMs } = since
  const dueBy = new Date(beganAtMs + CLOCKS_APART_MS)
  const readWaiting = () => readWaitingBehind(parts.db, alertId, dueBy, MAX_ALONG + 1)
  const waiting = await readWaiting()
  if (waiting.length === 0) return
  const along = waiting.slice(0, MAX_ALONG)
  const row = await deliverInARow(parts, along, ALONG_MS - sendingMs)
  const tried = new Set<number>(row.tried)
  const sent = [...row.sent]
  for (const alert of along) {
    if (tried.has(alert.id)) continue
    if (parts.now() - beganAtMs > ALONG_MS) break
    tried.add(alert.id)
    const outcome = await deliverOrLeave(parts, alert)
    if (outcome === 'sent') sent.push(alert.id)
    // All that waits was put off with it. Sent nevertheless, one of them would take the job along that they have.
    if (outcome === 'held') break
  }
  await dropJobs(parts.db, sent.map(deliveryJobKey))
  // Also of what came meanwhile, whose job may be gone with one that was sent.
  const left = (await readWaiting()).find(({ id }) => !tried.has(id))
  if (left !== undefined) await addDeliveries(parts.db, [left])
}

/** One that cannot be delivered by a fault of ours is left to a job of its own, and holds up none.
 *  @returns as `deliverAlert` does */
async function deliverOrLeave(
  parts: DeliveryParts,
  alert: QueuedAlertRow,
): ReturnType<typeof deliverAlert> {
  try {
    return await deliverAlert(parts, alert.id)
  } catch (error: unknown) {
    if (isDatabaseUnavailable(error)) throw error
    await addDeliveries(parts.db, [alert])
    return 'notSent'
  }
}
