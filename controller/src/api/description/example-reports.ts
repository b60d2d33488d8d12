import type { z } from 'zod'
import { UsageObject } from '../schemas/answers.ts'
import type { HoursOfDayAnswer } from '../schemas/hours-of-day.ts'
import { OutageList, OutageObject } from '../schemas/outage.ts'
import type { PerformanceAnswer } from '../schemas/performance.ts'
import type { SummaryAnswer } from '../schemas/summary.ts'
import { exampleOf } from './compose.ts'
import { MONITOR_ID } from './example-monitors.ts'

const usage = exampleOf(UsageObject, { used: 15 })

/** January, with one outage of 25 minutes and a maintenance window of an hour. */
const window = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }

const response = {
  avgMs: 183.42,
  minMs: 121,
  maxMs: 2107.5,
  p50Ms: 171.25,
  p95Ms: 291.35,
  p99Ms: 735.95,
}

export const summaryExample: z.input<typeof SummaryAnswer> = {
  id: MONITOR_ID,
  ...window,
  uptime: 99.944,
  downtimeSeconds: 1500,
  degradedSeconds: 0,
  maintenanceSeconds: 3600,
  pausedSeconds: 0,
  unknownSeconds: 0,
  outageCount: 1,
  longestOutageSeconds: 1500,
  mttrSeconds: 1500,
  mtbfSeconds: 2673300,
  checks: { total: 17882, up: 17830, degraded: 0, down: 52, unknown: 0 },
  response,
  byRegion: [
    {
      region: 'eu-west',
      name: 'Western Europe',
      uptime: 99.709,
      checks: { total: 8941, up: 8915, degraded: 0, down: 26, unknown: 0 },
      response: { ...response, avgMs: 148.3, p50Ms: 140.95, maxMs: 1880.2 },
    },
    {
      region: 'us-east',
      name: 'US East',
      uptime: 99.709,
      checks: { total: 8941, up: 8915, degraded: 0, down: 26, unknown: 0 },
      response: { ...response, avgMs: 218.54, minMs: 187.1 },
    },
  ],
  previousPeriod: { uptime: 100, avgMs: 179.9 },
  usage,
}

export const outagesExample = exampleOf(OutageList, {
  id: MONITOR_ID,
  ...window,
  total: 1,
  outages: [
    exampleOf(OutageObject, {
      startedAt: '2026-01-14T03:12:06.239Z',
      confirmedAt: '2026-01-14T03:12:08.004Z',
      endedAt: '2026-01-14T03:37:06.239Z',
    }),
  ],
  timeline: [
    { from: window.from, to: '2026-01-14T03:12:06.239Z', status: 'up' },
    { from: '2026-01-14T03:12:06.239Z', to: '2026-01-14T03:37:06.239Z', status: 'down' },
    { from: '2026-01-14T03:37:06.239Z', to: '2026-01-20T22:00:00.000Z', status: 'up' },
    { from: '2026-01-20T22:00:00.000Z', to: '2026-01-20T23:00:00.000Z', status: 'maintenance' },
    { from: '2026-01-20T23:00:00.000Z', to: window.to, status: 'up' },
  ],
  usage,
})

export const performanceExample: z.input<typeof PerformanceAnswer> = {
  id: MONITOR_ID,
  interval: 'day',
  from: '2026-01-13T23:00:00.000Z',
  to: '2026-01-14T23:00:00.000Z',
  utcOffsetMinutes: 60,
  points: [
    {
      at: '2026-01-13T23:00:00.000Z',
      checks: 602,
      up: 550,
      down: 52,
      uptime: 98.264,
      avgResponseMs: 186.1,
      minMs: 122.4,
      maxMs: 2107.5,
      p50Ms: 172.75,
      p95Ms: 301.05,
      timings: { dnsMs: 12.4, connectMs: 21.4, tlsMs: 44, firstByteMs: 98.7, downloadMs: 6.2 },
    },
  ],
  usage,
}

/** Two busy hours of an otherwise quiet monitor. */
export const hoursOfDayExample: z.input<typeof HoursOfDayAnswer> = {
  id: MONITOR_ID,
  from: '2026-01-25T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
  utcOffsetMinutes: 60,
  hours: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    checks: 168,
    avgResponseMs: hour === 9 || hour === 17 ? 236.8 : 171.25,
  })),
  usage,
}
