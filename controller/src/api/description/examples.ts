import type { MonitorType } from '@sightline/shared/check-words'
import type { z } from 'zod'
import type { UsageObject } from '../schemas/answers.ts'
import type { MonitorAnswer, MonitorList, MonitorObject } from '../schemas/monitor.ts'
import { MonitorCountsAnswer } from '../schemas/monitor.ts'
import type { MonitorSetAnswer, MonitorSetDeleted } from '../schemas/monitor-sets.ts'
import type { ResultList, ResultRecord } from '../schemas/result.ts'
import { AGENT_EXAMPLES } from './example-agents.ts'
import { ProposalList } from '../routes/propose.ts'
import { ACCOUNT_EXAMPLES } from './example-account.ts'
import { ANALYSIS_EXAMPLES } from './analyses/index.ts'
import { ALERTING_EXAMPLES } from './example-alerting.ts'
import { FINDING_EXAMPLES } from './example-findings.ts'
import { IMPORT_EXAMPLES } from './example-imports.ts'
import { MAINTENANCE_EXAMPLES } from './example-maintenance.ts'
import { STATUS_PAGE_EXAMPLES } from './example-status-pages.ts'
import { AUDIT_EXAMPLES } from './example-audits.ts'
import { CRAWL_EXAMPLES } from './example-crawls.ts'
import { exampleOf } from './compose.ts'
import { createdMonitor, creationOf, examplesByType, MONITOR_ID } from './example-monitors.ts'
import { COUNTS, OUTAGE_EXAMPLES } from './example-outages.ts'
import { OPTIONS_EXAMPLES } from './example-options.ts'
import {
  hoursOfDayExample,
  outagesExample,
  performanceExample,
  summaryExample,
} from './example-reports.ts'

/** The web monitor a day later, some minutes after a failure in one region. */
const watched: z.input<typeof MonitorObject> = {
  ...createdMonitor('web'),
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
  counted: true,
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

const creationAnswer = (type: MonitorType): z.input<typeof MonitorAnswer> => ({
  monitor: createdMonitor(type),
  usage: usage(12),
})

const answer: z.input<typeof MonitorAnswer> = { monitor: watched, usage: usage(12) }

const resumed: z.input<typeof MonitorAnswer> = {
  monitor: { ...watched, status: 'pending', statusSince: '2026-02-01T12:14:00.000Z' },
  usage: usage(16),
}

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

const OTHER_ID = 'mon_9XbQ4mT1yKz8Lp7Hc2Vn'
const notThere = {
  id: OTHER_ID,
  ok: false as const,
  error: `There is no monitor with the id "${OTHER_ID}" in the workspace.`,
}

const paused: z.input<typeof MonitorObject> = {
  ...watched,
  status: 'paused',
  statusSince: '2026-02-01T12:13:00.000Z',
  active: false,
  pausedAt: '2026-02-01T12:13:00.000Z',
  updatedAt: '2026-02-01T12:13:00.000Z',
  nextCheckAt: null,
}

const setAnswer: z.input<typeof MonitorSetAnswer> = {
  updated: 1,
  results: [{ id: MONITOR_ID, ok: true, monitor: paused }, notThere],
  usage: usage(15),
}

const setDeleted: z.input<typeof MonitorSetDeleted> = {
  deleted: 1,
  results: [{ id: MONITOR_ID, ok: true }, notThere],
  usage: usage(16),
}

/** Whole bodies: one, or several by name. */
type Example =
  | { readonly example: unknown }
  | { readonly examples: Readonly<Record<string, { summary: string; value: unknown }>> }

/** Whole bodies as they are sent, by operation; answers by status. */
export const EXAMPLES: Readonly<
  Record<
    string,
    { readonly request?: Example; readonly answers?: Readonly<Record<string, Example>> }
  >
> = {
  createMonitor: {
    request: { examples: examplesByType(creationOf) },
    answers: { 201: { examples: examplesByType(creationAnswer) } },
  },
  proposeMonitors: {
    answers: { 200: { example: exampleOf(ProposalList, { usage: usage(18) }) } },
  },
  testMonitor: {
    request: { examples: examplesByType(creationOf) },
    answers: FINDING_EXAMPLES.checkUptime.answers,
  },
  changeMonitors: {
    request: {
      examples: {
        pause: {
          summary: 'Pause some monitors',
          value: { ids: [MONITOR_ID, OTHER_ID], action: 'pause' },
        },
        resume: {
          summary: 'Resume every paused monitor of the shop',
          value: { filter: { active: false, tag: 'shop' }, action: 'resume' },
        },
        interval: {
          summary: 'Check some monitors every minute',
          value: { ids: [MONITOR_ID], intervalMinutes: 1 },
        },
      },
    },
    answers: { 200: { example: setAnswer } },
  },
  deleteMonitors: { answers: { 200: { example: setDeleted } } },
  countMonitors: {
    answers: { 200: { example: exampleOf(MonitorCountsAnswer, { ...COUNTS, usage: usage(13) }) } },
  },
  listMonitors: { answers: { 200: { example: listing } } },
  readMonitor: { answers: { 200: { example: answer } } },
  changeMonitor: {
    request: { example: { intervalMinutes: 5, settings: { maxResponseMs: 2000 } } },
    answers: { 200: { example: answer } },
  },
  pauseMonitor: { answers: { 200: { example: { monitor: paused, usage: usage(15) } } } },
  resumeMonitor: { answers: { 200: { example: resumed } } },
  deleteMonitor: {
    answers: { 200: { example: { deleted: true, id: MONITOR_ID, usage: usage(17) } } },
  },
  readResults: { answers: { 200: { example: results } } },
  ...ANALYSIS_EXAMPLES,
  ...MAINTENANCE_EXAMPLES,
  ...AGENT_EXAMPLES,
  ...ALERTING_EXAMPLES,
  ...FINDING_EXAMPLES,
  ...OUTAGE_EXAMPLES,
  ...OPTIONS_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
  ...AUDIT_EXAMPLES,
  ...CRAWL_EXAMPLES,
  ...IMPORT_EXAMPLES,
  ...STATUS_PAGE_EXAMPLES,
  readSummary: { answers: { 200: { example: summaryExample } } },
  readOutages: { answers: { 200: { example: outagesExample } } },
  readPerformance: { answers: { 200: { example: performanceExample } } },
  readHoursOfDay: { answers: { 200: { example: hoursOfDayExample } } },
}
