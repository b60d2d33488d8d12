import type { ToldOperations } from './told.ts'

const BEGAN_AT = '2026-01-31T12:00:00.216Z'
const CHECKED_AT = '2026-01-31T12:03:00.000Z'
const REFUSED = 'The connection to shop.example.com:443 was refused.'
const IP = '203.0.113.80'

/** One of two locations fails; a third one confirms. */
const probes = [
  { lastCheckedAt: '2026-01-31T12:02:06.239Z', up: 288, down: 0, uptime: 100 },
  {
    region: 'us-east',
    name: 'US East',
    country: 'US',
    lastCheckedAt: BEGAN_AT,
    lastStatus: 'down',
    lastError: REFUSED,
    lastResponseMs: null,
    consecutiveFailures: 1,
    failingSince: BEGAN_AT,
    belowQuorum: true,
  },
]

/** Why the monitor went down. */
export const FOUND = {
  verdict: {
    explanation:
      'Connections to shop.example.com:443 are refused from eu-west and us-east: ports 80 and 22 are open, so the host is up and only this service is not running.',
  },
  alternatives: [],
  regions: [{}, { region: 'us-east' }],
  evidence: [{ at: '2026-01-31T12:00:01.541Z' }],
  lastGood: {
    at: '2026-01-31T11:57:06.239Z',
    status: 'up',
    responseMs: 183,
    cause: null,
    error: null,
  },
  firstBad: { region: 'us-east', at: BEGAN_AT, statusCode: null },
  related: [],
  generatedAt: '2026-01-31T12:00:02.178Z',
}

const traceroute = {
  host: 'shop.example.com',
  resolvedIp: IP,
  protocol: 'tcp',
  startedAt: CHECKED_AT,
  durationMs: 1038,
  hops: [
    {
      hop: 1,
      ip: IP,
      hostname: 'shop.example.com',
      sent: 3,
      minMs: 20.1,
      avgMs: 20.4,
      maxMs: 20.9,
      stDevMs: 0.34,
    },
  ],
  verdict: { text: 'The target answered at hop 1 without loss.' },
}

const timings = {
  dnsMs: 12.35,
  connectMs: 21.4,
  tlsMs: 44.02,
  firstByteMs: 98.71,
  downloadMs: 6.15,
}

/** What a check from one place found. */
export const CHECKED = {
  checkedAt: CHECKED_AT,
  regions: [{ timings }],
  explanation: 'It is up from eu-west, answering in 183 ms.',
}

/** What is told of looking closer at a target. */
export const FINDING_EXAMPLES: ToldOperations = {
  readProbes: {
    answer: { from: '2026-01-30T12:03:00.000Z', to: CHECKED_AT, probes },
  },
  readAnalysis: { answer: { from: BEGAN_AT, to: null, ...FOUND } },
  traceroute: { answer: traceroute },
  checkUptime: { answer: CHECKED },
}
