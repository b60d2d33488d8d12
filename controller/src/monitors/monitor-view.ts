import type { MonitorStatus, MonitorType } from '@sightline/shared/check-words'
import type { MonitorRow } from '../db/monitor-reads.ts'
import { nextCheckAt } from '../schedule/grid.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import type {
  ConfirmationSettings,
  ConfirmationView,
  RecoverySettings,
} from '../verdicts/rule-settings.ts'
import { readableSettings } from './monitor-settings.ts'
import type { Uptimes } from '../reports/uptime.ts'

/** A monitor as people and their programs see it. Source: decisions, section 6 */
export interface MonitorView extends Uptimes {
  id: string
  type: MonitorType
  name: string
  url: string
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
  intervalMinutes: number
  timeoutMs: number
  regions: string[]
  checkMode: 'all' | 'rotate'
  lastCheckedAt: Date | null
  nextCheckAt: Date | null
  lastError: string | null
  tlsExpiresAt: Date | null
  currentOutageId: string | null
  confirmation: ConfirmationView
  recovery: RecoverySettings
  alerts: AlertSettings & { reachesNobody: boolean }
  dependsOn: string[]
  tags: string[]
  settings: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
  createdBy: string | null
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
    name: row.name,
    url: row.url,
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
    intervalMinutes: row.intervalMinutes,
    timeoutMs: row.timeoutMs,
    regions: [...row.regions],
    checkMode: row.checkMode === 'rotate' ? 'rotate' : 'all',
    lastCheckedAt: row.lastCheckedAt,
    nextCheckAt: next === null ? null : new Date(next),
    lastError: row.lastError,
    tlsExpiresAt: row.tlsExpiresAt,
    currentOutageId: row.currentOutageId,
    confirmation: {
      ...(row.confirmation as ConfirmationSettings),
      regions: confirmingRegionsOf(row),
    },
    recovery: row.recovery as RecoverySettings,
    alerts: { ...(row.alerts as AlertSettings), reachesNobody: isUnheard },
    dependsOn: [...row.dependsOn],
    tags: [...row.tags],
    settings: readableSettings(type, row.settings),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: row.createdBy,
  }
}
