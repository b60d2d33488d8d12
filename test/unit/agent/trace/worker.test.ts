import { TracerouteOutput } from '@sightline/shared/traceroute'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createRoutes } from '../../../../agent/src/icmp/routes.ts'
import { createMtrTracer } from '../../../../agent/src/trace/mtr-tracer.ts'
import type { Tracer } from '../../../../agent/src/trace/tracer.ts'
import { createTraceWorker } from '../../../../agent/src/trace/worker.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import type { Script } from '../icmp/stand-in.ts'
import { answered, poolOf, standIn } from '../icmp/stand-in.ts'

const PACE = { waveMs: 10, groupMs: 5, waitMs: 3_000, afterTargetMs: 50 }

const tracerOf = (script: Script, pace: Partial<typeof PACE> = {}): Tracer =>
  createMtrTracer(poolOf(standIn(script)), createRoutes(), { ...PACE, ...pace })

async function trace(
  tracer: Tracer | null,
  input: object = {},
  options: CheckerOptions & { signal?: AbortSignal } = {},
) {
  const { signal = AbortSignal.timeout(10_000), ...rest } = options
  const worker = createTraceWorker({ ...toolsFor(rest), tracer })
  return TracerouteOutput.parse(await worker({ host: '127.0.0.9', ...input }, signal))
}

const expired = (address: string): string => `ttl-expired ip-4 ${address} round-trip-time 0`

const PATH: Script = {
  '127.0.0.9/1': [expired('10.0.0.1')],
  '127.0.0.9/2': [expired('10.0.0.2'), '', expired('10.0.0.2')],
  '127.0.0.9': [answered('127.0.0.9', 0)],
}

test('traces to the target and no farther', async () => {
  const report = await trace(tracerOf(PATH))
  expect(report).toMatchObject({
    host: '127.0.0.9',
    resolvedIp: '127.0.0.9',
    protocol: 'icmp',
    port: null,
    reached: true,
    verdict: { code: 'ok', hop: null },
  })
  expect(report.hops.map(({ ip, sent, lossPercent }) => [ip, sent, lossPercent])).toEqual([
    ['10.0.0.1', 3, 0],
    ['10.0.0.2', 3, 33.3],
    ['127.0.0.9', 3, 0],
  ])
})

test('a port that a firewall closes on the way is not the target', async () => {
  const tracer = tracerOf({
    '127.0.0.9/1': [expired('10.0.0.1')],
    '127.0.0.9': ['reply ip-4 10.0.0.7 round-trip-time 0'],
  })
  const report = await trace(tracer, { protocol: 'udp', packets: 1 })
  expect(report).toMatchObject({
    protocol: 'udp',
    port: 33_434,
    reached: false,
    verdict: { code: 'unreachable', hop: 2 },
  })
  expect(report.hops).toHaveLength(2)
})

test("that nobody takes the packets in the agent's own network is no hop's word", async () => {
  const own = 'no-route ip-4 127.0.0.1 round-trip-time 0'
  const report = await trace(tracerOf({ '127.0.0.9': [own] }))
  expect(report).toMatchObject({
    reached: false,
    hops: [],
    verdict: {
      code: 'unreachable',
      hop: null,
      text: "No machine in the agent's own network takes packets to the target.",
    },
  })
})

test('the time limit gives what is known so far', async () => {
  const tracer = tracerOf({
    '127.0.0.8': [answered('127.0.0.8', 0)],
    '127.0.0.9/1': [expired('10.0.0.1')],
    '127.0.0.9': [''],
  })
  // Its program is started by then, which may take longer than the limit.
  await trace(tracer, { host: '127.0.0.8', packets: 1 })
  const report = await trace(tracer, { maxHops: 4 }, { signal: AbortSignal.timeout(400) })
  expect(report).toMatchObject({ reached: false, verdict: { code: 'timeout', hop: 1 } })
  expect(report.hops[0]).toMatchObject({ ip: '10.0.0.1', lossPercent: 0 })
})

test('silence behind a hop is filtered', async () => {
  const tracer = tracerOf({ '127.0.0.9/1': [expired('10.0.0.1')], '127.0.0.9': ['no-reply'] })
  const report = await trace(tracer, { maxHops: 20, packets: 2 })
  expect(report.verdict).toMatchObject({ code: 'filtered', hop: 2 })
  expect(report.hops.map(({ hop }) => hop)).toEqual([1, 2, 3, 4, 5, 6])
})

