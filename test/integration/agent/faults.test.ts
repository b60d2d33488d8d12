import { status } from '@grpc/grpc-js'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBackoff } from '../../../agent/src/connection/backoff.ts'
import { eventually } from '../../helpers/eventually.ts'
import type { FakeController } from '../../helpers/fake-controller.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import { listen } from '../../helpers/listen.ts'
import { startNameServer } from '../../helpers/name-server.ts'
import type { TestMonitor } from './agent-program.ts'
import {
  PERIOD_MS,
  assignAll,
  judgementsOf,
  keepAcknowledging,
  resultsOf,
  slotsOf,
  startAgent,
  verdictOf,
  withoutGap,
} from './agent-program.ts'
import { BAD_TARGETS, silentUdp } from './bad-targets.ts'

async function controllerWith(
  options: Parameters<typeof startFakeController>[0] = {},
): Promise<FakeController> {
  const controller = await startFakeController(options)
  onTestFinished(controller.stop)
  return controller
}

test('targets of every bad kind are told for what they are, and no other check waits for them', async () => {
  const controller = await controllerWith()
  startAgent(controller.address, { environment: { SIGHTLINE_AGENT_CONCURRENCY: '50' } })
  const call = await controller.call(0)
  keepAcknowledging(call)
  const bad = await Promise.all(
    BAD_TARGETS.map(async ({ type, serve, settings = {}, timeoutMs }, i) => {
      const url = await serve(`127.0.1.${i + 1}`)
      // Three monitors each: as many as stall at once on a small agent.
      const limit = timeoutMs === undefined ? {} : { timeoutMs }
      return [0, 100, 200].map((more) => ({ id: 100 + i + more, type, url, settings, ...limit }))
    }),
  )
  const port = await listen(createHttpServer((_, response) => response.end('hello')))
  const healthy = [1, 2, 3, 4, 5].map((id) => {
    // Their server is this process, which others may keep from a processor for a second.
    return { id, type: 'web', url: `http://127.0.0.1:${port}/${id}`, timeoutMs: 10_000 } as const
  })
  assignAll(call, [...healthy, ...bad.flat()])
  const isThere = ({ id }: TestMonitor): boolean =>
    slotsOf(call.results(), id).length >= 4 && judgementsOf(call.results(), id).length > 0
  await eventually(() => [...healthy, ...bad.flat()].every(isThere))
  const results = call.results()
  for (const { id } of [...healthy, ...bad.flat()]) {
    const slots = slotsOf(results, id)
    expect(slots).toEqual(withoutGap(slots))
  }
  expect(healthy.map(({ id }) => judgementsOf(results, id))).toEqual(healthy.map(() => ['up']))
  const told = BAD_TARGETS.map(({ name }, i) => [name, judgementsOf(results, 100 + i)])
  expect(told).toEqual(BAD_TARGETS.map(({ name, verdict }) => [name, [verdict]]))
  // A self-test that fails because the process stood still passes a moment later.
  const heartbeat = await eventually(() => {
    const latest = call.said('heartbeat').at(-1)
    return latest?.selfTestPassed === true ? latest : null
  })
  expect(heartbeat.counters).toMatchObject({ ticksMissed: 0n, spoolDropped: 0n })
})

test.for<[string, () => Promise<string>]>([
  ['a closed port', async () => '127.0.0.1:9'],
  ['silence', async () => `127.0.0.1:${await silentUdp('127.0.0.1')}`],
  [
    'SERVFAIL',
    () => startNameServer({ 'sightline-probe.invalid': { rcode: 2 }, 'site.test': { rcode: 2 } }),
  ],
])('an outage of its resolver (%s) is the fault of no target', async ([, start]) => {
  const controller = await controllerWith()
  const server = await start()
  startAgent(controller.address, { environment: { SIGHTLINE_DNS_SERVERS: server } })
  const call = await controller.call(0)
  keepAcknowledging(call)
  const port = await listen(createHttpServer((_, response) => response.end('hello')))
  const named: TestMonitor[] = [
    { id: 1, type: 'web', url: 'https://site.test/' },
    { id: 2, type: 'tcp', url: 'tcp://site.test:80' },
    { id: 3, type: 'udp', url: 'udp://site.test:123', settings: { preset: 'ntp' } },
    { id: 4, type: 'ping', url: 'ping://site.test' },
    { id: 5, type: 'mail', url: 'smtp://site.test' },
    { id: 6, type: 'mail', url: 'smtp://site.test', settings: { resolveMx: true } },
    { id: 7, type: 'dns', url: 'dns://site.test' },
    { id: 8, type: 'dns', url: 'dns://site.test', settings: { resolver: 'authoritative' } },
  ]
  assignAll(call, [...named, { id: 9, type: 'web', url: `http://127.0.0.1:${port}/` }])
  await eventually(() => named.every(({ id }) => resultsOf(call.results(), id).length >= 2))
  const results = call.results()
  const sources = named.map(({ id }) => [
    id,
    judgementsOf(results, id).map((verdict) => verdict.split(' ').slice(0, 2).join(' ')),
  ])
  expect(sources).toEqual(named.map(({ id }) => [id, ['unknown resolver']]))
  expect(judgementsOf(results, 9)).toEqual(['up'])
})

