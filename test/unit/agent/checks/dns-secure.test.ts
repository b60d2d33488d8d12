import { createServer } from 'node:tls'
import { beforeAll, expect, test, vi } from 'vitest'
import { dnsChecker } from '../../../../agent/src/checks/dns.ts'
import { trustAuthorities } from '../../../helpers/authorities.ts'
import type { ServerCertificate } from '../../../helpers/certificates.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import type { DnsScript, HttpReply } from '../../../helpers/dns-server.ts'
import {
  record,
  saying,
  startDnsHttpsServer,
  startDnsServer,
  startDnsTlsServer,
} from '../../../helpers/dns-server.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

// Modules of its own: the authorities go into the agent's TLS settings.
vi.hoisted(() => vi.resetModules())

const answers: DnsScript = ({ name }) => ({ answers: [record(name, 'A', '192.0.2.1')] })

let trusted: ServerCertificate
let wrongName: ServerCertificate

beforeAll(async () => {
  trusted = await makeCertificate({ names: ['localhost'] })
  wrongName = await makeCertificate({ names: ['other.example'] })
  return trustAuthorities([trusted.cert, wrongName.cert])
})

const check = (protocol: string, port: number, timeoutMs = 3_000) =>
  runChecker(
    dnsChecker,
    'dns://example.com',
    { protocol, resolver: `localhost:${port}` },
    { timeoutMs },
  )

test('a question over TLS is answered, with the facts of the certificate', async () => {
  const server = await startDnsTlsServer(answers, trusted)
  const outcome = await check('tls', server.port)
  expect(outcome).toMatchObject({
    status: 'up',
    failure: null,
    details: { protocol: 'tls', answers: ['192.0.2.1'], tls: { subject: 'localhost' } },
  })
  const { connectMs, tlsMs, firstByteMs } = outcome.timings
  for (const ms of [connectMs, tlsMs, firstByteMs]) expect(ms).toBeGreaterThanOrEqual(0)
})

test.for([
  ['HTTP/2', true, '2.0'],
  ['HTTP/1.1', false, '1.1'],
] as const)('a question over HTTPS is answered over %s', async ([, http2, version]) => {
  const server = await startDnsHttpsServer(answers, trusted, { http2 })
  const outcome = await check('https', server.port)
  expect(outcome).toMatchObject({
    status: 'up',
    failure: null,
    details: { protocol: 'https', answers: ['192.0.2.1'] },
  })
  expect(server.requests).toEqual([
    { path: '/dns-query', version, type: 'application/dns-message' },
  ])
  expect(server.seen[0]?.bytes.readUInt16BE(0)).toBe(0)
})

test.for(['tls', 'https'])(
  'a certificate for another name is not accepted over %s',
  async (protocol) => {
    const start = protocol === 'tls' ? startDnsTlsServer : startDnsHttpsServer
    const server = await start(answers, wrongName)
    const outcome = await check(protocol, server.port)
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'tls', cause: 'certHostnameMismatch' },
    })
    expect(server.seen).toHaveLength(0)
  },
)

const DNS_TYPE = { 'content-type': 'application/dns-message' }

test.for([
  ['an error', { status: 500, body: 'no' }, 'serverError'],
  ['no such page', { status: 404, body: 'no' }, 'notFound'],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://localhost/' }, body: '' },
    'redirectUnexpected',
  ],
  ['HTML', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }, 'protocolError'],
  ['no type', { status: 200, body: 'x' }, 'protocolError'],
  ['garbage', { status: 200, headers: DNS_TYPE, body: 'garbage' }, 'protocolError'],
  ['nothing', { status: 200, headers: DNS_TYPE, body: '' }, 'protocolError'],
  [
    'far too much',
    { status: 200, headers: DNS_TYPE, body: Buffer.alloc(1_000_000) },
    'protocolError',
  ],
] as const satisfies readonly (readonly [string, HttpReply, string])[])(
  'over HTTPS %s instead of an answer is down',
  async ([, instead, cause]) => {
    for (const http2 of [true, false]) {
      const server = await startDnsHttpsServer(answers, trusted, { http2, instead })
      const outcome = await check('https', server.port)
      expect(outcome).toMatchObject({
        status: 'down',
        failure: { source: 'target', phase: 'dns', cause },
      })
    }
  },
)

