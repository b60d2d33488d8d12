import { decode, encode } from 'dns-packet'
import { expect, test } from 'vitest'
import { udpChecker } from '../../../../agent/src/checks/udp.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'
import type { Serve } from '../../../helpers/udp-server.ts'
import { ntpAnswer, serveUdp, stunAnswer, xorMapped } from '../../../helpers/udp-server.ts'

type Preset = 'dns' | 'ntp' | 'stun' | 'snmp'

const SHORT = { timeoutMs: 300 }

const check = async (
  preset: Preset,
  serve: Serve,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
) =>
  runChecker(
    udpChecker,
    `udp://127.0.0.1:${await serveUdp(serve)}`,
    { preset, ...settings },
    options,
  )

const flipped = (packet: Buffer, at: number): Buffer => {
  const copy = Buffer.from(packet)
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at)
  return copy
}

test('ntp: a time server is up, with its stratum and how far its clock is off', async () => {
  const outcome = await check('ntp', (request, reply) => {
    reply(ntpAnswer(request, { aheadMs: 5_000 }))
  })
  expect(outcome).toMatchObject({ status: 'up', details: { ntp: { stratum: 1, refId: 'GPS' } } })
  const { offsetMs } = { offsetMs: 0, ...(outcome.details?.['ntp'] as object) }
  expect(Math.abs(offsetMs - 5_000)).toBeLessThan(1_000)
})

test('ntp: the request is a version 4 client packet that tells nothing but a random number', async () => {
  const requests: Buffer[] = []
  const serve: Serve = (request, reply) => {
    requests.push(request)
    reply(ntpAnswer(request, { stratum: 2, refId: '\u0001\u0002\u0003\u0004' }))
  }
  const outcome = await check('ntp', serve)
  await check('ntp', serve)
  expect(outcome.details).toMatchObject({ ntp: { stratum: 2, refId: '1.2.3.4' } })
  const [first, second] = requests
  expect(first).toHaveLength(48)
  expect(first?.subarray(0, 40)).toEqual(Buffer.concat([Buffer.of(0x23), Buffer.alloc(39)]))
  expect(first?.subarray(40)).not.toEqual(second?.subarray(40))
})

test.for([
  ['asks to come less often', { stratum: 0, refId: 'RATE' }, /asks to be queried less often/],
  ['denies access', { stratum: 0, refId: 'DENY' }, /denies access/],
  ['gives an unknown kiss code', { stratum: 0, refId: 'X\u0000\u001bY' }, /gives no time/],
  ['is not synchronised', { stratum: 16 }, /is not synchronised/],
  ['gives an alarm', { leap: 3 }, /is not synchronised/],
  ['answers in another mode', { mode: 5 }, /no time server gives/],
] as const)('ntp: a server that %s is down at once', async ([, facts, message]) => {
  const outcome = await check('ntp', (request, reply) => reply(ntpAnswer(request, facts)))
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toMatch(message)
})

test.for<[Preset, string, Serve]>([
  ['ntp', 'an echo', (request, reply) => reply(request)],
  ['ntp', 'an answer to something else', (r, reply) => reply(ntpAnswer(flipped(r, 47)))],
  ['ntp', 'a short packet', (_, reply) => reply('x')],
  ['stun', 'an echo', (request, reply) => reply(request)],
  ['stun', 'a short packet', (_, reply) => reply(Buffer.alloc(19))],
  [
    'stun',
    'an answer to something else',
    (r, reply) =>
      reply(stunAnswer(flipped(r, 19), 0x101, { type: 0x20, value: xorMapped(r, '1.2.3.4', 5) })),
  ],
  ['dns', 'an echo', (request, reply) => reply(request)],
  [
    'dns',
    'an answer to something else',
    (r, reply) => reply(encode({ ...decode(flipped(r, 0)), type: 'response' })),
  ],
  ['dns', 'a short packet', (_, reply) => reply('')],
  ['snmp', 'an echo of nothing', (_, reply) => reply('')],
  ['snmp', 'a broken message', (_, reply) => reply(Buffer.from('3003020101', 'hex'))],
  ['snmp', 'a huge packet', (_, reply) => reply(Buffer.alloc(60_000, 0x30))],
])('%s: %s is no answer and told apart from silence', async ([preset, , serve]) => {
  const outcome = await check(preset, serve, {}, SHORT)
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toMatch(/no answer to an? (NTP|STUN|DNS|SNMP)/)
})

test.for<[Preset, Serve]>([
  [
    'ntp',
    (request, reply) => {
      reply(ntpAnswer(flipped(request, 40)))
      reply(ntpAnswer(request))
    },
  ],
  [
    'stun',
    (request, reply) => {
      reply('junk')
      reply(stunAnswer(request, 0x101, { type: 0x20, value: xorMapped(request, '1.2.3.4', 5) }))
    },
  ],
  [
    'dns',
    (request, reply) => {
      reply(flipped(request, 1))
      reply(encode({ ...decode(request), type: 'response' }))
    },
  ],
])('%s: a forged reply does not keep the right one away', async ([preset, serve]) => {
  expect(await check(preset, serve)).toMatchObject({ status: 'up' })
})