test('an agent that stood still during a check blames no target', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  const call = await controller.call(0)
  keepAcknowledging(call)
  let visits = 0
  const server = createHttpServer((_, response) => {
    visits += 1
    setTimeout(() => response.end('hello'), 300)
  })
  const port = await listen(server)
  const monitors: TestMonitor[] = [
    { id: 1, type: 'web', url: `http://127.0.0.1:${port}/` },
    { id: 2, type: 'tcp', url: `tcp://127.0.0.1:${port}` },
  ]
  assignAll(call, monitors)
  await eventually(() => resultsOf(call.results(), 1).length >= 1)
  const before = visits
  await eventually(() => visits > before)
  agent.child.kill('SIGSTOP')
  const stoppedAtMs = performance.now()
  await eventually(() => performance.now() > stoppedAtMs + 4_000)
  agent.child.kill('SIGCONT')
  await eventually(() => slotsOf(call.results(), 1).length >= 6)
  const slots = slotsOf(call.results(), 1)
  expect(slots).toEqual(withoutGap(slots))
  const verdicts = call.results().map(verdictOf)
  expect(verdicts.filter((verdict) => verdict.startsWith('down'))).toEqual([])
})

test('a full spool drops its oldest results, counts them and says so', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address, {
    environment: { SIGHTLINE_SPOOL_MAX_RESULTS: '12' },
  })
  const call = await controller.call(0)
  const port = await listen(createHttpServer((_, response) => response.end('hello')))
  const monitors = Array.from({ length: 8 }, (_, i) => {
    return { id: i + 1, type: 'web', url: `http://127.0.0.1:${port}/` } as const
  })
  assignAll(call, monitors)
  // Nothing is acknowledged.
  const dropping = await eventually(() =>
    call.said('heartbeat').find(({ counters }) => (counters?.spoolDropped ?? 0n) >= 8n),
  )
  expect(dropping.counters?.spoolResults).toBe(12)
  expect(agent.output()).toContain('the spool is full: the oldest results are dropped')
  const newest = call.results().at(-1)?.sequence ?? 0n
  call.refuse(status.UNAVAILABLE, 'going away')
  const again = await controller.call(1)
  await eventually(() => again.results().some(({ sequence }) => sequence >= newest))
  const sequences = again.results().map(({ sequence }) => Number(sequence))
  // What is left is what came last, and new results go on after it.
  expect(Math.min(...sequences)).toBeGreaterThan(8)
  expect(sequences.toSorted((a, b) => a - b)).toEqual(
    sequences.map((_, i) => Math.min(...sequences) + i),
  )
})

test('a controller that is restarted under load loses no slot of any monitor', async () => {
  let controller = await controllerWith()
  startAgent(controller.address)
  const first = await controller.call(0)
  const hosts = Array.from({ length: 20 }, (_, i) => `127.0.2.${i + 1}`)
  const ports = await Promise.all(hosts.map((host) => listen(createServer(), host)))
  const monitors = Array.from({ length: 100 }, (_, i) => {
    const url = `tcp://${hosts[i % 20]}:${ports[i % 20]}`
    return { id: i + 1, type: 'tcp', url } as const
  })
  assignAll(first, monitors)
  const heard = [first]
  for (const enough of [150, 250]) {
    const call = heard.at(-1) ?? first
    const stop = keepAcknowledging(call)
    await eventually(() => call.results().length >= enough)
    stop()
    controller.stop()
    controller = await controllerWith({ port: controller.port })
    heard.push(await controller.call(0))
  }
  const last = heard.at(-1) ?? first
  keepAcknowledging(last)
  const from = Date.now()
  await eventually(() =>
    monitors.every(({ id }) => (slotsOf(last.results(), id).at(-1) ?? 0) > from),
  )
  const all = heard.flatMap((call) => call.results())
  const missing = monitors.filter(({ id }) => {
    const slots = slotsOf(all, id)
    return slots.some((slot, i) => slot !== (slots[0] ?? 0) + i * PERIOD_MS)
  })
  expect(missing).toEqual([])
})

test('5,000 agents that lost a controller together come back spread over time', () => {
  const agents = Array.from({ length: 5_000 }, () => createBackoff())
  for (const limitMs of [1_000, 2_000, 4_000, 8_000, 10_000]) {
    const tenths = Array.from({ length: 10 }, () => 0)
    for (const agent of agents) {
      const tenth = Math.floor((agent.nextMs(false) * 10) / limitMs)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    // 500 each, by chance about 20 more or less.
    expect(tenths).toHaveLength(10)
    expect(Math.max(...tenths)).toBeLessThan(700)
    expect(Math.min(...tenths)).toBeGreaterThan(300)
  }
})
