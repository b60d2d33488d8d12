import { z } from 'zod'
import { deliveryJobKey, readWaitingBehind } from '../../db/alert-deliveries.ts'
import type { QueuedAlertRow } from '../../db/alerts.ts'
import { dropJobs } from '../../db/jobs.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'
import { deliverAlert } from './deliver-alert.ts'
import type { DeliveryParts } from './delivery-parts.ts'

const Payload = z.object({ alertId: z.int() })

/** Alerts that are seen to with the one whose turn it is, one by one, and how long: what a job takes beside its work is
 *  more than the work, and a receiver that is slow must not keep a place from others for long. */
const MAX_ALONG = 50
const ALONG_MS = 1_000

/** What another controller planned may be due a little later by its clock, and has no job that waits until then. */
const CLOCKS_APART_MS = 2_000

/** The job "deliverAlert": delivers an alert, and those that wait for the same recipient on the same channel, of which
 *  most have no job of their own (`addFirstDeliveries`). What is left gets one. All these jobs are in one queue, so that
 *  of a recipient's none runs beside another. */
export async function deliverWaiting(parts: DeliveryParts, payload: unknown): Promise<void> {
  const { alertId } = Payload.parse(payload)
  const beganAtMs = parts.now()
  const failure = await deliverAlert(parts, alertId).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  const dueBy = new Date(beganAtMs + CLOCKS_APART_MS)
  const waiting = await readWaitingBehind(parts.db, alertId, dueBy, MAX_ALONG + 1)
  const sent: number[] = []
  for (const [place, alert] of waiting.entries()) {
    if (place === MAX_ALONG || parts.now() - beganAtMs > ALONG_MS) {
      await addDeliveries(parts.db, [alert])
      break
    }
    if (await deliverOrLeave(parts, alert)) sent.push(alert.id)
  }
  await dropJobs(parts.db, sent.map(deliveryJobKey))
  if (failure !== null) throw failure.error
}

/** One that cannot be delivered by a fault of ours is left to a job of its own, and holds up none.
 *  @returns whether it was sent */
async function deliverOrLeave(parts: DeliveryParts, alert: QueuedAlertRow): Promise<boolean> {
  try {
    return await deliverAlert(parts, alert.id)
  } catch (error: unknown) {
    if (isDatabaseUnavailable(error)) throw error
    await addDeliveries(parts.db, [alert])
    return false
  }
}
