import { findAlertedOutage } from '../../db/alert-planning.ts'
import type { OutageAlertRow } from '../../db/alerts.ts'
import { readDownAlerts } from '../../db/alerts.ts'
import type { RecipientType, Suppression } from '../outbox/alert-words.ts'
import type { ChannelName } from '../channels/index.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import type { Announcement } from './keep-alerts.ts'
import { keepAlerts } from './keep-alerts.ts'
import type { Planner } from './planner.ts'
import { messageAbout } from './planner.ts'

type PlannedRecipient = Announcement['recipients'][number]

/** A monitor is up again: told to those who were told, or are being told, that it went down, and to
 *  nobody else. Who was told is not left alone with it when the monitor began to flap meanwhile. */
export const planUp: Planner = async (parts, tx, monitor, { event }) => {
  if (event.outageId === null) return
  const outage = await findAlertedOutage(tx, event.outageId)
  const { onRecovery } = alertSettingsOf(monitor.alerts)
  const told = await readDownAlerts(tx, event.outageId)
  await keepAlerts(
    tx,
    {
      workspaceId: monitor.workspaceId,
      monitorId: monitor.id,
      event,
      message: messageAbout(parts, monitor, event, { outage }),
      key: `up:${event.outageId}`,
      recipients: told.flatMap(
        (row) => recoveryOf(row, { isWanted: onRecovery, isDigested: event.isDigested }) ?? [],
      ),
    },
    parts.now(),
  )
}

/** What somebody gets of a recovery, by what they got of the outage; null: nothing. Pure. */
export function recoveryOf(
  row: Omit<OutageAlertRow, 'queuedAtMs' | 'isWaiting'>,
  { isWanted, isDigested }: { isWanted: boolean; isDigested: boolean },
): PlannedRecipient | null {
  const recipient = {
    type: row.recipientType as RecipientType,
    id: row.recipientId,
    name: row.recipientName,
    channel: row.channel as ChannelName,
  }
  if (row.state === 'failed') return null
  // A digest told them, and its like will not come any more.
  const wasTold = row.state !== 'suppressed' || (row.isDigested && !isDigested)
  if (!wasTold) {
    const by = row.suppressedBy as Suppression
    return { ...recipient, suppressed: { by, dependencyId: row.dependencyId } }
  }
  return { ...recipient, suppressed: isWanted ? null : { by: 'preference', dependencyId: null } }
}