test.for(['tls', 'https'])(
  'a server that is silent after the handshake over %s',
  async (protocol) => {
    const start = protocol === 'tls' ? startDnsTlsServer : startDnsHttpsServer
    const server = await start(() => 'silence', trusted)
    const outcome = await check(protocol, server.port, 400)
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { phase: 'dns', cause: 'dnsTimeout' },
    })
  },
)

test.for([
  ['tls', []],
  ['https', ['h2']],
  ['https', ['http/1.1']],
] as const)('a server that closes after the handshake over %s %s', async ([protocol, alpn]) => {
  const closing = createServer({ ...trusted, ALPNProtocols: [...alpn] }, (socket) => socket.end())
  const breaking = createServer({ ...trusted, ALPNProtocols: [...alpn] }, (socket) => {
    socket.on('error', () => {})
    socket.destroy()
  })
  for (const server of [closing, breaking]) {
    server.on('tlsClientError', () => {})
    const outcome = await check(protocol, await listen(server))
    expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target' } })
    expect(['protocolError', 'connectionReset']).toContain(outcome.failure?.cause)
  }
})

const EARLY_HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'
const CHUNKED =
  'HTTP/1.1 200 OK\r\ncontent-type: application/dns-message\r\ntransfer-encoding: chunked\r\n\r\n'

test.for([
  ['interim answers', '', EARLY_HINT, 'dns'],
  ['chunks that hold nothing', CHUNKED, `1;${'x'.repeat(1_000)}\r\nx\r\n`, 'download'],
] as const)('a flood of %s over HTTPS is not read to the time limit', async (flood) => {
  const [, first, piece, phase] = flood
  const block = piece.repeat(Math.ceil(65_536 / piece.length))
  const server = createServer({ ...trusted, ALPNProtocols: ['http/1.1'] }, (socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(block));
    }
    socket.on('error', () => {}).on('drain', pour)
    socket.once('data', () => {
      socket.write(first)
      pour()
    })
  })
  const startedAtMs = performance.now()
  const outcome = await check('https', await listen(server))
  expect(outcome.failure).toMatchObject({ source: 'target', phase, cause: 'protocolError' })
  expect(performance.now() - startedAtMs).toBeLessThan(1_500)
})

test('a server that stalls in the handshake is down in that phase', async () => {
  const port = await serveRaw(() => {})
  const outcome = await check('tls', port, 200)
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed' },
  })
})

const CD = 0x0010
const hasCd = (bytes: Buffer): boolean => (bytes.readUInt16BE(2) & CD) !== 0

test.for(['ignore', 'require'])(
  'SERVFAIL that clears without checking is bogus: %s',
  async (dnssec) => {
    const server = await startDnsServer(({ name, bytes }) =>
      hasCd(bytes) ? { answers: [record(name, 'A', '192.0.2.1')] } : { rcode: 2 },
    )
    const settings = { resolver: server.at, dnssec }
    const outcome = await runChecker(dnsChecker, 'dns://example.com', settings)
    expect(outcome).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'dns', cause: 'dnssecBogus' },
      details: { rcode: 'SERVFAIL' },
    })
    const own = await runChecker(dnsChecker, 'dns://example.com', {}, { servers: [server.at] })
    expect(own).toMatchObject({
      status: 'down',
      failure: { source: 'target', cause: 'dnssecBogus' },
    })
  },
)

test('an authenticated answer is up where that is required', async () => {
  const server = await startDnsServer(({ name }) => ({
    ad: true,
    answers: [record(name, 'A', '192.0.2.1')],
  }))
  const settings = { resolver: server.at, dnssec: 'require' }
  const outcome = await runChecker(dnsChecker, 'dns://example.com', settings)
  expect(outcome).toMatchObject({ status: 'up', details: { authenticated: true } })
  expect(server.seen[0]?.packet.additionals?.[0]).toMatchObject({ flag_do: true })
})

