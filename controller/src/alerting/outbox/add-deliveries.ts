import { deliveryJobKey } from '../../db/alert-deliveries.ts'
import type { QueuedAlertRow } from '../../db/alerts.ts'
import { addJobs } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'

/** Has alerts delivered. What goes to the same recipient on the same channel goes one after the other,
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
      queue: `deliver ${recipientId} ${channel}`,
      key: deliveryJobKey(id),
      sharer: { workspaceId },
      ...(runAtMs === undefined ? {} : { runAtMs }),
    })),
  )
}
