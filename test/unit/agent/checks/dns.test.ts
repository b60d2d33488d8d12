import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dnsChecker } from '../../../../agent/src/checks/dns.ts'
import type { DnsReply } from '../../../helpers/dns-server.ts'
import { record, replyBytes, startDnsServer, startUdpServer } from '../../../helpers/dns-server.ts'
import { listen } from '../../../helpers/listen.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

const check = (
  name: string,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
) => runChecker(dnsChecker, `dns://${name}`, settings, options)

const A = (name: string, address: string, ttl?: number) => record(name, 'A', address, ttl)

test('an address is found at the named resolver, with the facts of the answer', async () => {
  const server = await startDnsServer(() => ({
    answers: [A('www.example.com', '192.0.2.1', 300), A('www.example.com', '192.0.2.2', 60)],
    ad: true,
  }))
  const outcome = await check('www.example.com', { resolver: server.at })
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
    const outcome = await check('_x.example.com', settings)
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
  const outcome = await check(host ?? '', { recordType: 'PTR', resolver: server.at })
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
  const outcome = await check('www.example', { resolver: server.at })
  expect(outcome.details).toMatchObject({ answers: ['192.0.2.1'] })
})

test('aliases in a circle end', async () => {
  const server = await startDnsServer(() => ({
    answers: [record('a.example', 'CNAME', 'b.example'), record('b.example', 'CNAME', 'a.example')],
  }))
  const outcome = await check('a.example', { resolver: server.at })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsNoAddress' } })
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
  const outcome = await check('example.com', { resolver: server.at, recordType })
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
    const outcome = await check('a.b', { resolver: server.at, expectedRcode })
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
  const outcome = await check('a.b', settings)
  expect(outcome).toMatchObject({ status: 'degraded', failure: { phase: 'dns', cause: 'slowDns' } })
})

test('a closed port is a name server that is down', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  const resolver = `127.0.0.1:${port}`
  const overUdp = await check('example.com', { resolver })
  const failure = { source: 'target', cause: 'nameserverDown' }
  expect(overUdp).toMatchObject({
    status: 'down',
    ip: '127.0.0.1',
    failure: { ...failure, phase: 'dns' },
  })
  const overTcp = await check('example.com', { resolver, protocol: 'tcp' })
  expect(overTcp).toMatchObject({ status: 'down', failure: { ...failure, phase: 'connect' } })
})

test('a resolver that never answers is down at the time limit, after it was asked again', async () => {
  const server = await startDnsServer(() => 'silence')
  const outcome = await check('example.com', { resolver: server.at }, { timeoutMs: 300 })
  expect(outcome).toMatchObject({
    status: 'down',
    responseMs: null,
    failure: { source: 'target', phase: 'dns', cause: 'dnsTimeout' },
  })
  expect(server.seen.length).toBeGreaterThan(1)
})

test('a question that was lost is asked again', async () => {
  let count = 0
  const server = await startDnsServer(({ name }) => {
    count += 1
    return count === 1 ? 'silence' : { answers: [A(name, '192.0.2.1')] }
  })
  const outcome = await check('example.com', { resolver: server.at }, { timeoutMs: 1_500 })
  expect(outcome.status).toBe('up')
})

test.for([
  ['a TCP port that is closed', 'tcp'],
  ['one that is open', 'udp'],
] as const)('a cut answer is fetched over TCP: %s', async ([, kind]) => {
  if (kind === 'tcp') {
    const port = await startUdpServer((bytes, send) => {
      const reply = Buffer.from(bytes)
      reply.writeUInt16BE(0x8380, 2)
      send(reply)
    })
    const outcome = await check('big.example', { resolver: `127.0.0.1:${port}` })
    expect(outcome).toMatchObject({
      status: 'down',
      failure: {
        source: 'target',
        phase: 'connect',
        cause: 'protocolError',
        message: `127.0.0.1:${port} answered over UDP, but cut its answer short, and does not serve TCP, where all of it would be.`,
      },
      details: { truncated: true },
    })
    return
  }
  const many = Array.from({ length: 300 }, (_, i) => A('big.example', `192.0.2.${i % 250}`))
  const server = await startDnsServer(({ transport }) =>
    transport === 'udp' ? { tc: true } : { answers: many },
  )
  const outcome = await check('big.example', {
    resolver: server.at,
    expected: { match: 'count', minCount: 300 },
  })
  expect(outcome).toMatchObject({ status: 'up', details: { truncated: true, answerCount: 300 } })
  expect(outcome.details?.['answers']).toHaveLength(50)
  expect(server.seen.map(({ transport }) => transport)).toEqual(['udp', 'tcp'])
})

test('a server that does not know EDNS is asked without', async () => {
  const server = await startDnsServer(({ name, packet }) =>
    packet.additionals?.length === 0 ? { answers: [A(name, '192.0.2.1')] } : { rcode: 1 },
  )
  const outcome = await check('example.com', { resolver: server.at })
  expect(outcome.status).toBe('up')
})

test('answers with a wrong id, to another question or from another port are left out', async () => {
  const stranger = createSocket('udp4')
  stranger.bind(0, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => {
    stranger.close()
  })
  const forged = [A('example.com', '192.0.2.66')]
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  socket.on('message', (bytes, peer) => {
    const asked = (name: string) =>
      ({ bytes, packet: { questions: [{ type: 'A', name }] } }) as never
    const good = replyBytes(asked('example.com'), { answers: forged })
    const wrongId = Buffer.from(good)
    wrongId.writeUInt16BE(bytes.readUInt16BE(0) ^ 1, 0)
    const notReply = Buffer.from(good)
    notReply.writeUInt16BE(0x0100, 2)
    const other = replyBytes(asked('example.net'), { answers: forged })
    const all = [Buffer.alloc(0), Buffer.from('garbage'), wrongId, notReply, other]
    for (const each of all) socket.send(each, peer.port, peer.address)
    stranger.send(good, peer.port, peer.address, () => {
      const right = replyBytes(asked('EXAMPLE.com'), { answers: [A('example.com', '192.0.2.1')] })
      socket.send(right, peer.port, peer.address)
    })
  })
  const outcome = await check('example.com', { resolver: `127.0.0.1:${socket.address().port}` })
  expect(outcome).toMatchObject({ status: 'up', details: { answers: ['192.0.2.1'] } })
})

