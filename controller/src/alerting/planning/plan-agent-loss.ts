import type { AlertedMonitorRow } from '../../db/alert-planning.ts'
import { readInstallation } from '../../db/installation.ts'
import type { Queryable } from '../../db/pool.ts'
import type { PlanParts } from './plan-parts.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import { keepAlerts } from './keep-alerts.ts'
import { messageAbout } from './planner.ts'
import { beyondMail, ownersOf } from './recipients.ts'

const HOUR_MS = 3_600_000

/** Agents were lost or came back, a monitor could not be judged, or something is wrong with the installation: told to the
 *  owners of the installation, who are told by mail. That mail itself fails is told on other channels too. Of monitors
 *  that cannot be judged the first in an hour stands for all. */
export async function planAgentLoss(
  parts: Pick<PlanParts, 'now' | 'publicUrl'>,
  tx: Queryable,
  event: AlertEvent,
  monitor: AlertedMonitorRow | null,
): Promise<void> {
  const installation = await readInstallation(tx)
  if (installation === null) return
  const { workspaceId } = installation
  await keepAlerts(
    tx,
    {
      workspaceId,
      monitorId: monitor?.id ?? null,
      event,
      message: messageAbout(parts, monitor, event),
      key:
        event.monitorId === null
          ? `${event.kind}:${event.isOver === true}:${event.atMs}`
          : `agentLost:monitors:${Math.floor(event.atMs / HOUR_MS)}`,
      recipients: [
        ...(await ownersOf(tx, workspaceId)),
        ...(event.isAboutMail === true ? await beyondMail(tx, workspaceId) : []),
      ],
    },
    parts.now(),
  )
}
