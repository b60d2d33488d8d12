import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { createServer as createTlsServer, getCACertificates } from 'node:tls'
import { beforeAll, expect, test, vi } from 'vitest'
import { trustAuthorities } from '../../helpers/authorities.ts'
import type { Authority } from '../../helpers/certificates.ts'
import { makeAuthority, makeCertificate } from '../../helpers/certificates.ts'
import { diagnoseTarget } from '../../helpers/diagnosis.ts'
import { listen, serveRaw } from '../../helpers/listen.ts'
import { closedUdpPort, serveUdp } from '../../helpers/udp-server.ts'

// Modules of its own: the authorities go into the agent's TLS settings.
vi.hoisted(() => vi.resetModules())

/** A loopback TCP port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  return port
}

test('a closed port of a host that lives', async () => {
  const open = await serveRaw(() => {})
  const { analysis } = await diagnoseTarget({
    type: 'web',
    url: `http://127.0.0.1:${await closedPort()}/`,
    ports: { others: () => [open] },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'connectionRefused', confidence: 0.8 })
  expect(analysis.verdict.explanation).toMatch(
    /so the host is up and only this service is not running\.$/,
  )
  expect(analysis.evidence.map(({ kind }) => kind)).toEqual(['check', 'check', 'ports', 'ports'])
})

test('a closed port of a host without services', async () => {
  const other = await closedPort()
  const { analysis } = await diagnoseTarget({
    type: 'tcp',
    url: `tcp://127.0.0.1:${await closedPort()}`,
    ports: { others: () => [other] },
  })
  expect(analysis.verdict.cause).toBe('connectionRefused')
  expect(analysis.verdict.explanation).toContain('its other usual ports are closed too')
})

test('a service that resets connections', async () => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.resetAndDestroy())
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url: `http://127.0.0.1:${port}/` })
  expect(analysis.verdict).toMatchObject({ cause: 'connectionReset', category: 'tcp' })
})

test('a service that says something else', async () => {
  const port = await serveRaw((socket) => {
    socket.write('-ERR not ready\r\n')
  })
  const { analysis } = await diagnoseTarget({
    type: 'tcp',
    url: `tcp://127.0.0.1:${port}`,
    settings: { steps: [{ expect: '+OK' }] },
    options: { timeoutMs: 600 },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'unexpectedReply', category: 'tcp' })
})

test('a UDP service that does not reply', async () => {
  const port = await serveUdp(() => {})
  const { analysis } = await diagnoseTarget({
    type: 'udp',
    url: `udp://127.0.0.1:${port}`,
    settings: { payload: 'hello', anyReply: true },
    options: { timeoutMs: 500 },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'udpNoReply', category: 'tcp' })
})

test('a UDP port that is closed', async () => {
  const { analysis } = await diagnoseTarget({
    type: 'udp',
    url: `udp://127.0.0.1:${await closedUdpPort()}`,
    settings: { payload: 'hello', anyReply: true },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'udpPortUnreachable', category: 'tcp' })
})

let trusted: Authority

beforeAll(async () => {
  trusted = await makeAuthority()
  return trustAuthorities([...getCACertificates('bundled'), trusted.root])
})

const serveSite = (options: TlsOptions): Promise<number> =>
  listen(createSecureServer(options, (_, response) => response.end('hello')))

const diagnoseSite = (port: number, http = 9) =>
  diagnoseTarget({ type: 'web', url: `https://localhost:${port}/`, ports: { http } })

test.for([
  ['certExpired', { fromDays: -9, toDays: -1 }, 'chain', /has expired on \d{4}-\d\d-\d\d/],
  ['certNotYetValid', { fromDays: 2 }, 'chain', /is not valid yet/],
  [
    'certHostnameMismatch',
    { names: ['a.example', 'b.example'] },
    'chain',
    /is for a\.example and b\.example/,
  ],
  ['certChainIncomplete', {}, 'leaf', /issued by Test Intermediate/],
] as const)('%s is told from the certificate', async ([cause, options, form, text]) => {
  const issued = await trusted.issue(options)
  const { analysis } = await diagnoseSite(await serveSite(issued[form]))
  expect(analysis.verdict).toMatchObject({ cause, category: 'tls', confidence: 0.8 })
  expect(analysis.verdict.explanation).toMatch(text)
  expect(analysis.verdict.explanation).toMatch(/only the certificate is wrong\.$/)
})

test('a certificate that nobody trusts', async () => {
  const { analysis } = await diagnoseSite(await serveSite(await makeCertificate()))
  expect(analysis.verdict).toMatchObject({ cause: 'certUntrusted', category: 'tls' })
})

test('a handshake that breaks off, while the site answers without TLS', async () => {
  const port = await serveRaw((socket: Socket) => socket.once('data', () => socket.destroy()))
  const plain = await serveRaw((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  })
  const { analysis } = await diagnoseSite(port, plain)
  expect(analysis.verdict).toMatchObject({ cause: 'tlsHandshakeFailed', category: 'tls' })
  expect(analysis.verdict.explanation).toContain(
    `without TLS the site answers 200 on port ${plain}`,
  )
})

test('a handshake that stalls', async () => {
  const port = await serveRaw(() => {})
  const { analysis } = await diagnoseTarget({
    type: 'web',
    url: `https://localhost:${port}/`,
    options: { timeoutMs: 600 },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'tlsHandshakeFailed', category: 'tls' })
})

test('a server that only speaks old versions', async () => {
  const { chain } = await trusted.issue()
  const old = {
    ...chain,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  } as const
  const port = await listen(createTlsServer(old, (socket) => socket.end()))
  const { analysis } = await diagnoseSite(port)
  expect(analysis.verdict).toMatchObject({ cause: 'tlsProtocolTooOld', category: 'tls' })
})
