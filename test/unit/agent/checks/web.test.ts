import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { webChecker } from '../../../../agent/src/checks/web.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'
import type { CheckerOptions } from '../../../helpers/run-checker.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))

async function serveSecure(
  options: Parameters<typeof makeCertificate>[0] & { maxVersion?: 'TLSv1.2' } = {},
): Promise<number> {
  const { maxVersion, ...certificate } = options
  const pem = await makeCertificate(certificate)
  const limits = maxVersion === undefined ? {} : { maxVersion }
  return listen(createSecureServer({ ...pem, ...limits }, (_, response) => response.end('hello')))
}

const check = (url: string, settings: Record<string, unknown> = {}, options: CheckerOptions = {}) =>
  runChecker(webChecker, url, settings, options)

test('a page that answers is up, with the time of each phase', async () => {
  const port = await serve((_, response) => response.end('hello'))
  const outcome = await check(`http://localhost:${port}/`)
  expect(outcome).toMatchObject({ status: 'up', statusCode: 200, failure: null, ip: '127.0.0.1' })
  const { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs } = outcome.timings
  for (const ms of [dnsMs, connectMs, firstByteMs, downloadMs]) expect(ms).toBeGreaterThanOrEqual(0)
  expect(tlsMs).toBeNull()
  expect(outcome.responseMs).toBeGreaterThan(0)
})

test('asks as its monitor says: method, headers, agent', async () => {
  const asked: IncomingMessage[] = []
  const port = await serve((request, response) => {
    asked.push(request)
    response.end()
  })
  const headers = { 'X-Own': 'yes', Host: 'other.example' }
  const outcome = await check(`http://127.0.0.1:${port}/a?b=c`, {
    method: 'HEAD',
    headers,
    userAgent: 'Mine/1',
  })
  expect(outcome.status).toBe('up')
  expect(asked[0]).toMatchObject({ method: 'HEAD', url: '/a?b=c' })
  expect(asked[0]?.headers).toMatchObject({
    'x-own': 'yes',
    host: 'other.example',
    'user-agent': 'Mine/1',
  })
})

test.for([
  [500, 'serverError'],
  [502, 'badGateway'],
  [503, 'serviceUnavailable'],
  [504, 'gatewayTimeout'],
  [401, 'authRequired'],
  [403, 'clientError'],
  [404, 'notFound'],
  [429, 'rateLimited'],
  [418, 'clientError'],
  [300, 'protocolError'],
  [301, 'redirectUnexpected'],
  [302, 'redirectUnexpected'],
  [303, 'redirectUnexpected'],
  [304, 'protocolError'],
  [305, 'protocolError'],
  [306, 'protocolError'],
  [307, 'redirectUnexpected'],
  [308, 'redirectUnexpected'],
] as const)('status %i is down with cause %s', async ([statusCode, cause]) => {
  const port = await serve((_, response) => response.writeHead(statusCode).end())
  const outcome = await check(`http://127.0.0.1:${port}/`)
  expect(outcome).toMatchObject({
    status: 'down',
    statusCode,
    failure: { source: 'target', phase: 'firstByte', cause },
  })
})

test('an expected status is up, whatever it is', async () => {
  const port = await serve((_, response) => response.writeHead(404).end())
  const outcome = await check(`http://127.0.0.1:${port}/`, { expectedStatus: ['200', '400-404'] })
  expect(outcome).toMatchObject({ status: 'up', statusCode: 404 })
})

test('a slow answer is degraded, with the phase that took longest', async () => {
  const port = await serve((_, response) => setTimeout(() => response.end(), 60))
  const outcome = await check(`http://127.0.0.1:${port}/`, { maxResponseMs: 20 })
  expect(outcome).toMatchObject({
    status: 'degraded',
    failure: { phase: 'firstByte', cause: 'slowServer' },
  })
})

