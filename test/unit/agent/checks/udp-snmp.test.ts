import * as library from 'net-snmp'
import { expect, test } from 'vitest'
import { expectationOf } from '../../../../agent/src/checks/tcp/expectation.ts'
import { judgeVarbinds } from '../../../../agent/src/checks/udp/snmp-reply.ts'
import { udpChecker } from '../../../../agent/src/checks/udp.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'
import { SYSTEM_NAME, snmpReport, startSnmpAgent } from '../../../helpers/snmp-agent.ts'
import type { Serve } from '../../../helpers/udp-server.ts'
import { serveUdp } from '../../../helpers/udp-server.ts'

/** Until silence counts. An agent that answers at all has to do so in this, however busy the machine is. */
const SHORT_MS = 1_500

const check = async (
  snmp: Record<string, unknown>,
  settings: Record<string, unknown> = {},
  options: CheckerOptions & { host?: string } = {},
) => {
  const { host = '127.0.0.1', ...rest } = options
  const port = await startSnmpAgent(host)
  const url = `udp://${host.includes(':') ? `[${host}]` : host}:${port}`
  return runChecker(
    udpChecker,
    url,
    { preset: 'snmp', snmp: { oid: SYSTEM_NAME, ...snmp }, ...settings },
    rest,
  )
}

const checkServed = async (
  serve: Serve,
  snmp: Record<string, unknown>,
  options: CheckerOptions = {},
) => {
  const url = `udp://127.0.0.1:${await serveUdp(serve)}`
  return runChecker(udpChecker, url, { preset: 'snmp', snmp }, options)
}

const SIGNED = {
  version: '3',
  user: 'signed',
  authProtocol: 'sha256',
  authPassword: 'a long password',
}
const SECRET = {
  version: '3',
  user: 'secret',
  authProtocol: 'sha',
  authPassword: 'a long password',
  privProtocol: 'aes',
  privPassword: 'another long one',
}

test.for([
  { version: '1' },
  { version: '2c' },
  { version: '2c', oid: `.${SYSTEM_NAME}` },
  { version: '3', user: 'plain' },
  SIGNED,
  SECRET,
  { ...SIGNED, user: 'old', authProtocol: 'md5', privProtocol: 'des', privPassword: 'another one' },
])('an agent that knows the object is up: %o', async (snmp) => {
  const outcome = await check(snmp)
  expect(outcome.failure).toBeNull()
  expect(outcome).toMatchObject({
    status: 'up',
    ip: '127.0.0.1',
    details: { snmp: { oid: SYSTEM_NAME, type: 'OctetString', value: 'a test agent' } },
  })
  expect(outcome.responseMs).toBeGreaterThan(0)
})

test.for(['3.1.1', '1.40.1', '1.3.99999999999'])('%s is no object to ask for', async (oid) => {
  const outcome = await check({ oid })
  expect(outcome).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
})

test('an agent is asked over IPv6', async () => {
  expect(await check({}, {}, { host: '::1' })).toMatchObject({ status: 'up', ip: '::1' })
})

test('the value may be expected to be something', async () => {
  expect((await check({}, { expectRegex: '^a test' })).status).toBe('up')
  const other = await check({}, { expectRegex: '^b' })
  expect(other).toMatchObject({
    status: 'down',
    failure: { cause: 'unexpectedReply' },
    details: { snmp: { value: 'a test agent' } },
  })
})

test.for([
  [{ version: '2c', oid: '1.3.6.1.4.1.9.9' }, /has no object 1\.3\.6\.1\.4\.1\.9\.9 \(NoSuch/],
  [{ version: '1', oid: '1.3.6.1.4.1.9.9' }, /has no/],
  [{ version: '3', user: 'nobody' }, /does not know the user/],
] as const)(
  'an agent that refuses is down at once, with its reason: %o',
  async ([snmp, message]) => {
    const outcome = await check(snmp)
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'content', cause: 'unexpectedReply' },
    })
    expect(outcome.failure?.message).toMatch(message)
  },
)

test('a wrong community is silence, and the sentence says so', async () => {
  const outcome = await check({ community: 'other' }, {}, { timeoutMs: SHORT_MS })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'udpNoReply' } })
  expect(outcome.failure?.message).toMatch(/community/)
})

