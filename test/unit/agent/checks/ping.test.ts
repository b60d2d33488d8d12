import { expect, test } from 'vitest'
import { pingFigures } from '../../../../agent/src/checks/ping/figures.ts'
import { planPing } from '../../../../agent/src/checks/ping/plan.ts'
import { judgePing } from '../../../../agent/src/checks/ping/verdict.ts'
import { pingChecker } from '../../../../agent/src/checks/ping.ts'
import type { EchoReply } from '../../../../agent/src/icmp/engine.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'
import type { Script } from '../icmp/stand-in.ts'
import { answered, engineOf } from '../icmp/stand-in.ts'

const check = (
  script: Script,
  settings: Record<string, unknown> = {},
  options: CheckerOptions & { host?: string } = {},
) => {
  const { host = '127.0.0.2', ...rest } = options
  const fast = { packetIntervalMs: 10, ...settings }
  return runChecker(pingChecker, `ping://${host}`, fast, { icmp: engineOf(script), ...rest })
}

const reply = (ms: number): EchoReply => ({ kind: 'reply', ms })
const lost: EchoReply = { kind: 'lost' }

const HERE = answered('127.0.0.2', 0)

test('a host that answers every packet is up, with its round trips', async () => {
  const outcome = await check({ '127.0.0.2': [HERE] })
  expect(outcome).toMatchObject({
    status: 'up',
    statusCode: null,
    responseMs: 0,
    failure: null,
    ip: '127.0.0.2',
    timings: { dnsMs: null, connectMs: 0 },
    details: { sent: 4, received: 4, lossPercent: 0, minMs: 0, avgMs: 0, maxMs: 0, jitterMs: 0 },
  })
})

test('the first judged address of a name is asked', async () => {
  const server = await startNameServer({ 'host.example': { a: ['127.0.0.2', '127.0.0.3'] } })
  const outcome = await check(
    { '127.0.0.2': [HERE] },
    {},
    { host: 'host.example', servers: [server] },
  )
  expect(outcome).toMatchObject({ status: 'up', ip: '127.0.0.2' })
  expect(outcome.timings.dnsMs).toBeGreaterThanOrEqual(0)
})

test('a name that does not exist is the failure of its name', async () => {
  const servers = [await startNameServer({})]
  const outcome = await check({}, {}, { host: 'host.example', servers })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause: 'dnsNxdomain' },
  })
})

test.for(['127.0.0.2', '[::ffff:127.0.0.2]', '169.254.169.254', '[64:ff9b::7f00:1]'])(
  'an address that may not be reached is not pinged: %s',
  async (host) => {
    const outcome = await check({ '127.0.0.2': [HERE] }, {}, { host, open: [] })
    expect(outcome).toMatchObject({
      status: 'unknown',
      ip: null,
      failure: { source: 'agent', cause: 'monitorMisconfigured' },
    })
  },
)

const LOST = 'no-reply'

test.for<[string, readonly string[], Record<string, unknown>, string, string]>([
  ['half of the packets', [HERE, HERE, LOST, LOST], {}, 'up', ''],
  ['more than half', [HERE, LOST, LOST, LOST], {}, 'down', 'packetLoss'],
  ['more than was allowed', [HERE, HERE, HERE, LOST], { maxLossPercent: 0 }, 'down', 'packetLoss'],
  [
    'more than is good',
    [HERE, HERE, HERE, LOST],
    { degradedLossPercent: 20 },
    'degraded',
    'packetLoss',
  ],
  [
    'all of them, whatever is allowed',
    [LOST],
    { maxLossPercent: 100 },
    'down',
    'connectionTimeout',
  ],
])('losing %s', async ([, replies, settings, status, cause]) => {
  const outcome = await check({ '127.0.0.2': replies }, settings)
  expect(outcome.status).toBe(status)
  expect(outcome.failure?.cause ?? '').toBe(cause)
  if (outcome.failure !== null) {
    expect(outcome.failure).toMatchObject({ source: 'network', phase: 'connect' })
  }
})

