import { z } from 'zod'
import { deliveryJobKey, readWaitingBehind } from '../../db/alert-deliveries.ts'
import { dropJobs } from '../../db/jobs.ts'
import { deliverAlert } from './deliver-alert.ts'
import type { DeliveryParts } from './delivery-parts.ts'

const Payload = z.object({ alertId: z.int() })

/** Alerts that are sent with the one whose turn it is, one by one, and how long: what a job takes beside its work is
 *  more than the work, and a receiver that is slow must not keep a place from others for long. */
const MAX_ALONG = 50
const ALONG_MS = 1_000

/** The job "deliverAlert": sends an alert, and others that wait for the same recipient on the same channel, as long as
 *  they arrive. Each of these has a job of its own, which finds it sent where this one ends before it has forgotten
 *  them; all of them are in one queue, so that none runs meanwhile. */
export async function deliverWaiting(parts: DeliveryParts, payload: unknown): Promise<void> {
  const { alertId } = Payload.parse(payload)
  const beganAtMs = parts.now()
  const first = await deliverAlert(parts, alertId)
  if (first === null) return
  const waiting = await readWaitingBehind(parts.db, first, new Date(parts.now()), MAX_ALONG)
  const sent: number[] = []
  for (const id of waiting) {
    if (parts.now() - beganAtMs > ALONG_MS) break
    if ((await deliverAlert(parts, id)) === null) break
    sent.push(id)
  }
  await dropJobs(parts.db, sent.map(deliveryJobKey))
}
