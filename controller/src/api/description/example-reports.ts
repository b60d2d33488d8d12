import type { ToldOperations } from './told.ts'

/** January, with one outage of 25 minutes and a maintenance window of an hour. */
const TIMES = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-14T03:12:06.239Z',
  '2026-01-14T03:37:06.239Z',
  '2026-01-20T22:00:00.000Z',
  '2026-01-20T23:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
]
const STATUSES = ['up', 'down', 'up', 'maintenance', 'up']
const timeline = STATUSES.map((status, index) => ({
  from: TIMES[index],
  to: TIMES[index + 1],
  status,
}))

/** Checks of which some were down. */
const checks = (total: number, down: number) => ({
  total,
  up: total - down,
  degraded: 0,
  down,
  unknown: 0,
})
const ofRegion = { checks: checks(8941, 26) }

const summary = {
  uptime: 99.944,
  checks: checks(17882, 52),
  byRegion: [
    { ...ofRegion, response: { avgMs: 148.3, p50Ms: 140.95, maxMs: 1880.2 } },
    { region: 'us-east', name: 'US East', ...ofRegion, response: { avgMs: 218.54, minMs: 187.1 } },
  ],
  previousPeriod: { uptime: 100 },
}

const outage = { startedAt: TIMES[1], confirmedAt: '2026-01-14T03:12:08.004Z', endedAt: TIMES[2] }

/** A day in the time of Berlin. */
const day = { from: '2026-01-13T23:00:00.000Z', to: '2026-01-14T23:00:00.000Z' }
const point = { at: day.from, checks: 602, up: 550, down: 52, uptime: 98.264 }

/** Two busy hours of an otherwise quiet monitor. */
const hours = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  avgResponseMs: hour === 9 || hour === 17 ? 236.8 : 171.25,
}))

/** What is told of the reports of a monitor. */
export const REPORT_EXAMPLES: ToldOperations = {
  readSummary: { answer: summary },
  readOutages: { answer: { outages: [outage], timeline } },
  readPerformance: { answer: { ...day, points: [point] } },
  readHoursOfDay: { answer: { from: '2026-01-25T00:00:00.000Z', hours } },
}