test('redirects are followed, relative ones too, and own headers stay with their host', async () => {
  const seen: unknown[] = []
  const target = await serve((request, response) => {
    seen.push(request.headers['x-secret'])
    response.end('there')
  })
  const port = await serve((request, response) => {
    seen.push(request.headers['x-secret'])
    const location = request.url === '/' ? 'next' : `http://user:pw@127.0.0.1:${target}/end`
    response.writeHead(302, { location }).end()
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { headers: { 'X-Secret': 's' } })
  expect(outcome.status).toBe('up')
  expect(outcome.details?.['redirects']).toEqual([
    { url: `http://127.0.0.1:${port}/`, statusCode: 302 },
    { url: `http://127.0.0.1:${port}/next`, statusCode: 302 },
  ])
  expect(seen).toEqual(['s', 's', undefined])
})

test('redirects that come back, never end, or lead to no web address are down', async () => {
  const port = await serve((request, response) => {
    const path = request.url ?? '/'
    const location =
      path === '/loop' ? '/loop' : path === '/mail' ? 'mailto:a@example.com' : `${path}x`
    response.writeHead(301, { location }).end()
  })
  const base = `http://127.0.0.1:${port}`
  const [loop, endless, mail] = await Promise.all([
    check(`${base}/loop`),
    check(`${base}/x`),
    check(`${base}/mail`),
  ])
  expect(loop.failure?.cause).toBe('redirectLoop')
  expect(endless.failure).toMatchObject({ cause: 'redirectLoop' })
  expect(mail.failure?.cause).toBe('redirectUnexpected')
})

test('a redirect that is not to be followed counts by its own status', async () => {
  const port = await serve((_, response) => response.writeHead(301, { location: '/a' }).end())
  const url = `http://127.0.0.1:${port}/`
  const [refused, expected] = await Promise.all([
    check(url, { redirects: { follow: false } }),
    check(url, { expectedStatus: ['301'] }),
  ])
  expect(refused).toMatchObject({ status: 'down', failure: { cause: 'redirectUnexpected' } })
  expect(expected).toMatchObject({ status: 'up', statusCode: 301 })
})

test('where no redirect may be followed, the first one is told as what it is', async () => {
  const port = await serve((_, response) => response.writeHead(301, { location: '/a' }).end())
  const { failure } = await check(`http://127.0.0.1:${port}/`, { redirects: { max: 0 } })
  expect(failure).toMatchObject({ phase: 'firstByte', cause: 'redirectUnexpected' })
  expect(failure?.message).toBe(
    `http://127.0.0.1:${port}/ redirects to http://127.0.0.1:${port}/a, and no redirect may be followed.`,
  )
})

test('one address said twice is followed, two are not', async () => {
  const asked: (string | undefined)[] = []
  const port = await serve((request, response) => {
    asked.push(request.url)
    const location = request.url === '/two' ? ['/a', '/b'] : ['/end', '/end']
    if (request.url === '/end') response.end()
    else response.writeHead(302, { location } as never).end()
  })
  expect((await check(`http://127.0.0.1:${port}/same`)).status).toBe('up')
  const { failure } = await check(`http://127.0.0.1:${port}/two`)
  expect(failure).toMatchObject({ cause: 'redirectUnexpected' })
  expect(failure?.message).toMatch(/two addresses at once, "\/a" and "\/b"/)
  expect(asked).toEqual(['/same', '/end', '/two'])
})

test('what was slow is told over all hops, the timings are those of the last', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/end') {
      response.write('begun')
      setTimeout(() => response.end(), 150)
    } else setTimeout(() => response.writeHead(302, { location: '/end' }).end(), 600)
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { maxResponseMs: 20 })
  expect(outcome.failure).toMatchObject({ phase: 'firstByte', cause: 'slowServer' })
  const { firstByteMs, downloadMs } = outcome.timings
  expect(downloadMs ?? 0).toBeGreaterThan(firstByteMs ?? 0)
})

