import type { ToldOperations } from './told.ts'

/** One of two locations fails; a third one confirms. */
const probes = [
  {},
  {
    region: 'us-east',
    name: 'US East',
    country: 'US',
    lastCheckedAt: '2026-01-31T12:00:00.216Z',
    lastStatus: 'down',
    lastError: 'The connection to shop.example.com:443 was refused.',
    lastResponseMs: null,
    up: 287,
    down: 1,
    uptime: 99.653,
    consecutiveFailures: 1,
    failingSince: '2026-01-31T12:00:00.216Z',
    belowQuorum: true,
  },
]

/** Why the monitor went down. */
export const FOUND = {
  regions: [{}, { region: 'us-east' }],
  lastGood: {
    at: '2026-01-31T11:57:06.239Z',
    status: 'up',
    responseMs: 183,
    cause: null,
    error: null,
  },
  firstBad: { region: 'us-east', statusCode: null },
  related: [],
}

/** What is told of looking closer at a monitor. */
export const FINDING_EXAMPLES: ToldOperations = {
  readProbes: { answer: { probes } },
  readAnalysis: { answer: FOUND },
}
