import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { monitorPort } from '@sightline/shared/monitor-endpoint'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { z } from 'zod'
import { confirmingRegionsOf } from '../../votes/confirming-regions.ts'
import type { MonitorCreation } from '../../monitors/monitor-input.ts'
import { initialDocument } from '../../monitors/merge-fields.ts'
import { DEFAULTS } from '../../monitors/monitor-fields.ts'
import { hasSecrets, redact } from '../../secrets/secret-box.ts'
import type { MonitorObject } from '../schemas/monitor.ts'

export const MONITOR_ID = 'mon_4fTq1Zb7Kx0Pq2Lr9sWd'
const OWNER_ID = 'psn_7Hc2Vn9XbQ4mT1yKz8Lp'
const REGIONS = ['eu-west', 'us-east']

type Creation = z.input<typeof MonitorCreation> & {
  readonly name: string
  readonly settings: Record<string, unknown>
}

/** What makes a monitor of a type. */
export function creationOf(type: MonitorType): Creation {
  const { url, name, intervalMinutes, tags, settings } = descriptionOf(type).example
  return {
    url,
    name,
    ...(intervalMinutes === undefined ? {} : { intervalMinutes }),
    regions: REGIONS,
    ...(tags === undefined ? {} : { tags: [...tags] }),
    settings,
  }
}

/** The monitor that a creation makes, before its first result. */
export function createdMonitor(type: MonitorType): z.input<typeof MonitorObject> {
  const { url, name, tags = [], settings } = creationOf(type)
  const complete = descriptionOf(type).settings.parse(settings)
  const { host } = parseMonitorUrl(url)
  return {
    id: MONITOR_ID,
    type,
    host,
    port: monitorPort(type, url, complete),
    status: 'pending',
    statusSince: '2026-01-31T12:00:00.000Z',
    statusReason: null,
    statusCode: null,
    active: true,
    pausedAt: null,
    inMaintenance: false,
    flapping: false,
    confirming: false,
    responseMs: null,
    uptime24h: null,
    uptime7d: null,
    uptime30d: null,
    ...initialDocument(type),
    name,
    url,
    regions: REGIONS,
    dependsOn: [],
    tags: [...tags],
    lastCheckedAt: null,
    nextCheckAt: '2026-01-31T12:02:06.237Z',
    lastError: null,
    tlsExpiresAt: null,
    currentOutageId: null,
    confirmation: {
      ...DEFAULTS.confirmation,
      regions: confirmingRegionsOf({
        confirmation: DEFAULTS.confirmation,
        hasSecrets: hasSecrets(type, complete),
      }),
    },
    alerts: {
      ...DEFAULTS.alerts,
      memberIds: [OWNER_ID],
      contactIds: [],
      teamIds: [],
      tlsExpiryDays: [...DEFAULTS.alerts.tlsExpiryDays],
      reachesNobody: false,
    },
    settings: { ...redact(type, complete) },
    createdAt: '2026-01-31T12:00:00.000Z',
    updatedAt: '2026-01-31T12:00:00.000Z',
    createdBy: OWNER_ID,
  }
}

/** One example of each type, under the type's name. */
export function examplesByType<T>(value: (type: MonitorType) => T) {
  return Object.fromEntries(
    MONITOR_TYPES.map((type) => [type, { summary: `A ${type} monitor`, value: value(type) }]),
  )
}
