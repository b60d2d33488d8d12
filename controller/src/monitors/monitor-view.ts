import type { MonitorStatus, MonitorType } from '@sightline/shared/check-words'
import type { MonitorRow } from '../db/monitor-reads.ts'
import { nextCheckAt } from '../schedule/grid.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import type { ConfirmationSettings } from '../verdicts/rule-settings.ts'
import { MONITOR_FIELDS } from './monitor-fields.ts'
import type { ShownFields } from './monitor-input.ts'
import { readableSettings } from './apply-settings.ts'
import type { Uptimes } from '../reports/uptime.ts'

/** A monitor as people and their programs see it. Source: decisions, section 6 */
export interface MonitorView extends ShownFields, Uptimes {
  id: string
  type: MonitorType
  host: string
  port: number | null
  status: MonitorStatus
  statusSince: Date
  statusReason: string | null
  statusCode: number | null
  active: boolean
  pausedAt: Date | null
  inMaintenance: boolean
  flapping: boolean
  confirming: boolean
  responseMs: number | null
  lastCheckedAt: Date | null
  nextCheckAt: Date | null
  lastError: string | null
  tlsExpiresAt: Date | null
  currentOutageId: string | null
  createdAt: Date
  updatedAt: Date
  createdBy: string | null
}

/** What its people decided, as it is stored. */
function decided(row: MonitorRow): ShownFields {
  const names = Object.keys(MONITOR_FIELDS) as (keyof ShownFields)[]
  return Object.fromEntries(names.map((name) => [name, row[name]])) as ShownFields
}

/** Makes the view of a row; secrets are hidden.
 *  @param known.isUnheard nobody can be told its alerts */
export function viewMonitor(
  row: MonitorRow,
  { uptimes, isUnheard }: { readonly uptimes: Uptimes; readonly isUnheard: boolean },
  now: Date,
): MonitorView {
  const type = row.type as MonitorType
  const next = row.active ? nextCheckAt(row, now.getTime()) : null
  return {
    id: row.publicId,
    type,
    ...decided(row),
    host: row.host,
    port: row.port,
    status: row.status as MonitorStatus,
    statusSince: row.statusSince,
    statusReason: row.statusReason,
    statusCode: row.statusCode,
    active: row.active,
    pausedAt: row.pausedAt,
    inMaintenance: row.inMaintenance,
    flapping: row.flapping,
    confirming: row.confirming,
    responseMs: row.responseMs === null ? null : Math.round(row.responseMs),
    ...uptimes,
    lastCheckedAt: row.lastCheckedAt,
    nextCheckAt: next === null ? null : new Date(next),
    lastError: row.lastError,
    tlsExpiresAt: row.tlsExpiresAt,
    currentOutageId: row.currentOutageId,
    confirmation: {
      ...(row.confirmation as ConfirmationSettings),
      regions: confirmingRegionsOf(row),
    },
    alerts: { ...(row.alerts as AlertSettings), reachesNobody: isUnheard },
    settings: readableSettings(type, row.settings),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: row.createdBy,
  }
}
