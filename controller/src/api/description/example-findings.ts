import type { z } from 'zod'
import type { AnalysisAnswer } from '../schemas/analysis.ts'
import { UsageObject } from '../schemas/answers.ts'
import { ProbeList, ProbeObject } from '../schemas/probe.ts'
import { exampleOf } from './compose.ts'
import { MONITOR_ID } from './example-monitors.ts'

const BEGAN_AT = '2026-01-31T12:00:00.216Z'
const REFUSED = 'The connection to shop.example.com:443 was refused.'
const usage = exampleOf(UsageObject, { used: 17 })

const working = exampleOf(ProbeObject, {
  lastCheckedAt: '2026-01-31T12:02:06.239Z',
  up: 288,
  down: 0,
  uptime: 100,
})

/** One of two locations fails; a third one confirms. */
const probes = exampleOf(ProbeList, {
  id: MONITOR_ID,
  from: '2026-01-30T12:03:00.000Z',
  to: '2026-01-31T12:03:00.000Z',
  probes: [
    working,
    {
      ...working,
      region: 'us-east',
      name: 'US East',
      country: 'US',
      lastCheckedAt: BEGAN_AT,
      lastStatus: 'down',
      lastError: REFUSED,
      lastResponseMs: null,
      up: 287,
      down: 1,
      uptime: 99.653,
      consecutiveFailures: 1,
      failingSince: BEGAN_AT,
      belowQuorum: true,
    },
  ],
  usage,
})

const refusal = {
  status: 'down',
  cause: 'connectionRefused',
  phase: 'connect',
  error: REFUSED,
  responseMs: null,
  ip: '203.0.113.80',
} as const

const analysis: z.input<typeof AnalysisAnswer> = {
  id: MONITOR_ID,
  outageId: 'out_8Hq2Zb7Kx0Pq2Lr9sWdT',
  from: BEGAN_AT,
  to: null,
  verdict: {
    cause: 'connectionRefused',
    category: 'tcp',
    scope: 'global',
    confidence: 0.8,
    title: 'The connection is refused',
    explanation:
      'Connections to shop.example.com:443 are refused from eu-west and us-east: ports 80 and 22 are open, so the host is up and only this service is not running.',
    advice: ['Start the service that should listen at shop.example.com:443.'],
  },
  alternatives: [],
  regions: [
    { region: 'eu-west', ...refusal },
    { region: 'us-east', ...refusal },
  ],
  evidence: [
    {
      kind: 'ports',
      region: 'eu-west',
      at: '2026-01-31T12:00:01.541Z',
      title: 'Other ports of the host',
      observed: '80: open, 22: open.',
      expected: null,
    },
  ],
  lastGood: {
    region: 'eu-west',
    at: '2026-01-31T11:57:06.239Z',
    status: 'up',
    statusCode: 200,
    responseMs: 183,
    cause: null,
    error: null,
    ip: '203.0.113.80',
  },
  firstBad: {
    region: 'us-east',
    at: BEGAN_AT,
    status: 'down',
    statusCode: null,
    responseMs: null,
    cause: 'connectionRefused',
    error: REFUSED,
    ip: '203.0.113.80',
  },
  related: [],
  generatedAt: '2026-01-31T12:00:02.178Z',
  usage,
}

const traceroute = {
  host: 'shop.example.com',
  resolvedIp: '203.0.113.80',
  region: 'eu-west',
  protocol: 'tcp',
  port: 443,
  startedAt: '2026-01-31T12:03:00.000Z',
  durationMs: 1038,
  reached: true,
  hops: [
    {
      hop: 1,
      ip: '203.0.113.80',
      otherIps: [],
      hostname: 'shop.example.com',
      sent: 3,
      lossPercent: 0,
      minMs: 20.1,
      avgMs: 20.4,
      maxMs: 20.9,
      stDevMs: 0.34,
    },
  ],
  verdict: { code: 'ok', hop: null, text: 'The target answered at hop 1 without loss.' },
  usage,
}

const uptimeCheck = {
  url: 'https://shop.example.com/',
  type: 'web',
  status: 'up',
  statusCode: 200,
  responseMs: 183,
  checkedAt: '2026-01-31T12:03:00.000Z',
  regions: [
    {
      region: 'eu-west',
      status: 'up',
      statusCode: 200,
      responseMs: 183,
      timings: {
        dnsMs: 12.35,
        connectMs: 21.4,
        tlsMs: 44.02,
        firstByteMs: 98.71,
        downloadMs: 6.15,
      },
      error: null,
      cause: null,
    },
  ],
  cause: null,
  explanation: 'It is up from eu-west, answering in 183 ms.',
}

/** Whole answers of what looks closer at a target, by operation. */
export const FINDING_EXAMPLES = {
  readProbes: { answers: { 200: { example: probes } } },
  readAnalysis: { answers: { 200: { example: analysis } } },
  traceroute: { answers: { 200: { example: traceroute } } },
  checkUptime: { answers: { 200: { example: uptimeCheck } } },
}
