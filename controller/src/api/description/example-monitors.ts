import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { monitorPort } from '@sightline/shared/monitor-endpoint'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { parseMonitorUrl } from '@sightline/shared/monitor-url'
import { initialDocument } from '../../monitors/merge-fields.ts'
import { DEFAULTS } from '../../monitors/monitor-fields.ts'
import { hasSecrets, redact } from '../../secrets/secret-box.ts'
import { confirmingRegionsOf } from '../../votes/confirming-regions.ts'
import { COUNTS } from './example-outages.ts'
import type { ToldOperations } from './told.ts'

const MONITOR_ID = 'mon_4fTq1Zb7Kx0Pq2Lr9sWd'
const OTHER_ID = 'mon_9XbQ4mT1yKz8Lp7Hc2Vn'

/** What makes a monitor of a type. */
export function creationOf(type: MonitorType) {
  const { url, name, intervalMinutes, tags, settings } = descriptionOf(type).example
  const optional = {
    ...(intervalMinutes === undefined ? {} : { intervalMinutes }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
  }
  return { url, name, ...optional, regions: ['eu-west', 'us-east'], settings }
}

/** The monitor that a creation makes, before its first result. */
function createdMonitor(type: MonitorType) {
  const { tags = [], settings, ...creation } = creationOf(type)
  const complete = descriptionOf(type).settings.parse(settings)
  const { confirmation, alerts } = DEFAULTS
  const regions = confirmingRegionsOf({ confirmation, hasSecrets: hasSecrets(type, complete) })
  return {
    ...initialDocument(type),
    ...creation,
    tags,
    type,
    host: parseMonitorUrl(creation.url).host,
    port: monitorPort(type, creation.url, complete),
    status: 'pending',
    statusCode: null,
    pausedAt: null,
    responseMs: null,
    uptime24h: null,
    uptime7d: null,
    uptime30d: null,
    lastCheckedAt: null,
    nextCheckAt: '2026-01-31T12:02:06.237Z',
    tlsExpiresAt: null,
    confirmation: { ...confirmation, regions },
    alerts: { ...alerts, memberIds: ['psn_7Hc2Vn9XbQ4mT1yKz8Lp'], contactIds: [], teamIds: [] },
    settings: redact(type, complete),
  }
}

/** One example of each type, under the type's name. */
const byType = (value: (type: MonitorType) => object) =>
  Object.fromEntries(
    MONITOR_TYPES.map((type) => [type, { summary: `A ${type} monitor`, value: value(type) }]),
  )

/** The web monitor a day later, some minutes after a failure in one region. */
const watched = {
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

const PAUSED_AT = '2026-02-01T12:13:00.000Z'
const paused = {
  ...watched,
  status: 'paused',
  statusSince: PAUSED_AT,
  active: false,
  pausedAt: PAUSED_AT,
  updatedAt: PAUSED_AT,
  nextCheckAt: null,
}

const resumed = { ...watched, status: 'pending', statusSince: '2026-02-01T12:14:00.000Z' }

const notThere = {
  id: OTHER_ID,
  ok: false,
  error: `There is no monitor with the id "${OTHER_ID}" in the workspace.`,
}

const setChanges = {
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
}

const failing = {
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
  details: { headers: { server: 'nginx', 'retry-after': '30' } },
}

/** What is told of monitors and their results. */
export const MONITOR_EXAMPLES: ToldOperations = {
  createMonitor: {
    requests: byType(creationOf),
    answers: byType((type) => ({ monitor: createdMonitor(type) })),
  },
  testMonitor: { requests: byType(creationOf) },
  changeMonitors: {
    requests: setChanges,
    answer: { updated: 1, results: [{ monitor: paused }, notThere] },
  },
  deleteMonitors: { answer: { deleted: 1, results: [{}, notThere] } },
  countMonitors: { answer: COUNTS },
  listMonitors: { answer: { monitors: [watched] } },
  readMonitor: { answer: { monitor: watched } },
  changeMonitor: {
    request: { intervalMinutes: 5, settings: { maxResponseMs: 2000 } },
    answer: { monitor: watched },
  },
  pauseMonitor: { answer: { monitor: paused } },
  resumeMonitor: { answer: { monitor: resumed } },
  readResults: { answer: { results: [{}, failing] } },
}