test('the certificate of the own host that a redirect leaves is watched, too', async () => {
  const end = await serve((_, response) => response.end())
  const pem = await makeCertificate({ toDays: 10 })
  const location = `http://127.0.0.1:${end}/`
  const server = createSecureServer(pem, (_, response) =>
    response.writeHead(301, { location }).end(),
  )
  const port = await listen(server)
  const tls = { verify: false, minDaysLeft: 14 }
  const outcome = await check(`https://localhost:${port}/`, { tls })
  expect(outcome).toMatchObject({ status: 'degraded', failure: { phase: 'tls' } })
  expect(outcome.failure?.message).toMatch(/^The certificate of localhost expires in 9 days /)
})

test('an address that may not be reached is never connected to', async () => {
  let connections = 0
  const port = await serveRaw(() => {
    connections += 1
  })
  const servers = [await startNameServer({ 'inside.example': { a: ['127.0.0.1'] } })]
  const outcomes = await Promise.all(
    [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `inside.example:${port}`,
    ].map((host) => check(`http://${host}/`, {}, { open: [], servers })),
  )
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      status: 'unknown',
      ip: null,
      failure: { source: 'agent', cause: 'monitorMisconfigured' },
    })
  }
  expect(connections).toBe(0)
})

test('a redirect to an address that may not be reached is not followed', async () => {
  const port = await serve((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  )
  const outcome = await check(`http://127.0.0.1:${port}/`)
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'redirectUnexpected' } })
})

test('of a name with several addresses only those that may be reached are tried', async () => {
  const port = await serve((_, response) => response.end())
  const servers = [await startNameServer({ 'both.example': { a: ['10.1.2.3', '127.0.0.1'] } })]
  const outcome = await check(`http://both.example:${port}/`, {}, { servers })
  expect(outcome).toMatchObject({ status: 'up', ip: '127.0.0.1' })
})

test('a closed port is refused, and a second address is tried after it', async () => {
  const port = await serve((_, response) => response.end())
  const closed = await serveRaw(() => {})
  const servers = [await startNameServer({ 'two.example': { a: ['127.0.0.2', '127.0.0.1'] } })]
  const outcome = await check(`http://two.example:${port}/`, {}, { servers })
  expect(outcome).toMatchObject({ status: 'up', ip: '127.0.0.1' })
  const refused = await check(`http://127.0.0.9:${closed}/`)
  expect(refused).toMatchObject({
    status: 'down',
    responseMs: null,
    failure: { source: 'target', phase: 'connect', cause: 'connectionRefused' },
  })
})

test('a name that does not exist is down, a dead name server says nothing about the target', async () => {
  const servers = [await startNameServer({ 'broken.example': { rcode: 2 } })]
  const missing = await check('http://missing.example/', {}, { servers })
  expect(missing).toMatchObject({
    status: 'down',
    failure: { source: 'target', phase: 'dns', cause: 'dnsNxdomain' },
  })
  const broken = await check('http://broken.example/', {}, { servers })
  expect(broken).toMatchObject({ status: 'down', failure: { cause: 'dnsServfail' } })
  const dead = await check('http://any.example/', {}, { servers: ['127.0.0.1:9'] })
  expect(dead).toMatchObject({ status: 'unknown', failure: { source: 'resolver', phase: 'dns' } })
})

test.for([
  ['tls', 'https', () => {}, 'tlsHandshakeFailed'],
  ['firstByte', 'http', () => {}, 'timeout'],
  [
    'download',
    'http',
    (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\na'),
    'timeout',
  ],
] as const)(
  'a stall in phase %s ends at the time limit',
  async ([phase, scheme, connected, cause]) => {
    const port = await serveRaw((socket) => {
      socket.on('data', () => {})
      connected(socket)
    })
    const outcome = await check(`${scheme}://127.0.0.1:${port}/`, {}, { timeoutMs: 200 })
    expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', phase, cause } })
  },
)

test.for([
  ['closes without a word', '', 'protocolError', 'firstByte'],
  ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocolError', 'firstByte'],
  [
    'sends a bad chunk',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'protocolError',
    'download',
  ],
  [
    'cuts the body short',
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc',
    'truncatedBody',
    'download',
  ],
  [
    'sends endless headers',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}`,
    'protocolError',
    'firstByte',
  ],
] as const)('a server that %s is down', async ([, bytes, cause, phase]) => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.end(bytes))
  })
  const outcome = await check(`http://127.0.0.1:${port}/`)
  expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', cause, phase } })
})

test('a body over the limit is up and marked', async () => {
  const port = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
    response.on('close', () => clearInterval(timer))
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { maxBodyBytes: 100_000 })
  expect(outcome).toMatchObject({ status: 'up', details: { truncated: true } })
})

