import { leaveBundle } from '../../db/alert-bundles.ts'
import type { DeliveryRow } from '../../db/alert-deliveries.ts'
import { postponeDeliveries, settleDeliveries } from '../../db/alert-deliveries.ts'
import { isChannel } from '../channels/index.ts'
import { AlertMessage } from '../message/alert-message.ts'
import { addDeliveries } from '../outbox/add-deliveries.ts'
import type { UpkeepParts } from '../../jobs/task.ts'

/** How long an alert waits for a controller that can read it: by then an update is through on all of them. */
const WAIT_FOR_READER_MS = 3_600_000
const FIRST_LOOK_MS = 5_000

const UNREADABLE =
  'What is stored to be sent cannot be read: a newer version of Sightline wrote it, or it is damaged. What it says is in the history of alerts.'

/** Whether this version knows what an alert says, and the channel it goes out on. Pure. */
export function isReadable({ channel, message }: DeliveryRow): boolean {
  return isChannel(channel) && AlertMessage.safeParse(message).success
}

/** Puts off alerts that cannot be read, for as long as they have waited, and lets them fail when nobody could for an
 *  hour. It is no fault of where they go, and none of what was to leave with them. */
export async function putOffUnreadable(
  { db, now }: UpkeepParts,
  alerts: readonly DeliveryRow[],
): Promise<void> {
  const nowMs = now()
  const ids = alerts.map(({ id }) => id)
  const waitedMs = nowMs - Math.max(...alerts.map(({ queuedAtMs }) => queuedAtMs))
  if (waitedMs >= WAIT_FOR_READER_MS) {
    const end = { state: 'failed', error: UNREADABLE, suppressedBy: null } as const
    await settleDeliveries(db, ids, { ...end, at: new Date(nowMs) })
    return
  }
  const dueAtMs = nowMs + Math.max(FIRST_LOOK_MS, waitedMs)
  await db.transaction(async (tx) => {
    // What it was to leave with leaves under that id.
    await leaveBundle(tx, ids)
    await postponeDeliveries(tx, ids, new Date(dueAtMs), UNREADABLE)
    await addDeliveries(tx, alerts, dueAtMs)
  })
}
