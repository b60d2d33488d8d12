import { FOUND } from './example-findings.ts'
import type { ToldOperations } from './told.ts'

/** One that goes on. */
const outage = {
  startedAt: '2026-01-31T12:00:00.216Z',
  confirmedAt: '2026-01-31T12:00:02.004Z',
  endedAt: null,
  ongoing: true,
  durationSeconds: 300,
  acknowledged: { at: '2026-01-31T12:03:00.000Z' },
}

/** Monitors of a workspace, by status. */
export const COUNTS = { byStatus: { up: 116, degraded: 1, down: 1, paused: 2 } }

const uptime = [
  { days: 1, uptime: 99.95, previous: 100 },
  { days: 7, uptime: 99.981, previous: 99.99 },
  { days: 30, uptime: 99.97, previous: null },
]

/** What is told of the outages of a workspace. */
export const OUTAGE_EXAMPLES: ToldOperations = {
  readOverview: { answer: { monitors: COUNTS, uptime, outages: [outage] } },
  listOutages: {
    answer: {
      from: '2026-01-01T12:05:00.000Z',
      to: '2026-01-31T12:05:00.000Z',
      outages: [outage],
    },
  },
  readOutage: { answer: { outage, analysis: FOUND } },
  acknowledgeOutage: { answer: { outage } },
  muteOutage: {
    request: { minutes: 60 },
    answer: { outage: { ...outage, mutedUntil: '2026-01-31T13:05:00.000Z' } },
  },
  unmuteOutage: { answer: { outage } },
  createOutageNote: { request: { text: 'The disk was full.', public: false } },
}
