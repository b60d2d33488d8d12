import { alertSettingsOf } from '../alert-settings.ts'
import { keepAlerts } from './keep-alerts.ts'
import type { Planner } from './planner.ts'
import { messageAbout } from './planner.ts'
import { resolveRecipients } from './recipients.ts'

/** A certificate came within one of the monitor's thresholds. It is told during maintenance too: it
 *  will not renew itself. */
export const planCertificate: Planner = async (parts, tx, monitor, { event }) => {
  const { workspaceId } = monitor
  await keepAlerts(
    tx,
    {
      workspaceId,
      monitorId: monitor.id,
      event,
      message: messageAbout(parts, monitor, event),
      key: `tlsExpiry:${monitor.publicId}:${event.expiresAtMs}:${event.thresholdDays}`,
      recipients: await resolveRecipients(
        tx,
        workspaceId,
        alertSettingsOf(monitor.alerts),
        parts.confirmsOwnContacts,
      ),
    },
    parts.now(),
  )
}
