import { addDigest, keepDigest } from './send-digest.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import { keepAlerts } from './keep-alerts.ts'
import type { Planner } from './planner.ts'
import { messageAbout } from './planner.ts'
import { resolveRecipients } from './recipients.ts'

/** A monitor began to flap: told once, and its changes are collected from now on. Or it is stable
 *  again: what was collected goes out with that. */
export const planFlapping: Planner = async (parts, tx, monitor, { event }) => {
  const nowMs = parts.now()
  const { workspaceId } = monitor
  if (event.isOver === true) {
    await keepDigest(parts, tx, monitor, event)
    return
  }
  const settings = alertSettingsOf(monitor.alerts)
  const recipients = await resolveRecipients(tx, workspaceId, settings, parts.confirmsOwnContacts)
  const suppressed = settings.onDown ? null : ({ by: 'preference', dependencyId: null } as const)
  await keepAlerts(
    tx,
    {
      workspaceId,
      monitorId: monitor.id,
      event,
      message: messageAbout(parts, monitor, event),
      key: `flapping:${monitor.publicId}:beginning:${event.atMs}`,
      recipients: recipients.map((recipient) => ({ ...recipient, suppressed })),
    },
    nowMs,
  )
  await addDigest(tx, monitor.id, nowMs)
}
