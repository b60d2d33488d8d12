import { deliveryJobKey } from '../../db/alert-deliveries.ts'
import type { QueuedAlertRow } from '../../db/alerts.ts'
import { addJobs } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'

/** Has alerts delivered, by a job for each. What goes to the same recipient on the same channel goes one after the other,
 *  so that a receiver that hangs holds up nobody else.
 *  @param runAtMs not before this instant, UNIX ms */
export async function addDeliveries(
  tx: Queryable,
  alerts: readonly QueuedAlertRow[],
  runAtMs?: number,
): Promise<void> {
  await addJobs(
    tx,
    alerts.map(({ id, recipientId, channel, workspaceId }) => ({
      name: 'deliverAlert',
      payload: { alertId: id },
      queue: queueOf({ recipientId, channel }),
      key: deliveryJobKey(id),
      sharer: { workspaceId },
      ...(runAtMs === undefined ? {} : { runAtMs }),
    })),
  )
}

const queueOf = ({ recipientId, channel }: Pick<QueuedAlertRow, 'recipientId' | 'channel'>) =>
  `deliver ${recipientId} ${channel}`

/** The same, by a job for the first of each recipient and channel: it takes the others along (`deliverWaiting`). Each job
 *  costs more than what is left to do of an alert that goes out with others, and whoever looks for one passes over all.
 *  @param alerts due at the same instant */
export async function addFirstDeliveries(
  tx: Queryable,
  alerts: readonly QueuedAlertRow[],
  runAtMs?: number,
): Promise<void> {
  const firsts = new Map<string, QueuedAlertRow>()
  for (const alert of alerts.toSorted((a, b) => a.id - b.id)) {
    const queue = queueOf(alert)
    if (!firsts.has(queue)) firsts.set(queue, alert)
  }
  await addDeliveries(tx, [...firsts.values()], runAtMs)
}
