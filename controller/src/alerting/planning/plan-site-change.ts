import { readScheduleAlerts } from '../../db/crawl-schedules.ts'
import type { Queryable } from '../../db/pool.ts'
import type { AlertEvent } from '../outbox/alert-event.ts'
import { keepAlerts } from './keep-alerts.ts'
import type { PlanParts } from './plan-parts.ts'
import { messageAbout } from './planner.ts'
import { resolveRecipients } from './recipients.ts'

/** A crawl that repeats found that its site changed: told to whom it names, once for each run. */
export async function planSiteChange(
  parts: Pick<PlanParts, 'now' | 'publicUrl' | 'confirmsOwnContacts'>,
  tx: Queryable,
  event: AlertEvent,
): Promise<void> {
  const { crawl } = event
  const told = crawl === undefined ? null : await readScheduleAlerts(tx, crawl.scheduleId)
  if (crawl === undefined || told === null) return
  const { workspaceId, alerts } = told
  await keepAlerts(
    tx,
    {
      workspaceId,
      monitorId: null,
      event,
      message: messageAbout(parts, null, event),
      key: `siteChanged:${crawl.jobId}`,
      recipients: await resolveRecipients(tx, workspaceId, alerts, parts.confirmsOwnContacts),
    },
    parts.now(),
  )
}