test.for([
  ['has expired', { fromDays: -30, toDays: -1 }, 'certExpired'],
  ['is not valid yet', { fromDays: 2, toDays: 30 }, 'certNotYetValid'],
  ['is signed by itself', {}, 'certUntrusted'],
  ['comes from an unknown authority', { issuer: 'chain' }, 'certUntrusted'],
  ['comes without its issuer', { issuer: 'leaf' }, 'certChainIncomplete'],
] as const)('a certificate that %s is down with its own cause', async ([, options, cause]) => {
  const port = await serveSecure(options)
  const outcome = await check(`https://localhost:${port}/`)
  expect(outcome).toMatchObject({
    status: 'down',
    statusCode: null,
    failure: { source: 'target', phase: 'tls', cause },
    details: { tls: { subject: 'localhost' } },
  })
})

test('without verification a bad certificate is up, and its expiry is told', async () => {
  const port = await serveSecure({ toDays: 10 })
  const outcome = await check(`https://localhost:${port}/`, { tls: { verify: false } })
  expect(outcome).toMatchObject({
    status: 'up',
    details: { tls: { issuer: 'localhost', subject: 'localhost', protocol: 'TLSv1.3' } },
  })
  expect(outcome.timings.tlsMs).toBeGreaterThan(0)
  const tls = outcome.details?.['tls'] as { expiresAt: string } | undefined
  expect(Date.parse(tls?.expiresAt ?? '') - Date.now()).toBeGreaterThan(9 * 86_400_000)
})

test('a certificate that expires soon is degraded when its owner asked', async () => {
  const port = await serveSecure({ toDays: 10 })
  const tls = { verify: false, minDaysLeft: 14 }
  const outcome = await check(`https://localhost:${port}/`, { tls })
  expect(outcome).toMatchObject({ status: 'degraded', failure: { phase: 'tls' } })
})

test('plain HTTP where TLS is expected, and a version that is too old, are told apart', async () => {
  const plain = await serve((_, response) => response.end())
  const old = await serveSecure({ maxVersion: 'TLSv1.2' })
  const [notTls, tooOld] = await Promise.all([
    check(`https://127.0.0.1:${plain}/`),
    check(`https://127.0.0.1:${old}/`, { tls: { verify: false, minVersion: '1.3' } }),
  ])
  expect(notTls.failure?.cause).toBe('tlsHandshakeFailed')
  expect(tooOld.failure?.cause).toBe('tlsProtocolTooOld')
})

test('a page that is to be rendered is unknown where there is no browser', async () => {
  let connections = 0
  const port = await serveRaw(() => {
    connections += 1
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { render: { enabled: true } })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { cause: 'agentFault', message: 'This agent has no browser.' },
  })
  expect(connections).toBe(0)
})

test('a server that wants a certificate of ours is told as a failed handshake, without its inside', async () => {
  const pem = await makeCertificate()
  const secure = { ...pem, requestCert: true, rejectUnauthorized: true }
  const port = await listen(createSecureServer(secure, (_, response) => response.end('hello')))
  const { failure } = await check(`https://localhost:${port}/`, { tls: { verify: false } })
  expect(failure).toMatchObject({ source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed' })
  expect(failure?.message).toBe(
    `The TLS handshake with localhost:${port} failed: it asks visitors for a certificate of their own, and checks have none.`,
  )
})
