import { X509Certificate } from 'node:crypto'
import { createServer as createSecureServer } from 'node:https'
import type { TlsOptions } from 'node:tls'
import { createSecureContext, createServer as createTlsServer, getCACertificates } from 'node:tls'
import { beforeAll, expect, test, vi } from 'vitest'
import { webChecker } from '../../../../../agent/src/checks/web.ts'
import { certificateProblem } from '../../../../../agent/src/net/certificate.ts'
import { trustAuthorities } from '../../../../helpers/authorities.ts'
import type { Authority, ServerCertificate } from '../../../../helpers/certificates.ts'
import {
  makeAuthority,
  makeCertificate,
  makeCrossSigned,
} from '../../../../helpers/certificates.ts'
import { listen, serveRaw } from '../../../../helpers/listen.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

// Modules of its own: the authorities go into the agent's TLS settings.
vi.hoisted(() => vi.resetModules())

let trusted: Authority
let expiring: Authority
let narrow: Authority
let ending: Authority
let crossSigned: Awaited<ReturnType<typeof makeCrossSigned>>

beforeAll(async () => {
  trusted = await makeAuthority()
  expiring = await makeAuthority({ intermediateToDays: -1 })
  narrow = await makeAuthority({ onlyWithin: 'inside.example' })
  ending = await makeAuthority({ intermediateToDays: 5 })
  crossSigned = await makeCrossSigned({ crossToDays: 5 })
  const roots = [trusted, expiring, narrow, ending, crossSigned].map(({ root }) => root)
  return trustAuthorities([...getCACertificates('bundled'), ...roots])
})

const serve = (options: TlsOptions): Promise<number> =>
  listen(createSecureServer(options, (_, response) => response.end('hello')))

const check = (port: number, tls: Record<string, unknown> = {}, host = 'localhost') =>
  runChecker(webChecker, `https://${host}:${port}/`, { tls })

test('a good certificate is up and described', async () => {
  const { chain } = await trusted.issue({ names: ['localhost', '*.example.com'] })
  const outcome = await check(await serve(chain))
  expect(outcome).toMatchObject({
    status: 'up',
    details: {
      httpVersion: '1.1',
      tls: {
        issuer: 'Test Intermediate',
        subject: 'localhost',
        protocol: 'TLSv1.3',
        alpn: 'http/1.1',
        problem: null,
        names: ['localhost', '*.example.com'],
      },
    },
  })
})

test.for([
  [
    'has expired',
    { fromDays: -9, toDays: -1 },
    'chain',
    'certExpired',
    /has expired \(it was valid until \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\)/,
  ],
  [
    'is not valid yet',
    { fromDays: 2 },
    'chain',
    'certNotYetValid',
    /not valid yet \(it will be from \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\)/,
  ],
  [
    'is for another name',
    { names: ['a.example'] },
    'chain',
    'certHostnameMismatch',
    /another name \(a\.example\)/,
  ],
  [
    'comes without its issuer',
    {},
    'leaf',
    'certChainIncomplete',
    /without the certificate of its issuer/,
  ],
  [
    'has expired and is for another name',
    { names: ['a.example'], fromDays: -9, toDays: -1 },
    'chain',
    'certExpired',
    /has expired .*, and it is for another name \(a\.example\)/,
  ],
] as const)(
  'a certificate of a known authority that %s is down with its own cause',
  async ([, options, sent, cause, sentence]) => {
    const port = await serve((await trusted.issue({ ...options }))[sent])
    const [judged, ignored] = await Promise.all([check(port), check(port, { verify: false })])
    expect(judged).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'tls', cause, message: expect.stringMatching(sentence) },
      details: { tls: { problem: cause } },
    })
    expect(ignored).toMatchObject({ status: 'up', details: { tls: { problem: cause } } })
  },
)

test('an expired intermediate certificate is not told as the expiry of the page', async () => {
  const { chain } = await expiring.issue()
  const { failure } = await check(await serve(chain))
  expect(failure).toMatchObject({ cause: 'certExpired' })
  expect(failure?.message).toMatch(/one that it builds on has expired/)
})

