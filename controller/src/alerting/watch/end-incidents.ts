import type { FinishedIncidentRow } from '../../db/incidents.ts'
import { reopenIncident, takeFinishedIncidents } from '../../db/incidents.ts'
import type { Queryable } from '../../db/pool.ts'
import { isDatabaseUnavailable, withinSavepoint } from '../../db/pool.ts'
import { AlertEventJson } from '../outbox/alert-event.ts'
import type { RecipientType } from '../outbox/alert-words.ts'
import { AlertMessage } from '../message/alert-message.ts'
import { keepAlerts } from '../planning/keep-alerts.ts'

/** Why it is over, by what ended it; any other status says it by itself. */
const REASONS: Readonly<Record<string, string>> = {
  deleted: 'The monitor was deleted.',
  renewed: 'The certificate was renewed.',
  steady: 'It no longer changes between up and down all the time.',
  paused: 'The monitor was paused.',
  maintenance: 'Maintenance began.',
  unknown: 'Nobody could check it any more.',
}

/** Ends incidents at PagerDuty that nothing else would end: of monitors that are not degraded any more,
 *  of certificates that were renewed, of monitors that were paused or deleted, and of those that flap no more, where
 *  the contact is not among their recipients any more. People are not told:
 *  these alerts promise no recovery.
 *  @returns why some could not be ended, which are left to a later time */
export async function endIncidents(tx: Queryable, nowMs: number): Promise<readonly unknown[]> {
  const failures: unknown[] = []
  for (const incident of await takeFinishedIncidents(tx, new Date(nowMs))) {
    try {
      await withinSavepoint(tx, () => keepAlerts(tx, endOf(incident, nowMs), nowMs))
    } catch (error: unknown) {
      if (isDatabaseUnavailable(error)) throw error
      failures.push(error)
      await reopenIncident(tx, incident.alertId)
    }
  }
  return failures
}

function endOf(incident: FinishedIncidentRow, nowMs: number): Parameters<typeof keepAlerts>[1] {
  const { alertId, workspaceId, monitorId, recipientType, recipientId, recipientName } = incident
  const reason = reasonOf(incident.end)
  const event = AlertEventJson.parse(incident.event)
  const message = AlertMessage.parse(incident.message)
  return {
    workspaceId,
    monitorId,
    event: { ...event, atMs: nowMs, cause: null, reason, isOver: true },
    message: {
      ...message,
      severity: 'info',
      isResolved: true,
      title: `Closed: ${message.title}`,
      summary: reason,
      facts: [],
      entries: [],
      atMs: nowMs,
      cause: null,
      reason,
    },
    key: `closed:${alertId}`,
    recipients: [
      {
        type: recipientType as RecipientType,
        id: recipientId,
        name: recipientName,
        channel: 'pagerduty',
      },
    ],
  }
}

function reasonOf(end: string): string {
  return REASONS[end] ?? `The monitor is ${end} now.`
}
