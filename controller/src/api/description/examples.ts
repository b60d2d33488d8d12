import { SETTINGS } from '@sightline/shared/monitor-settings'
import type { z } from 'zod'
import type { MonitorCreation } from '../../monitoring/monitor-input.ts'
import { DEFAULTS } from '../../monitoring/monitor-input.ts'
import type { UsageObject } from '../schemas/answers.ts'
import type { MonitorAnswer, MonitorList, MonitorObject } from '../schemas/monitor.ts'
import type { ResultList, ResultRecord } from '../schemas/result.ts'

const MONITOR_ID = 'mon_4fTq1Zb7Kx0Pq2Lr9sWd'
const OWNER_ID = 'psn_7Hc2Vn9XbQ4mT1yKz8Lp'

const creation: z.input<typeof MonitorCreation> = {
  url: 'https://shop.example.com/',
  name: 'Shop',
  intervalMinutes: 5,
  regions: ['eu-west', 'us-east'],
  tags: ['shop'],
  settings: { expectedStatus: ['200'], maxResponseMs: 3000 },
}

/** The monitor that `creation` makes, before its first result. */
const created: z.input<typeof MonitorObject> = {
  id: MONITOR_ID,
  type: 'web',
  name: 'Shop',
  url: 'https://shop.example.com/',
  host: 'shop.example.com',
  port: 443,
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
  timeoutMs: 10_000,
  regions: ['eu-west', 'us-east'],
  checkMode: DEFAULTS.checkMode,
  lastCheckedAt: null,
  nextCheckAt: '2026-01-31T12:02:06.237Z',
  lastError: null,
  tlsExpiresAt: null,
  currentOutageId: null,
  confirmation: DEFAULTS.confirmation,
  recovery: DEFAULTS.recovery,
  alerts: {
    ...DEFAULTS.alerts,
    memberIds: [OWNER_ID],
    contactIds: [],
    teamIds: [],
    tlsExpiryDays: [...DEFAULTS.alerts.tlsExpiryDays],
  },
  dependsOn: [],
  tags: ['shop'],
  settings: SETTINGS.web.parse(creation.settings),
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
  createdBy: OWNER_ID,
}

/** The same monitor a day later, some minutes after a failure in one region. */
const watched: z.input<typeof MonitorObject> = {
  ...created,
  status: 'up',
  statusSince: '2026-02-01T12:04:31.702Z',
  statusCode: 200,
  responseMs: 183,
  uptime24h: 100,
  uptime7d: 100,
  uptime30d: 100,
  lastCheckedAt: '2026-02-01T12:12:06.239Z',
  nextCheckAt: '2026-02-01T12:14:31.508Z',
  tlsExpiresAt: '2026-04-18T23:59:59.000Z',
}

const good: z.input<typeof ResultRecord> = {
  id: 'res_5f0c1a9be27d43806cb8f1d2',
  checkedAt: '2026-02-01T12:02:06.239Z',
  scheduledAt: '2026-02-01T12:02:06.237Z',
  status: 'up',
  statusCode: 200,
  responseMs: 183,
  error: null,
  region: 'eu-west',
  attempt: 0,
  confirmation: false,
  late: false,
  failureSource: null,
  phase: null,
  cause: null,
  ip: '203.0.113.80',
  timings: {
    dnsMs: 12.35,
    connectMs: 21.4,
    tlsMs: 44.02,
    firstByteMs: 98.71,
    downloadMs: 6.15,
  },
  details: {
    tls: {
      issuer: 'Example CA',
      subject: 'shop.example.com',
      expiresAt: '2026-04-18T23:59:59.000Z',
      protocol: 'TLSv1.3',
    },
  },
}

const failing: z.input<typeof ResultRecord> = {
  ...good,
  id: 'res_c83e6d20174fa95be0193d7a',
  checkedAt: '2026-02-01T11:59:31.511Z',
  scheduledAt: '2026-02-01T11:59:31.508Z',
  status: 'down',
  statusCode: 503,
  responseMs: 96,
  error: 'The server answered 503 where 200 was expected.',
  region: 'us-east',
  failureSource: 'target',
  phase: 'firstByte',
  cause: 'serviceUnavailable',
  timings: { dnsMs: 9.8, connectMs: 14.21, tlsMs: 31.9, firstByteMs: 39.46, downloadMs: 0.72 },
  details: { ...good.details, headers: { server: 'nginx', 'retry-after': '30' } },
}

const usage = (used: number): z.input<typeof UsageObject> => ({
  used,
  dailyLimit: 1000,
  tier: 'starter',
})

const creationAnswer: z.input<typeof MonitorAnswer> = { monitor: created, usage: usage(12) }

const listing: z.input<typeof MonitorList> = {
  total: 1,
  page: 1,
  per: 50,
  monitors: [watched],
  usage: usage(13),
}

const results: z.input<typeof ResultList> = {
  id: MONITOR_ID,
  from: '2026-01-31T12:03:00.000Z',
  to: '2026-02-01T12:03:00.000Z',
  total: 578,
  page: 1,
  per: 2,
  results: [good, failing],
  usage: usage(14),
}

/** Whole bodies as they are sent, by operation; answers by status. */
export const EXAMPLES: Readonly<
  Record<
    string,
    { readonly request?: unknown; readonly answers?: Readonly<Record<string, unknown>> }
  >
> = {
  createMonitor: { request: creation, answers: { 201: creationAnswer } },
  listMonitors: { answers: { 200: listing } },
  readResults: { answers: { 200: results } },
}