/** A server of the kind that still serves what others refuse. */
function serveLeniently({ key, cert }: ServerCertificate): Promise<number> {
  const ciphers = 'DEFAULT@SECLEVEL=0'
  const context = createSecureContext({ ciphers })
  const native = context.context as {
    setCert: (pem: string) => void
    setKey: (pem: string) => void
  }
  native.setCert(cert)
  native.setKey(key)
  return serve({ ciphers, SNICallback: (_, done) => done(null, context) })
}

test.for([
  ['a key that is too short', 'shortKey', /has a key that is too short/],
  ['a signature that is too weak', 'sha1', /signed.* in a way that is too weak, such as SHA-1/],
] as const)('a certificate with %s is not accepted, and why is told', async ([, weakness, why]) => {
  const { chain } = await trusted.issue({ weakness })
  const { failure } = await check(await serveLeniently(chain))
  expect(failure?.cause).toBe('certUntrusted')
  expect(failure?.message).toMatch(why)
})

test('what Node has no word for is told in those of OpenSSL', async () => {
  const { chain } = await narrow.issue()
  const { failure } = await check(await serve(chain))
  expect(failure?.cause).toBe('certUntrusted')
  expect(failure?.message).toMatch(/is not accepted: permitted subtree violation\.$/)
})

test.for([
  ['bad certificate', 42, /asks visitors for a certificate of their own/],
  ['unrecognized name', 112, /does not know the name that was asked for \(SNI\)/],
] as const)('the alert "%s" is told in words that help', async ([, alert, words]) => {
  const port = await serveRaw((socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert])))
  const { failure } = await check(port)
  expect(failure).toMatchObject({ phase: 'tls', cause: 'tlsHandshakeFailed' })
  expect(failure?.message).toMatch(words)
})

test('an authority nobody knows is told from one that is left out where it can be', async () => {
  const unknown = await makeCertificate({ issuer: 'chain' })
  expect((await check(await serve(unknown))).failure?.cause).toBe('certUntrusted')
  // Without its root a chain of an unknown authority looks like one with a certificate left out.
  const { chain } = await (await makeAuthority()).issue()
  const { failure } = await check(await serve(chain))
  expect(failure?.cause).toBe('certUntrusted')
  expect(failure?.message).toMatch(/its issuer, or one above it, is missing or not trusted/)
})

test('a name with its final dot, as a redirect may lead to, is the name without it', async () => {
  const { chain } = await trusted.issue()
  const seen: string[] = []
  const port = await serve({
    ...chain,
    SNICallback(name, done) {
      seen.push(name)
      done(null, createSecureContext(chain))
    },
  })
  const outcome = await check(port, {}, 'localhost.')
  expect(outcome).toMatchObject({ status: 'up', details: { tls: { problem: null } } })
  expect(seen).toEqual(['localhost'])
})

test.for(['a\0b', 'fe80::1%lo', '[::1]', 'a b'])('the name %j harms nobody', async (name) => {
  const certificate = new X509Certificate((await trusted.issue()).leaf.cert)
  expect(certificateProblem('CERT_HAS_EXPIRED', certificate, name)).toMatchObject({
    cause: 'certExpired',
    message: expect.stringContaining('and it is for another name') as string,
  })
})

test('the days left that its owner asks for are a warning', async () => {
  const { chain } = await trusted.issue({ toDays: 10 })
  const port = await serve(chain)
  expect(await check(port, { minDaysLeft: 14 })).toMatchObject({
    status: 'degraded',
    failure: { phase: 'tls', cause: 'certExpired' },
  })
  expect((await check(port, { minDaysLeft: 5 })).status).toBe('up')
})