test('a resolver that sends only what answers nothing is told so', async () => {
  const port = await startUdpServer((_, send) => send(Buffer.from('garbage')))
  const outcome = await check('example.com', { resolver: `127.0.0.1:${port}` }, { timeoutMs: 200 })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'dnsTimeout' } })
  expect(outcome.failure?.message).toContain('do not answer the DNS question')
})

test.for([
  ['a name that points at itself', 'c00cc00c'],
  ['a record that ends early', 'c00c0001'],
  ['data longer than the message', 'c00c00010001000000010fff7f'],
  ['a label that is too long', '7f0001'],
])('an answer with %s is no DNS message', async ([, hex]) => {
  const port = await startUdpServer((bytes, send) => {
    const header = Buffer.from(bytes.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 6)
    header.writeUInt16BE(0, 10)
    // The question without the OPT record of 11 bytes.
    send(Buffer.concat([header, bytes.subarray(12, -11), Buffer.from(hex ?? '', 'hex')]))
  })
  const outcome = await check('example.com', { resolver: `127.0.0.1:${port}` })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', cause: 'protocolError' },
  })
})

test('data that does not fit its type is shown as it is and matches nothing', async () => {
  const server = await startDnsServer(({ name }) => ({
    answers: [record(name, 'UNKNOWN_65', Buffer.from('0001', 'hex'))],
  }))
  const outcome = await check('example.com', {
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
  const outcome = await check('example.com', {
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
  const outcome = await check('example.com', settings)
  expect(outcome).toMatchObject({ status: 'up', details: { answerCount: 60 } })
  expect(JSON.stringify(outcome.details).length).toBeLessThan(16_384)
})

test.for([
  ['an address that may not be reached', '10.1.2.3'],
  ['a metadata address', '169.254.169.254:53'],
  ['a mapped one', '[::ffff:10.0.0.1]:53'],
])('a resolver at %s is not asked', async ([, resolver]) => {
  const outcome = await check('example.com', { resolver })
  expect(outcome).toMatchObject({
    status: 'unknown',
    ip: null,
    failure: { source: 'agent', cause: 'monitorMisconfigured' },
  })
})

test('a resolver over IPv6 and a name of a resolver both serve', async () => {
  const script = ({ name }: { name: string }): DnsReply => ({ answers: [A(name, '192.0.2.1')] })
  const six = await startDnsServer(script, { host: '::1' })
  const overSix = await check('example.com', { resolver: six.at })
  expect(overSix).toMatchObject({ status: 'up', ip: '::1', details: { resolver: six.at } })
  const four = await startDnsServer(script)
  const byName = await check('example.com', { resolver: `localhost:${four.port}` })
  expect(byName).toMatchObject({ status: 'up', ip: '127.0.0.1' })
  expect(byName.timings.dnsMs).toBeGreaterThanOrEqual(0)
})

test.for([
  ['an address without PTR', '192.0.2.1'],
  ['a label that is too long', `${'a'.repeat(64)}.example`],
  ['a port', 'example.com:53'],
])('a name with %s cannot be checked', async ([, name]) => {
  const outcome = await check(name ?? '')
  expect(outcome).toMatchObject({ status: 'unknown', failure: { cause: 'monitorMisconfigured' } })
})

test('over TCP a server that drips its answer is cut off while it is being received', async () => {
  const port = await listen(
    createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(Buffer.from([0x10])))
    }),
  )
  const settings = { resolver: `127.0.0.1:${port}`, protocol: 'tcp' }
  const outcome = await check('example.com', settings, { timeoutMs: 200 })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'download', cause: 'dnsTimeout' },
  })
})

test('over TCP an answer in single bytes is read', async () => {
  const port = await listen(
    createServer((socket) => {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.once('data', (framed: Buffer) => {
        const bytes = framed.subarray(2)
        const question = { bytes, packet: { questions: [{ type: 'A', name: 'a.b' }] } } as never
        const reply = replyBytes(question, { answers: [A('a.b', '192.0.2.1')] })
        const rest = [0, reply.length, ...reply]
        const sendNext = (): void => {
          const byte = rest.shift()
          if (byte !== undefined) socket.write(Buffer.from([byte]), () => setImmediate(sendNext))
        }
        sendNext()
      })
    }),
  )
  const outcome = await check('a.b', { resolver: `127.0.0.1:${port}`, protocol: 'tcp' })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { protocol: 'tcp', answers: ['192.0.2.1'] },
  })
  expect(outcome.timings.connectMs).toBeGreaterThanOrEqual(0)
})

test('over TCP data without end and a close without an answer break the protocol', async () => {
  const flood = await listen(
    createServer((socket) => {
      const send = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('error', () => {})
      socket.on('drain', send)
      send()
    }),
  )
  const closing = await listen(createServer((socket) => socket.once('data', () => socket.end())))
  for (const port of [flood, closing]) {
    const outcome = await check('example.com', { resolver: `127.0.0.1:${port}`, protocol: 'tcp' })
    expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'protocolError' } })
  }
})
