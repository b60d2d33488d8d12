import type { MonitorType } from '@sightline/shared/check-words'
import type { WorkspaceOutageRow } from '../db/workspace-outages.ts'
import type { OutageView } from '../reports/outages.ts'
import { viewOutage } from '../reports/outages.ts'

/** An outage as a list of a whole workspace shows it. */
export interface OutageItem extends OutageView {
  monitor: { id: string; name: string; type: MonitorType; url: string }
  acknowledged: { at: Date; by: { id: string; name: string } } | null
  /** While it lasts nobody is told so again before then. */
  mutedUntil: Date | null
}

/** @param alertsSent alerts that were sent about it */
export function outageItem(row: WorkspaceOutageRow, alertsSent: number, now: Date): OutageItem {
  const { acknowledgedAt, acknowledgedBy, acknowledgedByName } = row
  return {
    ...viewOutage(row, alertsSent, now),
    monitor: {
      id: row.monitorId,
      name: row.monitorName,
      type: row.monitorType as MonitorType,
      url: row.monitorUrl,
    },
    acknowledged:
      acknowledgedAt === null
        ? null
        : { at: acknowledgedAt, by: { id: acknowledgedBy ?? '', name: acknowledgedByName ?? '' } },
    mutedUntil: row.mutedUntil !== null && row.mutedUntil > now ? row.mutedUntil : null,
  }
}