test('the days left are those of the whole chain', async () => {
  const { chain } = await ending.issue()
  const port = await serve(chain)
  const outcome = await check(port, { minDaysLeft: 14 })
  expect(outcome).toMatchObject({
    status: 'degraded',
    failure: {
      phase: 'tls',
      cause: 'certExpired',
      message: expect.stringMatching(
        /^One that the certificate builds on expires in 4 days \(/,
      ) as string,
    },
    details: { tls: { problem: null } },
  })
  const tls = outcome.details?.['tls'] as { expiresAt: string; chainExpiresAt: string }
  expect(Date.parse(tls.chainExpiresAt)).toBeLessThan(Date.parse(tls.expiresAt))
  expect(await check(port, { minDaysLeft: 4 })).toMatchObject({ status: 'up', details: { tls } })
  // Nothing is told of a chain that ends after the certificate, nor of one that is not accepted.
  const long = await check(await serve((await trusted.issue()).chain), { minDaysLeft: 14 })
  expect(long).toMatchObject({ status: 'up' })
  expect(long.details?.['tls']).not.toHaveProperty('chainExpiresAt')
  const unknown = await makeAuthority({ intermediateToDays: 5 })
  const other = await check(await serve((await unknown.issue()).chain), { verify: false })
  expect(other.details?.['tls']).not.toHaveProperty('chainExpiresAt')
})

test('a root that an older one signed ends with nobody but itself', async () => {
  const port = await serve(crossSigned.chain)
  const outcome = await check(port, { minDaysLeft: 14 })
  expect(outcome).toMatchObject({ status: 'up', details: { tls: { problem: null } } })
  expect(outcome.details?.['tls']).not.toHaveProperty('chainExpiresAt')
})

test('the server name that is sent: the host, the one of the settings, or none', async () => {
  const { chain } = await trusted.issue({ names: ['shop.example', 'localhost'] })
  const names: (string | null)[] = []
  const server = createSecureServer(chain, (request, response) => {
    const { servername } = request.socket as unknown as { servername: string | false }
    names.push(servername === false ? null : servername)
    response.end()
  })
  const port = await listen(server)
  const outcomes = [
    await check(port),
    await check(port, { sni: 'shop.example' }, '127.0.0.1'),
    await check(port, { sni: '' }),
    await check(port, {}, '127.0.0.1'),
  ]
  expect(names).toEqual(['localhost', 'shop.example', null])
  expect(outcomes.map(({ status }) => status)).toEqual(['up', 'up', 'up', 'down'])
  expect(outcomes[3]?.failure?.cause).toBe('certHostnameMismatch')
})

test.for([
  ['TLSv1.1', '1.2', 'tlsProtocolTooOld'],
  ['TLSv1.1', '1.1', null],
  ['TLSv1', '1.0', null],
  ['TLSv1.2', '1.3', 'tlsProtocolTooOld'],
  ['TLSv1.2', '1.2', null],
  ['TLSv1.3', '1.3', null],
] as const)('a server with %s where %s is asked for: %s', async ([version, minVersion, cause]) => {
  const { chain } = await trusted.issue()
  const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
  const outcome = await check(await serve({ ...chain, ...old }), { minVersion })
  expect(outcome.failure?.cause ?? null).toBe(cause)
  if (cause === null) expect(outcome.details).toMatchObject({ tls: { protocol: version } })
})

test('a handshake that the server refuses names its alert', async () => {
  const { chain } = await trusted.issue()
  const server = createTlsServer({ ...chain, ALPNProtocols: ['spdy/1'] })
  server.on('tlsClientError', () => {})
  const { failure } = await check(await listen(server))
  expect(failure).toMatchObject({ source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed' })
  expect(failure?.message).toMatch(/no application protocol/)
  expect(failure?.message).toContain('it takes none of the versions of HTTP that were offered')
})

test('an alert that names nothing is told with what may be behind it', async () => {
  const { chain } = await trusted.issue()
  const wants = { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const
  const server = createTlsServer({ ...chain, ...wants })
  server.on('tlsClientError', () => {})
  const { failure } = await check(await listen(server))
  expect(failure).toMatchObject({ phase: 'tls', cause: 'tlsHandshakeFailed' })
  expect(failure?.message).toMatch(/says only "handshake failure": .*certificate/)
})

test('a certificate with thousands of names is described in few', async () => {
  const names = Array.from({ length: 1_500 }, (_, i) => `host-${i}.example`)
  const port = await serve(await makeCertificate({ names: ['localhost', ...names] }))
  const outcome = await check(port, { verify: false })
  const tls = outcome.details?.['tls'] as { names: string[] } | undefined
  expect(tls?.names).toHaveLength(20)
})
