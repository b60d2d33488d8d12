import type { AlertedMonitorRow, AlertedOutageRow } from '../../db/alert-planning.ts'
import { readDownAlerts } from '../../db/alerts.ts'
import type { Queryable } from '../../db/pool.ts'
import type { PlanParts } from './plan-parts.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import { alertSettingsOf } from '../alert-settings.ts'
import { hasRecovered } from './has-recovered.ts'
import { keepAlerts } from './keep-alerts.ts'
import { recoveryOf } from './plan-up.ts'
import { messageAbout } from './planner.ts'

/** What ends an outage although nobody knows whether the target works again, by the status after it. */
const REASONS: Readonly<Record<string, string>> = {
  paused: 'The monitor was paused.',
  maintenance: 'Maintenance began.',
  unknown: 'Nobody could check it any more.',
}

/** An outage ended. A recovery is told by an event of its own; of any other end people are not told, but
 *  PagerDuty, where an incident would stay open for ever. */
export async function closeIncidents(
  parts: Pick<PlanParts, 'now' | 'publicUrl'>,
  tx: Queryable,
  monitor: AlertedMonitorRow,
  outage: AlertedOutageRow,
): Promise<void> {
  const { publicId, startedAtMs, endedAtMs, endedAs } = outage
  const { onRecovery } = alertSettingsOf(monitor.alerts)
  if (endedAtMs === null || hasRecovered(outage) || !onRecovery) return
  const told = await readDownAlerts(tx, publicId)
  const event: AlertEvent = {
    kind: 'up',
    monitorId: monitor.id,
    outageId: publicId,
    atMs: endedAtMs,
    sinceMs: startedAtMs,
    cause: null,
    reason: REASONS[endedAs ?? ''] ?? 'Its checks began anew.',
    regions: [],
    isDigested: false,
    isQuiet: true,
  }
  await keepAlerts(
    tx,
    {
      workspaceId: monitor.workspaceId,
      monitorId: monitor.id,
      event,
      message: messageAbout(parts, monitor, event),
      key: `up:${publicId}`,
      recipients: told
        .filter(({ channel, state }) => channel === 'pagerduty' && state !== 'suppressed')
        .flatMap((row) => recoveryOf(row, { isWanted: true, isDigested: false }) ?? []),
    },
    parts.now(),
  )
}
