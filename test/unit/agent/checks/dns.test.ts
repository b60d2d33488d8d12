import { expect, test } from 'vitest'
import { checkDns } from '../../../helpers/check-dns.ts'
import type { DnsReply } from '../../../helpers/dns-server.ts'
import {
  A,
  record,
  replyBytes,
  startDnsServer,
  startUdpServer,
} from '../../../helpers/dns-server.ts'

test('an address is found at the named resolver, with the facts of the answer', async () => {
  const server = await startDnsServer(() => ({
    answers: [A('www.example.com', '192.0.2.1', 300), A('www.example.com', '192.0.2.2', 60)],
    ad: true,
  }))
  const outcome = await checkDns('www.example.com', { resolver: server.at })
  expect(outcome).toMatchObject({
    status: 'up',
    statusCode: null,
    failure: null,
    ip: '127.0.0.1',
    details: {
      rcode: 'NOERROR',
      answers: ['192.0.2.1', '192.0.2.2'],
      resolver: server.at,
      protocol: 'udp',
      authenticated: true,
      ttl: 60,
    },
  })
  expect(outcome.responseMs).toBeGreaterThan(0)
  expect(outcome.timings.firstByteMs).toBeGreaterThan(0)
  expect(outcome.timings).toMatchObject({ dnsMs: null, connectMs: null, tlsMs: null })
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]).toMatchObject({ name: 'www.example.com', type: 'A', transport: 'udp' })
  expect(server.seen[0]?.packet.additionals?.[0]).toMatchObject({ udpPayloadSize: 1232 })
})

const KEY = Buffer.from('0123456789abcdef', 'hex')
const SVCB_DATA = Buffer.concat([
  Buffer.from('0001', 'hex'),
  Buffer.from('\x03svc\x07example\x00', 'latin1'),
  Buffer.from('00010006026832026833', 'hex'),
  Buffer.from('0003000201bb', 'hex'),
  Buffer.from('00040004c0000201', 'hex'),
])

test.for([
  ['A', 'A', '192.0.2.1', '192.0.2.1'],
  ['AAAA', 'AAAA', '2001:db8:0:0:0:0:0:1', '2001:db8::1'],
  ['CNAME', 'CNAME', 'Target.Example.', 'target.example'],
  ['MX', 'MX', { preference: 10, exchange: 'mail.example.com' }, '10 mail.example.com'],
  ['NS', 'NS', 'ns1.example.com', 'ns1.example.com'],
  ['TXT', 'TXT', ['v=spf1 ', '-all'], 'v=spf1 -all'],
  [
    'SOA',
    'SOA',
    { mname: 'ns1.a', rname: 'admin.a', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 5 },
    'ns1.a admin.a 1 2 3 4 5',
  ],
  ['SRV', 'SRV', { priority: 1, weight: 2, port: 443, target: 'srv.a' }, '1 2 443 srv.a'],
  ['PTR', 'PTR', 'host.example.com', 'host.example.com'],
  ['CAA', 'CAA', { flags: 0, tag: 'issue', value: 'letsencrypt.org' }, '0 issue "letsencrypt.org"'],
  [
    'DS',
    'DS',
    { keyTag: 60485, algorithm: 5, digestType: 1, digest: KEY },
    '60485 5 1 0123456789ABCDEF',
  ],
  ['DNSKEY', 'DNSKEY', { flags: 257, algorithm: 13, key: KEY }, '257 3 13 ASNFZ4mrze8='],
  [
    'TLSA',
    'TLSA',
    { usage: 3, selector: 1, matchingType: 1, certificate: KEY },
    '3 1 1 0123456789ABCDEF',
  ],
  ['SVCB', 'UNKNOWN_64', SVCB_DATA, '1 svc.example alpn=h2,h3 port=443 ipv4hint=192.0.2.1'],
  ['HTTPS', 'UNKNOWN_65', SVCB_DATA, '1 svc.example alpn=h2,h3 port=443 ipv4hint=192.0.2.1'],
] as const)(
  'a %s record is asked for and told in one form',
  async ([type, wireType, data, text]) => {
    const server = await startDnsServer(({ name, type: asked }) =>
      asked === wireType ? { answers: [record(name, wireType, data)] } : { rcode: 4 },
    )
    const expected = { match: 'exactSet', values: [text] }
    const settings = { recordType: type, resolver: server.at, expected }
    const outcome = await checkDns('_x.example.com', settings)
    expect(outcome).toMatchObject({ status: 'up', failure: null, details: { answers: [text] } })
  },
)

test.for([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['[2001:db8::a]', `a.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`],
])('the PTR record of %s is asked for under its reverse name', async ([host, reverse]) => {
  const server = await startDnsServer(({ name }) => ({
    answers: [record(name, 'PTR', 'host.example')],
  }))
  const outcome = await checkDns(host ?? '', { recordType: 'PTR', resolver: server.at })
  expect(outcome.status).toBe('up')
  expect(server.seen[0]?.name).toBe(reverse)
})