test('a preset answers again when the first packet is lost', async () => {
  let received = 0
  const outcome = await check(
    'ntp',
    (request, reply) => {
      received += 1
      if (received === 2) reply(ntpAnswer(request))
    },
    {},
    { timeoutMs: 1_000 },
  )
  expect(outcome.status).toBe('up')
  expect(outcome.responseMs).toBeLessThan(450)
})

test('an answer to the first packet that comes after the second is measured from the first', async () => {
  let first: Buffer | null = null
  const outcome = await check(
    'ntp',
    (request, reply) => {
      if (first === null) first = request
      else reply(ntpAnswer(first))
    },
    {},
    { timeoutMs: 600 },
  )
  expect(outcome.responseMs).toBeGreaterThanOrEqual(250)
})

test('stun: the address the server sees is told', async () => {
  const outcome = await check('stun', (request, reply) => {
    expect(request.toString('hex', 0, 8)).toBe('000100002112a442')
    const value = xorMapped(request, '192.0.2.7', 40_001)
    reply(stunAnswer(request, 0x101, { type: 0x20, value }))
  })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { stun: { mappedAddress: '192.0.2.7:40001' } },
  })
})

test('stun: an IPv6 address and the old plain attribute are read', async () => {
  const ipv6 = await check('stun', (request, reply) => {
    const plain = Buffer.from('20010db8000000000000000000000001', 'hex')
    const masked = plain.map((byte, i) => byte ^ request.readUInt8(4 + i))
    const port = Buffer.alloc(2)
    port.writeUInt16BE(443 ^ 0x2112)
    const value = Buffer.concat([Buffer.of(0, 2), port, masked])
    reply(stunAnswer(request, 0x101, { type: 0x20, value }))
  })
  expect(ipv6.details).toEqual({ stun: { mappedAddress: '[2001:db8::1]:443' } })
  const old = await check('stun', (request, reply) => {
    reply(stunAnswer(request, 0x101, { type: 1, value: Buffer.of(0, 1, 0, 80, 192, 0, 2, 1) }))
  })
  expect(old.details).toEqual({ stun: { mappedAddress: '192.0.2.1:80' } })
})

test.for<[string, (request: Buffer) => Buffer, RegExp]>([
  [
    'an error',
    (r) =>
      stunAnswer(r, 0x111, {
        type: 9,
        value: Buffer.concat([Buffer.of(0, 0, 4, 1), Buffer.from('No\n')]),
      }),
    /answered with the error 401 \(No \)/,
  ],
  [
    'no address',
    (r) => stunAnswer(r, 0x101, { type: 0x8022, value: Buffer.from('soft') }),
    /without the address it sees/,
  ],
  [
    'a length that does not fit',
    (r) => stunAnswer(r, 0x101, { type: 0x20, value: xorMapped(r, '1.2.3.4', 5) }).subarray(0, 28),
    /broken STUN message/,
  ],
  [
    'an attribute longer than the message',
    (r) => {
      const message = stunAnswer(r, 0x101, { type: 0x20, value: xorMapped(r, '1.2.3.4', 5) })
      message.writeUInt16BE(60_000, 22)
      return message
    },
    /broken STUN message/,
  ],
])('stun: an answer with %s is down at once', async ([, answer, message]) => {
  const outcome = await check('stun', (request, reply) => reply(answer(request)))
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toMatch(message)
})

test.for(['NOERROR', 'REFUSED', 'SERVFAIL'] as const)(
  'dns: a server that answers %s is there',
  async (rcode) => {
    const codes = { NOERROR: 0, SERVFAIL: 2, REFUSED: 5 }
    const outcome = await check('dns', (request, reply) => {
      const question = decode(request)
      expect(question.questions).toMatchObject([{ name: '.', type: 'NS' }])
      expect(question.flag_rd).toBe(true)
      const answers = [{ type: 'NS', name: '.', data: 'a.root-servers.net' } as const]
      reply(encode({ ...question, type: 'response', flags: codes[rcode], answers }))
    })
    expect(outcome).toMatchObject({ status: 'up', details: { dns: { rcode, answers: 1 } } })
  },
)

test.for<[string, (request: Buffer) => Buffer]>([
  [
    'cut short',
    (r) => Buffer.concat([r.subarray(0, 2), Buffer.from('81800001000000000000', 'hex')]),
  ],
  [
    'whose names point at each other',
    (r) =>
      Buffer.concat([
        r.subarray(0, 2),
        Buffer.from('818000010000000000 00c00c0002 0001'.replaceAll(' ', ''), 'hex'),
      ]),
  ],
  [
    'far too long',
    (r) => Buffer.concat([r.subarray(0, 2), Buffer.of(0x81), Buffer.alloc(60_000, 0xc0)]),
  ],
])('dns: an answer %s is down at once', async ([, answer]) => {
  const outcome = await check('dns', (request, reply) => reply(answer(request)))
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'unexpectedReply' } })
  expect(outcome.failure?.message).toMatch(/broken message/)
})

test('a preset may expect something of the reply as well', async () => {
  const serve: Serve = (request, reply) => reply(ntpAnswer(request))
  const fitting = await check('ntp', serve, { expectHex: '47505300' })
  expect(fitting.status).toBe('up')
  const other = await check('ntp', serve, { expectHex: '50505300' })
  expect(other.failure).toMatchObject({ cause: 'unexpectedReply' })
})
