import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { udpChecker } from '../../../../agent/src/checks/udp.ts'
import { VERY_SLOW, manyStates, mixed } from '../../../helpers/hard-patterns.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'
import type { Serve } from '../../../helpers/udp-server.ts'
import { closedUdpPort, serveUdp } from '../../../helpers/udp-server.ts'

const SHORT = { timeoutMs: 250 }

const check = (
  port: number,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
) => runChecker(udpChecker, `udp://127.0.0.1:${port}`, settings, options)

const checkServed = async (
  serve: Serve,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
) => check(await serveUdp(serve), settings, options)

const echo: Serve = (packet, reply) => reply(packet)
const silent: Serve = () => {}

test('without a payload one empty datagram is sent, and any reply is up', async () => {
  const received: Buffer[] = []
  const outcome = await checkServed((packet, reply) => {
    received.push(packet)
    reply('hi')
  })
  expect(outcome).toMatchObject({ status: 'up', failure: null, ip: '127.0.0.1', details: null })
  expect(outcome.responseMs).toBeGreaterThan(0)
  expect(outcome.timings.firstByteMs).toBe(outcome.responseMs)
  expect(received).toEqual([Buffer.alloc(0)])
})

test.for([
  [{ payload: 'ping\u0000é' }, Buffer.from('ping\u0000é')],
  [{ payloadHex: '00ff10' }, Buffer.from([0, 255, 16])],
] as const)('the payload %o is sent as it is', async ([settings, expected]) => {
  const received: Buffer[] = []
  await checkServed((packet, reply) => {
    received.push(packet)
    reply('')
  }, settings)
  expect(received).toEqual([expected])
})

test.for([
  { payload: 'abc', anyReply: true },
  { payload: 'abc', expectRegex: '^a.c$' },
  { payloadHex: '0001fe02', expectHex: '01fe' },
])('a reply as expected is up: %o', async (settings) => {
  expect(await checkServed(echo, settings)).toMatchObject({ status: 'up', details: null })
})

test('another reply is down and shown', async () => {
  const outcome = await checkServed((_, reply) => reply('no\u0000\u001bsuch'), {
    payload: 'x',
    expectRegex: '^yes',
  })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: {
      source: 'target',
      phase: 'content',
      cause: 'unexpectedReply',
      message: expect.stringContaining('replied "no such" where the pattern "^yes" was expected'),
    },
    details: { received: 'no such' },
  })
})

test('the fitting reply may come after others', async () => {
  const outcome = await checkServed(
    (_, reply) => {
      for (const text of ['one', 'two', 'yes']) reply(text)
    },
    { payload: 'x', expectRegex: '^yes' },
  )
  expect(outcome.status).toBe('up')
})

test('a peer that floods with other replies is left at once', async () => {
  const outcome = await checkServed(
    (_, reply) => {
      for (let i = 0; i < 50; i += 1) reply(Buffer.alloc(60_000, 97))
    },
    { payload: 'x', expectRegex: '^(([a-z])+.)+[A-Z]([a-z])+$' },
  )
  expect(outcome.failure).toMatchObject({ cause: 'unexpectedReply' })
  expect(outcome.failure?.message.length).toBeLessThan(300)
  expect(String(outcome.details?.['received']).length).toBeLessThanOrEqual(201)
})

test('an expression that could not be searched in time says nothing about the target', async () => {
  const settings = { payload: 'x', expectRegex: VERY_SLOW, silenceIs: 'down' }
  const outcome = await checkServed((_, reply) => reply(mixed(60_000)), settings, {
    timeoutMs: 500,
  })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', phase: 'content', cause: 'agentFault' },
  })
})

test('replies that take their time to be searched are judged in their order', async () => {
  const pages = [mixed(1_000, 1), mixed(1_000, 2), `${mixed(1_000, 3)}a${mixed(100)}c`]
  const outcome = await checkServed(
    (_, reply) => {
      for (const page of pages) reply(page)
    },
    { payload: 'x', expectRegex: manyStates(100) },
  )
  expect(outcome.status).toBe('up')
})

test('the largest datagram is a reply like any other', async () => {
  const outcome = await checkServed((_, reply) => reply(Buffer.alloc(65_507, 120)), {
    payload: 'x',
    expectRegex: 'x$',
  })
  expect(outcome.status).toBe('up')
})