test('aliases are followed to the asked records; records of other names do not count', async () => {
  const server = await startDnsServer(() => ({
    answers: [
      A('other.example', '192.0.2.66'),
      A('cdn.example', '192.0.2.1'),
      record('www.example', 'CNAME', 'mid.example'),
      record('mid.example', 'CNAME', 'cdn.example'),
    ],
  }))
  const outcome = await checkDns('www.example', { resolver: server.at })
  expect(outcome.details).toMatchObject({ answers: ['192.0.2.1'] })
})

test('aliases in a circle end', async () => {
  const server = await startDnsServer(() => ({
    answers: [record('a.example', 'CNAME', 'b.example'), record('b.example', 'CNAME', 'a.example')],
  }))
  const outcome = await checkDns('a.example', { resolver: server.at })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsNoAddress' } })
})

test.for([
  ['NXDOMAIN', 3, 'A', 'dnsNxdomain', 'cdn.other.example, which does not exist (NXDOMAIN).'],
  [
    'no address',
    0,
    'A',
    'dnsNoAddress',
    'cdn.other.example, which has no IPv4 address (A record).',
  ],
  ['no record', 0, 'MX', 'dnsWrongAnswer', 'cdn.other.example, which has no MX record.'],
] as const)('%s behind an alias is told of the name it leads to', async (each) => {
  const [, rcode, recordType, cause, text] = each
  const answers = [
    record('www.example', 'CNAME', 'b.example'),
    record('b.example', 'CNAME', 'cdn.other.example'),
  ]
  const server = await startDnsServer(() => ({ rcode, answers }))
  const { failure } = await checkDns('www.example', { resolver: server.at, recordType })
  expect(failure).toMatchObject({ source: 'target', phase: 'dns', cause })
  expect(failure?.message).toBe(`The name www.example is an alias of ${text}`)
})

test.for([
  ['a zone below', 'sub.example', 'of sub.example.'],
  ['the root', '.', 'of the root.'],
] as const)('a server that refers to others, to %s, is told as one', async ([, zone, words]) => {
  const server = await startDnsServer(() => ({
    authorities: [record(zone, 'NS', 'ns.elsewhere.example')],
  }))
  const settings = { resolver: server.at }
  const { failure } = await checkDns('www.sub.example', settings)
  expect(failure).toMatchObject({ source: 'target', phase: 'dns', cause: 'dnsServfail' })
  expect(failure?.message).toMatch(/^127\.0\.0\.1:\d+ looks up no names of other zones: /)
  expect(failure?.message.endsWith(`it refers to the name servers ${words}`)).toBe(true)
  const soa = { mname: 'a', rname: 'b', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 }
  const negative = await startDnsServer(() => ({
    authorities: [record('sub.example', 'SOA', soa), record('sub.example', 'NS', 'ns.sub.example')],
  }))
  expect((await checkDns('www.sub.example', { resolver: negative.at })).failure?.cause).toBe(
    'dnsNoAddress',
  )
})

test.for([
  ['NXDOMAIN', { rcode: 3 }, 'A', 'dnsNxdomain', 'does not exist'],
  ['SERVFAIL', { rcode: 2 }, 'A', 'dnsServfail', 'SERVFAIL'],
  ['REFUSED', { rcode: 5 }, 'A', 'dnsServfail', 'refused'],
  ['NOTIMP', { rcode: 4 }, 'A', 'dnsServfail', 'NOTIMP'],
  ['no address', {}, 'A', 'dnsNoAddress', 'no IPv4 address'],
  ['no IPv6 address', {}, 'AAAA', 'dnsNoAddress', 'no IPv6 address'],
  ['no record', {}, 'MX', 'dnsWrongAnswer', 'no MX record'],
] as const)('%s from the named resolver is down', async ([, reply, recordType, cause, text]) => {
  const server = await startDnsServer(() => reply)
  const outcome = await checkDns('example.com', { resolver: server.at, recordType })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause },
  })
  expect(outcome.failure?.message).toContain(text)
})

test.for([
  ['NXDOMAIN', 3, 'up', null],
  ['REFUSED', 5, 'up', null],
  ['SERVFAIL', 2, 'up', null],
  ['NXDOMAIN', 0, 'down', 'dnsWrongAnswer'],
  ['REFUSED', 3, 'down', 'dnsWrongAnswer'],
  ['NXDOMAIN', 2, 'down', 'dnsServfail'],
] as const)(
  'expecting %s and getting code %i is %s',
  async ([expectedRcode, rcode, status, cause]) => {
    const server = await startDnsServer(() => ({
      rcode,
      answers: rcode === 0 ? [A('a.b', '192.0.2.1')] : [],
    }))
    const outcome = await checkDns('a.b', { resolver: server.at, expectedRcode })
    expect(outcome.status).toBe(status)
    expect(outcome.failure?.cause ?? null).toBe(cause)
  },
)

