import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { DEFAULT_TIMEOUT_MS, SETTINGS } from '@sightline/shared/monitor-settings'
import type { z } from 'zod'
import { confirmingRegionsOf } from '../../votes/confirming-regions.ts'
import type { MonitorCreation } from '../../monitors/monitor-input.ts'
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

/** What makes a monitor of each type. */
export const CREATIONS: Readonly<Record<MonitorType, Creation>> = {
  web: {
    url: 'https://shop.example.com/',
    name: 'Shop',
    intervalMinutes: 5,
    regions: REGIONS,
    tags: ['shop'],
    settings: { expectedStatus: ['200'], maxResponseMs: 3000 },
  },
  tcp: {
    url: 'tcp://cache.example.com:6379',
    name: 'Cache',
    regions: REGIONS,
    settings: { steps: [{ send: 'PING\r\n', expect: '+PONG' }] },
  },
  udp: {
    url: 'udp://time.example.com',
    name: 'Time server',
    regions: REGIONS,
    settings: { preset: 'ntp' },
  },
  ping: {
    url: 'ping://gateway.example.com',
    name: 'Gateway',
    regions: REGIONS,
    settings: { packets: 5, maxLossPercent: 40, degradedLossPercent: 10 },
  },
  dns: {
    url: 'dns://example.com',
    name: 'Mail servers of example.com',
    regions: REGIONS,
    settings: {
      recordType: 'MX',
      expected: { match: 'contains', values: ['10 mail.example.com'] },
    },
  },
  mail: {
    url: 'smtp://mail.example.com:587',
    name: 'Outgoing mail',
    regions: REGIONS,
    settings: {
      expectCapabilities: ['AUTH PLAIN'],
      auth: { username: 'monitor', password: 'correct horse battery staple' },
    },
  },
}

/** What url and settings of each creation come to. */
const PLACES: Readonly<Record<MonitorType, { host: string; port: number | null }>> = {
  web: { host: 'shop.example.com', port: 443 },
  tcp: { host: 'cache.example.com', port: 6379 },
  udp: { host: 'time.example.com', port: 123 },
  ping: { host: 'gateway.example.com', port: null },
  dns: { host: 'example.com', port: null },
  mail: { host: 'mail.example.com', port: 587 },
}

/** The monitor that a creation makes, before its first result. */
export function createdMonitor(type: MonitorType): z.input<typeof MonitorObject> {
  const { url, name, tags = [], settings } = CREATIONS[type]
  const complete = SETTINGS[type].parse(settings)
  return {
    id: MONITOR_ID,
    type,
    name,
    url,
    ...PLACES[type],
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
    intervalMinutes: 5,
    timeoutMs: DEFAULT_TIMEOUT_MS[type],
    regions: REGIONS,
    checkMode: DEFAULTS.checkMode,
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
    recovery: DEFAULTS.recovery,
    alerts: {
      ...DEFAULTS.alerts,
      memberIds: [OWNER_ID],
      contactIds: [],
      teamIds: [],
      tlsExpiryDays: [...DEFAULTS.alerts.tlsExpiryDays],
      reachesNobody: false,
    },
    dependsOn: [],
    tags: [...tags],
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