test.for([
  [{ host: '127.0.0.9' }, { open: [] }, 'badRequest', /loopback address, which may not be checked/],
  [{ host: 'nowhere.example' }, {}, 'badRequest', /does not exist/],
  [{ host: '127.0.0.9', packets: 11 }, {}, 'badRequest', /does not understand/],
  [{ host: '127.0.0.9', command: 'rm' }, {}, 'badRequest', /does not understand/],
  [{ host: '' }, {}, 'badRequest', /does not understand/],
] as const)('refuses %o', async ([input, options, code, message]) => {
  const servers = [await startNameServer({})]
  const traced = trace(tracerOf(PATH), input, { ...options, servers })
  await expect(traced).rejects.toMatchObject({
    name: 'WorkRefusal',
    code,
    message: expect.stringMatching(message) as string,
  })
})

test.for([
  ['fails', { rcode: 2 }, 'unreachable', 'The name server could not resolve broken.example.'],
  ['is silent', 'silence', 'timeout', 'No name server answered for broken.example in time.'],
] as const)('a name whose name server %s has no path, which is told', async (row) => {
  const [, answer, code, text] = row
  const servers = [await startNameServer({ 'broken.example': answer })]
  const signal = AbortSignal.timeout(1_000)
  const report = await trace(tracerOf(PATH), { host: 'broken.example' }, { servers, signal })
  expect(report).toMatchObject({
    host: 'broken.example',
    resolvedIp: null,
    reached: false,
    hops: [],
    verdict: { code, hop: null, text: `${text} There is no address to trace.` },
  })
})

test('an agent that cannot trace says so', async () => {
  await expect(trace(null)).rejects.toMatchObject({ code: 'unavailable' })
  const broken = tracerOf({ '127.0.0.9': ['permission-denied'] })
  await expect(trace(broken)).rejects.toMatchObject({
    code: 'unavailable',
    message: "The agent's own machine forbids sending to this address.",
  })
})

test('four traces at once, the others wait within their time', async () => {
  let inside = 0
  let most = 0
  const released = Promise.withResolvers<undefined>()
  const tracer: Tracer = {
    engine: 'mtr',
    async trace() {
      inside += 1
      most = Math.max(most, inside)
      await released.promise
      inside -= 1
      return { hops: [], isCutShort: false }
    },
  }
  const worker = createTraceWorker({ ...toolsFor(), tracer })
  const input = { host: '127.0.0.9' }
  const six = Array.from({ length: 6 }, () => worker(input, AbortSignal.timeout(10_000)))
  const impatient = worker(input, AbortSignal.timeout(100))
  await expect(impatient).rejects.toMatchObject({ code: 'unavailable' })
  released.resolve(undefined)
  expect(await Promise.all(six)).toHaveLength(6)
  expect(most).toBe(4)
})

/** A name server that calls every address by the same name. */
async function startReverseServer(
  labels: readonly string[],
  onQuestion: () => void = () => {},
): Promise<string> {
  const socket = createSocket('udp4')
  const parts = labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  const name = Buffer.concat([...parts, Buffer.from([0])])
  socket.on('message', (packet, peer) => {
    onQuestion()
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    packet.copy(header, 0, 0, 2)
    const end = packet.indexOf(0, 12) + 5
    const record = Buffer.from([0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 1, 0, name.length])
    const answer = Buffer.concat([header, packet.subarray(12, end), record, name])
    socket.send(answer, peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return `127.0.0.1:${socket.address().port}`
}

test('hops have the names of their addresses', async () => {
  const servers = [await startReverseServer(['core1', 'example'])]
  const open = ['127.0.0.0/8', '10.0.0.0/8']
  const report = await trace(tracerOf(PATH), { packets: 1 }, { servers, open })
  expect(report.hops.map(({ hostname }) => hostname)).toEqual(
    Array.from({ length: 3 }, () => 'core1.example'),
  )
})

test('addresses that may not be checked are shown without the names they have inside', async () => {
  let questions = 0
  const servers = [
    await startReverseServer(['db-master', 'internal'], () => {
      questions += 1
    }),
  ]
  const report = await trace(tracerOf(PATH), { packets: 1 }, { servers })
  expect(report.hops.map(({ ip, hostname }) => [ip, hostname])).toEqual([
    ['10.0.0.1', null],
    ['10.0.0.2', null],
    ['127.0.0.9', 'db-master.internal'],
  ])
  expect(questions).toBe(1)
})