test.for([
  ['is silent', 'silence', 'resolver', 'dnsTimeout', 'could not be told in time'],
  ['fails', { rcode: 2 }, 'agent', 'monitorMisconfigured', 'answers SERVFAIL'],
  ['refuses', { rcode: 5 }, 'agent', 'monitorMisconfigured', 'answers REFUSED'],
] as const)(
  'a resolver that %s about the root zone is not said to check no signatures',
  async ([, reply, source, cause, text]) => {
    const server = await startDnsServer(({ name }) =>
      name === '.' ? reply : { answers: [record(name, 'A', '192.0.2.1')] },
    )
    const named = { resolver: server.at, dnssec: 'require' }
    const own = { dnssec: 'require' }
    for (const settings of [named, own]) {
      const options = { servers: [server.at], timeoutMs: 400 }
      const outcome = await runChecker(dnsChecker, 'dns://example.com', settings, options)
      expect(outcome).toMatchObject({ status: 'unknown', failure: { source, cause } })
      expect(outcome.failure?.message).toContain(text)
      expect(outcome.failure?.message).not.toContain('does not check')
    }
  },
)

test.for([
  ['a resolver that checks', true, 'down', 'target', 'dnssecBogus'],
  ['one that does not', false, 'unknown', 'agent', 'monitorMisconfigured'],
] as const)(
  'an answer without signatures through %s',
  async ([, isChecking, status, source, cause]) => {
    const server = await startDnsServer(({ name, type }) =>
      name === '.'
        ? {
            ad: isChecking,
            answers: [record('.', type, { mname: 'a.b', rname: 'c.d', serial: 1 })],
          }
        : { answers: [record(name, 'A', '192.0.2.1')] },
    )
    const settings = { resolver: server.at, dnssec: 'require' }
    const outcome = await runChecker(dnsChecker, 'dns://example.com', settings)
    expect(outcome).toMatchObject({ status, failure: { source, cause } })
  },
)

test.for([
  [
    'signatures that have expired',
    { rcode: 2, additionals: saying([7, 'RRSIG of A\u0000']) },
    'dnssecBogus',
    'is switched off; the server says: Signature Expired, "RRSIG of A".',
  ],
  [
    'name servers that are gone',
    { rcode: 2, additionals: saying([22, ''], [4_711, 'a\nb']) },
    'dnsServfail',
    '(SERVFAIL; the server says: No Reachable Authority; error 4711, "a b").',
  ],
  [
    'a name that it blocks',
    { rcode: 3, additionals: saying([15, 'malware']) },
    'dnsNxdomain',
    'does not exist (NXDOMAIN; the server says: Blocked, "malware").',
  ],
  [
    'a name whose addresses it keeps back',
    { additionals: saying([17, '']) },
    'dnsNoAddress',
    'has no IPv4 address (A record) (the server says: Filtered).',
  ],
] as const)('a resolver that says why is heard: %s', async ([, reply, cause, text]) => {
  const isBogus = cause === 'dnssecBogus'
  const server = await startDnsServer(({ name, bytes }) =>
    isBogus && hasCd(bytes) ? { answers: [record(name, 'A', '192.0.2.1')] } : reply,
  )
  const outcome = await runChecker(dnsChecker, 'dns://example.com', { resolver: server.at })
  expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', cause } })
  expect(outcome.failure?.message).toContain(text)
})

test('servers that the own resolver asks are not named to others', async () => {
  const text = 'timeout from 10.1.2.3: at delegation example.com'
  const { at } = await startDnsServer(() => ({ rcode: 2, additionals: saying([22, text]) }))
  const toldTo = (isForeign: boolean) =>
    runChecker(dnsChecker, 'dns://example.com', {}, { servers: [at], open: [], isForeign })
  const told = await toldTo(true)
  expect(told.failure?.message).toMatch(/says: No Reachable Authority\)/)
  expect(JSON.stringify(told)).not.toContain('10.1.2.3')
  expect((await toldTo(false)).failure?.message).toContain(text)
})
