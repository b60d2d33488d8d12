import type { DeliveryRow } from '../../db/alert-deliveries.ts'
import type { QueuedAlertRow } from '../../db/alerts.ts'
import {
  claimDeliveries,
  findDeliveries,
  releaseDeliveries,
  settleSentDeliveries,
} from '../../db/alert-deliveries.ts'
import { outlast } from '../../db/outlast.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import type { Outcome } from '../channels/channel.ts'
import { CHANNELS, isChannel } from '../channels/index.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'
import { newClaim } from './claim.ts'
import {
  CLAIM_AWAY_MS,
  noteOutcome,
  sendTraced,
  suppressionOf,
  SURE_MS,
  tellOf,
} from './deliver-alert.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { restOf } from './destination.ts'
import { createMarkAlong } from './mark-along.ts'
import type { Parcel } from './take-parcel.ts'
import { STALE_CLAIM_MS } from './take-parcel.ts'
import { isReadable } from './unreadable.ts'

/** So many alerts may have reached their receiver and not be marked: when the process dies these are sent again. */
const MAX_UNMARKED = 10

/** Alerts of a destination that were seen to together. */
export interface DeliveredInARow {
  /** What is seen to, sent or not, in the order it was. */
  readonly tried: readonly number[]
  readonly sent: readonly number[]
}

const NONE: DeliveredInARow = { tried: [], sent: [] }

/** Sends alerts of one destination that gets each by itself, one after the other: read and claimed by a statement for all
 *  of them, and marked while the next are sent. Each by itself takes eight statements and two waits for the disk: the last
 *  780 of 10,000 outages took 24 s. As far as they are what most are: the first that is to be held back, or waits for
 *  another, ends the row, and so does the first that fails. Each is claimed, sent and marked as `deliverAlert` has it, with
 *  ten at most between the last two.
 *  @param alerts of one destination, in the order in which they are to be sent; in no bundle and with no worker
 *  @param limitMs how long the receiver may take for them before no other is begun. A database that is slow does not
 *    count: everybody waits for that, and with one alert for each look at what waits all would wait for longer */
export async function deliverInARow(
  parts: DeliveryParts,
  alerts: readonly QueuedAlertRow[],
  limitMs: number,
): Promise<DeliveredInARow> {
  const channel = alerts[0]?.channel ?? ''
  if (!isChannel(channel) || CHANNELS[channel].isBundled) return NONE
  if (alerts.length < 2 || limitMs <= 0) return NONE
  const alertIds = alerts.map(({ id }) => id)
  const claim = newClaim(parts.now())
  const claimedAtMs = parts.now()
  const row = await outlast(CLAIM_AWAY_MS, () => claimRow(parts, alertIds, claim))
  const [first] = row
  if (first === undefined) return NONE
  const marks = createMarkAlong<Sent>((sent) => mark(parts, first, sent), MAX_UNMARKED)
  const tried: number[] = []
  const sent: number[] = []
  let leftMs = limitMs
  try {
    for (const alert of row) {
      const nowMs = parts.now()
      // A claim of long ago may be another's by now.
      if (leftMs <= 0 || nowMs - claimedAtMs > SURE_MS) break
      tried.push(alert.id)
      const parcel: Parcel = { deliveryId: alert.publicId, alerts: [alert] }
      const outcome = await sendOrLeave(parts, parcel, alert)
      if (outcome === 'left') break
      const atMs = parts.now()
      leftMs -= atMs - nowMs
      if (outcome?.kind !== 'sent' || outcome.ended !== undefined) {
        await marks.whenMarked()
        await noteOutcome(parts, parcel, outcome, atMs)
        if (outcome?.kind === 'sent') sent.push(alert.id)
        break
      }
      tellOf(parts, parcel, outcome, atMs)
      sent.push(alert.id)
      await marks.add({ alertId: alert.id, atMs })
    }
  } finally {
    await marks.whenMarked()
    const left = row.slice(tried.length).map(({ id }) => id)
    if (left.length > 0) await outlast(Infinity, () => releaseDeliveries(parts.db, left, claim))
  }
  return { tried, sent }
}

/** One that cannot be sent by a fault of ours is left to a job of its own. */
async function sendOrLeave(
  parts: DeliveryParts,
  parcel: Parcel,
  alert: DeliveryRow,
): Promise<Outcome | null | 'left'> {
  try {
    return await sendTraced(parts, parcel)
  } catch (error: unknown) {
    if (isDatabaseUnavailable(error)) throw error
    await addDeliveries(parts.db, [alert])
    return 'left'
  }
}

interface Sent {
  readonly alertId: number
  readonly atMs: number
}

/** Where many destinations have alerts, as many wait for the disk at the same time: none of them with a connection. */
function mark({ db }: DeliveryParts, to: DeliveryRow, sent: readonly Sent[]): Promise<void> {
  return outlast(Infinity, () =>
    db.transaction((tx) => settleSentDeliveries(tx, to, sent), { isFlushedAfter: true }),
  )
}

/** Claims the first alerts, as far as nothing speaks against sending them now. With the same claim it takes the same again.
 *  @returns none where there are not two of them, or nothing may be sent there now */
async function claimRow(
  { db, now }: DeliveryParts,
  alertIds: readonly number[],
  claim: string,
): Promise<DeliveryRow[]> {
  const found = new Map((await findDeliveries(db, alertIds, claim)).map((row) => [row.id, row]))
  const row: DeliveryRow[] = []
  for (const id of alertIds) {
    const alert = found.get(id)
    if (alert === undefined || !isPlain(alert)) break
    row.push(alert)
  }
  const [first] = row
  if (first === undefined || row.length < 2) return []
  if ((await restOf(db, first, now())) !== null) return []
  const claimed = await claimDeliveries(
    db,
    row.map(({ id }) => id),
    claim,
    STALE_CLAIM_MS,
  )
  const isOurs = new Set(claimed)
  return row
    .filter(({ id }) => isOurs.has(id))
    .map((alert) => ({ ...alert, attempts: alert.attempts + (alert.isClaimed ? 0 : 1) }))
}

/** Nothing is to be asked before it is sent. */
function isPlain(alert: DeliveryRow): boolean {
  return (
    alert.state === 'queued' &&
    alert.bundleId === null &&
    alert.earlierDueAtMs === null &&
    suppressionOf(alert) === null &&
    isReadable(alert)
  )
}