test('a slow answer is degraded', async () => {
  const port = await startUdpServer((bytes, send) => {
    setTimeout(() => {
      const question = { bytes, packet: { questions: [{ type: 'A', name: 'a.b' }] } } as never
      send(replyBytes(question, { answers: [A('a.b', '192.0.2.1')] }))
    }, 40)
  })
  const settings = { resolver: `127.0.0.1:${port}`, maxResponseMs: 10 }
  const outcome = await checkDns('a.b', settings)
  expect(outcome).toMatchObject({ status: 'degraded', failure: { phase: 'dns', cause: 'slowDns' } })
})

test('data that does not fit its type is shown as it is and matches nothing', async () => {
  const server = await startDnsServer(({ name }) => ({
    answers: [record(name, 'UNKNOWN_65', Buffer.from('0001', 'hex'))],
  }))
  const outcome = await checkDns('example.com', {
    recordType: 'HTTPS',
    resolver: server.at,
    expected: { match: 'exactSet', values: ['1 .'] },
  })
  expect(outcome).toMatchObject({ status: 'down', details: { answers: ['\\# 2 0001'] } })
})

test('long and hostile text is cut and cleaned in details and messages', async () => {
  const server = await startDnsServer(({ name }) => ({
    answers: Array.from({ length: 60 }, (_, i) =>
      record(name, 'TXT', [
        Buffer.alloc(250, `\u0000${i}x`),
        Buffer.alloc(250, 'y'),
        Buffer.alloc(250, 0xff),
      ]),
    ),
  }))
  const outcome = await checkDns('example.com', {
    recordType: 'TXT',
    resolver: server.at,
    protocol: 'tcp',
    expected: { match: 'exactSet', values: ['z'] },
  })
  const answers = outcome.details?.['answers'] as string[]
  expect(answers.length).toBeGreaterThan(10)
  expect(outcome.details).toMatchObject({ answerCount: 60 })
  // Longer details would be left out of the result as a whole.
  expect(JSON.stringify(outcome.details).length).toBeLessThan(16_384)
  for (const answer of answers) expect(answer.length).toBeLessThanOrEqual(501)
  expect(outcome.failure?.message.length).toBeLessThan(1_500)
  // oxlint-disable-next-line no-control-regex
  expect(JSON.stringify(outcome)).not.toMatch(/\\u0000/)
})

test('text that grows as JSON does not push the details out of the result', async () => {
  const server = await startDnsServer(({ name }) => ({
    answers: Array.from({ length: 60 }, (_, i) =>
      record(name, 'TXT', [`${i}`, '"'.repeat(250), '\\'.repeat(250)]),
    ),
  }))
  const settings = { recordType: 'TXT', resolver: server.at, protocol: 'tcp' }
  const outcome = await checkDns('example.com', settings)
  expect(outcome).toMatchObject({ status: 'up', details: { answerCount: 60 } })
  expect(JSON.stringify(outcome.details).length).toBeLessThan(16_384)
})

test.for([
  ['an address that may not be reached', '10.1.2.3'],
  ['a metadata address', '169.254.169.254:53'],
  ['a mapped one', '[::ffff:10.0.0.1]:53'],
])('a resolver at %s is not asked', async ([, resolver]) => {
  const outcome = await checkDns('example.com', { resolver })
  expect(outcome).toMatchObject({
    status: 'unknown',
    ip: null,
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
})

test('a resolver over IPv6 and a name of a resolver both serve', async () => {
  const script = ({ name }: { name: string }): DnsReply => ({ answers: [A(name, '192.0.2.1')] })
  const six = await startDnsServer(script, { host: '::1' })
  const overSix = await checkDns('example.com', { resolver: six.at })
  expect(overSix).toMatchObject({ status: 'up', ip: '::1', details: { resolver: six.at } })
  const four = await startDnsServer(script)
  const byName = await checkDns('example.com', { resolver: `localhost:${four.port}` })
  expect(byName).toMatchObject({ status: 'up', ip: '127.0.0.1' })
  expect(byName.timings.dnsMs).toBeGreaterThanOrEqual(0)
})

test.for([
  ['an address without PTR', '192.0.2.1'],
  ['a label that is too long', `${'a'.repeat(64)}.example`],
  ['a port', 'example.com:53'],
])('a name with %s cannot be checked', async ([, name]) => {
  const outcome = await checkDns(name ?? '')
  expect(outcome).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
})