test('a request that is lost is sent again', async () => {
  const agent = await startSnmpAgent()
  const seen: string[] = []
  const port = await serveUdp((packet, reply, _from, socket) => {
    if (_from.port === agent) return
    seen.push(packet.toString('hex'))
    if (seen.length === 1) return
    socket.once('message', (answer, from) => {
      if (from.port === agent) reply(answer)
    })
    socket.send(packet, agent, '127.0.0.1')
  })
  const settings = { preset: 'snmp', snmp: { oid: SYSTEM_NAME } }
  // Sent three times in this, so that the answer to the second has a second.
  const outcome = await runChecker(udpChecker, `udp://127.0.0.1:${port}`, settings, {
    timeoutMs: 3_000,
  })
  expect(outcome.status).toBe('up')
  expect(seen.length).toBe(2)
})

test.for([
  [1, /does not offer this security level/],
  [2, /outside its time window/],
  [5, /does not accept the authentication password/],
  [6, /cannot decrypt with the privacy password/],
] as const)('SNMPv3: the report %i is told in words', async ([statistic, message]) => {
  let received = 0
  const outcome = await checkServed((packet, reply) => {
    received += 1
    reply(snmpReport(packet, received === 1 ? 4 : statistic))
  }, SECRET)
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toMatch(message)
})

test.for([
  { ...SIGNED, authPassword: 'a wrong password' },
  { ...SECRET, privPassword: 'a wrong password' },
])('SNMPv3: an agent that falls silent after the first packet is told: %o', async (snmp) => {
  const outcome = await check(snmp, {}, { timeoutMs: SHORT_MS })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toMatch(/but not the request itself/)
  // Nothing answered it, so nothing took a time.
  expect(outcome.responseMs).toBeNull()
  expect(outcome.timings.firstByteMs).toBeNull()
})

test('SNMPv3: an agent that never stops reporting ends soon', async () => {
  let received = 0
  const outcome = await checkServed(
    (packet, reply) => {
      received += 1
      reply(snmpReport(packet, 4, 0))
    },
    { version: '3', user: 'plain' },
  )
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(received).toBeLessThan(50)
})

test('a packet sent back is no answer', async () => {
  const outcome = await checkServed(
    (packet, reply) => reply(packet),
    { version: '3', user: 'plain' },
    { timeoutMs: SHORT_MS },
  )
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
})

test.for([
  [5, 'the error GeneralError'],
  [99, 'an error of an unknown number'],
] as const)('an agent that answers with the error %i is quoted', async ([status, told]) => {
  const serve: Serve = (request, reply) => {
    const answer = Buffer.from(request)
    const pdu = answer.indexOf(0xa0)
    answer[pdu] = 0xa2
    const idBytes = answer[pdu + 3] ?? 0
    answer[pdu + 4 + idBytes + 2] = status
    reply(answer)
  }
  const outcome = await checkServed(serve, { version: '2c' })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toContain(`answered with ${told}.`)
})

test.for([
  ['9f78043e19999a', '0.15'],
  ['9f780442f70000', '123.5'],
  ['9f7804c2f70000', '-123.5'],
  ['9f78047f800000', 'Infinity'],
  ['9f78047fc00000', 'NaN'],
  ['9f78044b18967f', '9999999'],
  ['9f79083fb999999999999a', '0.1'],
  ['9f7a08fffffffffffffffe', '-2'],
  ['9f7a01fe', '-2'],
  ['9f7b08fffffffffffffffe', '18446744073709551614'],
  ['9f7608fffffffffffffffe', '18446744073709551614'],
] as const)('a number that Net-SNMP wraps is one: %s', async ([hex, text]) => {
  const value = { oid: '1.3.6.1.4.1.2021.10.1.6.1', type: library.ObjectType.Opaque }
  const varbinds = [{ ...value, value: Buffer.from(hex, 'hex') }]
  const judge = (expectRegex: string) =>
    judgeVarbinds(
      library,
      varbinds,
      expectationOf({ expectRegex }),
      'a:161',
      AbortSignal.timeout(60_000),
    )
  expect(await judge(`^${text}$`)).toMatchObject({
    kind: 'right',
    details: { snmp: { type: 'Opaque', value: text } },
  })
  const other = await judge('^other$')
  expect(other).toMatchObject({ kind: 'wrong', message: expect.stringContaining(`"${text}"`) })
})

test.for(['9f7804', '9f780300000000', '9f7904', '9f7a', '9f7a0', '9f7c0401020304', '00'])(
  'what is wrapped otherwise stays as it came: %s',
  async (hex) => {
    const bytes = Buffer.from(hex, 'hex')
    const varbinds = [{ oid: '1.3', type: library.ObjectType.Opaque, value: bytes }]
    const signal = AbortSignal.timeout(60_000)
    expect(await judgeVarbinds(library, varbinds, null, 'a:161', signal)).toMatchObject({
      details: { snmp: { value: bytes.toString('hex') } },
    })
  },
)
