import { claimBundle, formBundle, holdWaiting, readCrowd } from '../../db/alert-bundles.ts'
import type { DeliveryRow } from '../../db/alert-deliveries.ts'
import { claimDelivery, deliveryJobKey, findDeliveries } from '../../db/alert-deliveries.ts'
import { dropJobs, isPlanning } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { UpkeepParts } from '../../jobs/task.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import type { ChannelName } from '../channels/index.ts'
import { CHANNELS } from '../channels/index.ts'
import type { Departure } from './departure.ts'
import { CROWD_MS, departureOf, GATHER_MS, MAX_ALONE } from './departure.ts'
import { addFirstDeliveries } from '../outbox/add-deliveries.ts'
import { isReadable } from './unreadable.ts'

/** A worker that has an alert for longer than any attempt takes is dead. */
export const STALE_CLAIM_MS = 120_000

/** What another controller planned may be due a little later by its clock, and has no job that waits until then. */
export const CLOCKS_APART_MS = 2_000

/** Where there are many recipients, as many wait for the disk at the same time: none of them with one of the few connections
 *  of jobs. */
const FLUSHED_AFTER = { isFlushedAfter: true }

/** Alerts of one message; the rest waits for the next. */
const MAX_BUNDLE = 1_000

/** What goes out as one message, claimed for this worker. */
export interface Parcel {
  /** Of the one alert, or of the bundle: the same for every attempt. */
  readonly deliveryId: string
  /** The oldest first. */
  readonly alerts: readonly DeliveryRow[]
}

/** All that waits with the alert was put off, to leave together, and has its job. */
export type Held = 'held'

/** Claims what is to be sent now that an alert is due: the alert, the bundle it is in, or all that waits
 *  with it for the same recipient on the same channel. With the same claim it takes the same again.
 *  @returns null when another worker has it */
export async function takeParcel(
  parts: UpkeepParts,
  alert: DeliveryRow,
  claim: string,
): Promise<Parcel | Held | null> {
  const { db } = parts
  const at = new Date(parts.now())
  const staleBefore = new Date(at.getTime() - STALE_CLAIM_MS)
  const putOffTo = new Date(at.getTime() + GATHER_MS)
  if (alert.bundleId !== null) {
    const ids = await claimBundle(db, alert.bundleId, claim, staleBefore)
    return parcelOf(db, alert.bundleId, ids, claim)
  }
  // What it was claimed for stays as it was, whatever came since: of others that leave together it is none, and nobody
  // would send it until the claim is stale.
  const isAlone = alert.isClaimed || !isReadable(alert)
  const departure = isAlone ? 'alone' : await departureNow(db, alert, at)
  if (departure === 'alone') {
    const isOurs = await claimDelivery(db, alert.id, claim, STALE_CLAIM_MS)
    const claimed = { ...alert, attempts: alert.attempts + (alert.isClaimed ? 0 : 1) }
    return isOurs ? { deliveryId: alert.publicId, alerts: [claimed] } : null
  }
  if (departure === 'together') {
    const id = newPublicId('bdl')
    const bundle = { id, claim, staleBefore, putOffTo, limit: MAX_BUNDLE }
    const ids = await db.transaction((tx) => formBundle(tx, alert, bundle), FLUSHED_AFTER)
    return parcelOf(db, id, ids, claim)
  }
  const { heldUntilMs } = departure
  const dueByMs = Math.max(heldUntilMs, at.getTime() + CLOCKS_APART_MS)
  await db.transaction(async (tx) => {
    const times = { dueBy: new Date(dueByMs), putOffTo, until: new Date(heldUntilMs) }
    const held = await holdWaiting(tx, alert, times)
    // Each would only find that it is held: hundreds, before others' alerts.
    await dropJobs(
      tx,
      held.map(({ id }) => deliveryJobKey(id)),
    )
    await addFirstDeliveries(tx, held, heldUntilMs)
  }, FLUSHED_AFTER)
  return 'held'
}

async function departureNow(db: Queryable, alert: DeliveryRow, at: Date): Promise<Departure> {
  if (!CHANNELS[alert.channel as ChannelName].isBundled) return 'alone'
  const nowMs = at.getTime()
  const crowd = await readCrowd(db, alert, {
    // Also what was put off: one that comes meanwhile would leave before those, and put them off once more.
    dueBy: new Date(nowMs + GATHER_MS),
    staleBefore: new Date(nowMs - STALE_CLAIM_MS),
    since: new Date(nowMs - CROWD_MS),
    limit: MAX_ALONE + 1,
  })
  return departureOf(crowd, nowMs, () => isPlanning(db, alert.workspaceId))
}

/** @returns null when there is nothing in it */
async function parcelOf(
  db: Queryable,
  deliveryId: string,
  alertIds: readonly number[],
  claim: string,
): Promise<Parcel | null> {
  if (alertIds.length === 0) return null
  return { deliveryId, alerts: await findDeliveries(db, alertIds, claim) }
}