test('a lost datagram is sent again', async () => {
  let received = 0
  const outcome = await checkServed(
    (packet, reply) => {
      received += 1
      if (received === 3) reply(packet)
    },
    { payload: 'x', anyReply: true, attempts: 3 },
    { timeoutMs: 900 },
  )
  expect(outcome).toMatchObject({ status: 'up' })
  // The round trip is that of the sending that was answered; the first one was 600 ms before.
  expect(outcome.responseMs).toBeLessThan(550)
})

test('as many datagrams are sent as attempts say', async () => {
  let received = 0
  await checkServed(
    () => {
      received += 1
    },
    { attempts: 4 },
    { timeoutMs: 1_000 },
  )
  expect(received).toBe(4)
})

test('bytes that are expected are compared with bytes', async () => {
  const settings = { expectHex: '0a0100' }
  const outcome = await checkServed((_, reply) => reply(Buffer.of(0, 255)), settings, SHORT)
  expect(outcome).toMatchObject({ status: 'down', details: { received: '00ff' } })
  expect(outcome.failure?.message).toContain(
    ' replied the bytes 00ff where the byte sequence 0a0100 was expected.',
  )
})

test.for([
  [{}, 'unknown'],
  [{ anyReply: true }, 'down'],
  [{ expectRegex: 'x' }, 'down'],
  [{ expectHex: '00' }, 'down'],
  [{ preset: 'ntp' }, 'down'],
  [{ silenceIs: 'down' }, 'down'],
  [{ anyReply: true, silenceIs: 'unknown' }, 'unknown'],
] as const)('silence with %o is %s', async ([settings, status]) => {
  const outcome = await checkServed(silent, settings, SHORT)
  expect(outcome).toMatchObject({
    status,
    responseMs: null,
    ip: '127.0.0.1',
    failure: { source: 'network', phase: 'firstByte', cause: 'udpNoReply' },
  })
  expect(outcome.failure?.message).toMatch(/did not reply within the time limit\./)
})

test.for([{}, { silenceIs: 'unknown' }, { preset: 'ntp' }, { preset: 'snmp' }])(
  'a closed port is down at once, whatever silence is: %o',
  async (settings) => {
    expect(await check(await closedUdpPort(), settings)).toMatchObject({
      status: 'down',
      failure: { source: 'target', cause: 'udpPortUnreachable' },
    })
  },
)

test('a reply from another port is none', async () => {
  const stranger = createSocket('udp4')
  stranger.bind(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => {
    stranger.close()
  })
  const outcome = await checkServed(
    (packet, _reply, from) => stranger.send(packet, from.port, from.address),
    { payload: 'x', anyReply: true },
    SHORT,
  )
  expect(outcome.failure).toMatchObject({ cause: 'udpNoReply' })
})

test('a name goes to its first address of the family asked for', async () => {
  const servers = [await startNameServer({ 'host.test': { a: ['127.0.0.1'] } })]
  const port = await serveUdp(echo)
  const url = `udp://host.test:${port}`
  const any = await runChecker(udpChecker, url, { anyReply: true }, { servers })
  expect(any).toMatchObject({ status: 'up', ip: '127.0.0.1' })
  expect(any.timings.dnsMs).toBeGreaterThan(0)
  const none = await runChecker(udpChecker, url, { ipFamily: 'ipv6' }, { servers })
  expect(none.failure).toMatchObject({ phase: 'dns', cause: 'dnsNoAddress' })
})

test('an IPv6 address is asked over IPv6', async () => {
  const port = await serveUdp(echo, '::1')
  const outcome = await runChecker(udpChecker, `udp://[::1]:${port}`, { anyReply: true })
  expect(outcome).toMatchObject({ status: 'up', ip: '::1' })
})

test('an address that may not be reached gets nothing', async () => {
  let received = 0
  const port = await serveUdp(() => {
    received += 1
  })
  const outcome = await check(port, {}, { open: [] })
  expect(outcome).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
  expect(received).toBe(0)
})

test('the port may come from the settings, and without one nothing is sent', async () => {
  const port = await serveUdp(echo)
  const named = await runChecker(udpChecker, 'udp://127.0.0.1', { port, anyReply: true })
  expect(named.status).toBe('up')
  const unnamed = await runChecker(udpChecker, 'udp://127.0.0.1', {})
  expect(unnamed).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
})

test('a slow reply is degraded', async () => {
  const outcome = await checkServed((packet, reply) => setTimeout(() => reply(packet), 30), {
    payload: 'x',
    anyReply: true,
    maxResponseMs: 5,
  })
  expect(outcome).toMatchObject({ status: 'degraded', failure: { cause: 'slowServer' } })
})