test.for([
  ['no-route ip-4 10.0.0.1 round-trip-time 9', 'hostUnreachable', 'The router 10.0.0.1 reports'],
  ['no-route ip-4 127.0.0.1 round-trip-time 9', 'hostUnreachable', 'No machine answers'],
  ['no-route', 'hostUnreachable', 'has no route'],
  ['ttl-expired ip-4 10.0.0.1 round-trip-time 9', 'routeLoop', 'run in a circle'],
] as const)('%s: down, %s', async ([said, cause, text]) => {
  const outcome = await check({ '127.0.0.2': [LOST, said] })
  expect(outcome).toMatchObject({
    status: 'down',
    responseMs: null,
    failure: { source: 'network', phase: 'connect', cause },
    details: { sent: 4, received: 0, lossPercent: 100, avgMs: null, jitterMs: null },
  })
  expect(outcome.failure?.message).toContain(text)
})

test('an agent whose own machine has no route calls nobody down', async () => {
  const outcome = await check({ '127.0.0.2': [LOST, 'no-route-network'] })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', phase: 'connect', cause: 'agentEgressDown' },
  })
})

test('silence until the time limit is down', async () => {
  const outcome = await check({ '127.0.0.2': [''] }, {}, { timeoutMs: 300 })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'network', phase: 'connect', cause: 'connectionTimeout' },
    details: { sent: 4, received: 0 },
  })
})

test('all packets fit into a limit that is shorter than their intervals', async () => {
  const outcome = await check(
    { '127.0.0.2': [HERE] },
    { packets: 16, packetIntervalMs: 5_000 },
    // Of one second what is left at its end was over on a busy machine.
    { timeoutMs: 3_000 },
  )
  expect(outcome).toMatchObject({ status: 'up', details: { sent: 16, received: 16 } })
})

test.for([
  [null, null],
  [4, null],
  [3, 'slowConnect'],
] as const)('round trips of 4 ms where %s are allowed', ([maxAvgMs, cause]) => {
  const replies = [reply(3), reply(5)]
  const settings = { maxLossPercent: 50, degradedLossPercent: null, maxAvgMs }
  const target = { address: '127.0.0.2', peer: 'host.example' }
  const verdict = judgePing(replies, pingFigures(replies), settings, target)
  expect(verdict?.failure.cause ?? null).toBe(cause)
  expect(verdict?.isDown ?? false).toBe(false)
})

test.for([
  ['permission-denied', 'forbids'],
  ['exit', 'ended on the agent'],
] as const)(
  'the agent that cannot send (%s) says nothing about the target',
  async ([word, text]) => {
    const outcome = await check({ '127.0.0.2': [word] })
    expect(outcome).toMatchObject({
      status: 'unknown',
      ip: '127.0.0.2',
      failure: { source: 'agent', phase: null, cause: 'agentFault' },
    })
    expect(outcome.failure?.message).toContain(text)
  },
)

test('an agent that cannot ping says so', async () => {
  const outcome = await check({}, {}, { icmp: null })
  expect(outcome).toMatchObject({ status: 'unknown', failure: { cause: 'agentFault' } })
  expect(outcome.failure?.message).toBe('This agent cannot ping.')
})

test('an agent without IPv6 calls nobody down', async () => {
  const icmp = engineOf({ '::1': ['no-route'] })
  const outcome = await runChecker(pingChecker, 'ping://[::1]', { packetIntervalMs: 10 }, { icmp })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', phase: 'connect', cause: 'agentEgressDown' },
  })
})

test.for<[readonly EchoReply[], object]>([
  [[], { sent: 0, received: 0, lossPercent: 0, avgMs: null, jitterMs: null }],
  [[lost], { sent: 1, received: 0, lossPercent: 100, minMs: null }],
  [[reply(2)], { lossPercent: 0, minMs: 2, avgMs: 2, maxMs: 2, jitterMs: null }],
  [
    [reply(1), lost, reply(4), reply(2)],
    { sent: 4, received: 3, lossPercent: 25, minMs: 1, avgMs: 2.333, maxMs: 4, jitterMs: 2.5 },
  ],
  [[reply(1), lost, lost], { lossPercent: 66.7 }],
])('figures %#', ([replies, figures]) => {
  expect(pingFigures(replies)).toMatchObject(figures)
})

test.for([
  ['4 packets as asked', 4, 250, 5_000, 250],
  ['16 packets that do not fit', 16, 5_000, 5_000, 200],
  ['a short limit', 4, 250, 1_000, 166],
  ['one packet', 1, 5_000, 5_000, 3_000],
  ['no time', 4, 250, 0, 0],
] as const)('plans %s', ([, packets, packetIntervalMs, leftMs, planned]) => {
  expect(planPing({ packets, packetIntervalMs }, leftMs).packetIntervalMs).toBe(planned)
})
