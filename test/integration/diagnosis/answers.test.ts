import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { counted } from '@sightline/shared/counted'
import { expect, test } from 'vitest'
import { diagnoseTarget } from '../../helpers/diagnosis.ts'
import { listen, serveRaw } from '../../helpers/listen.ts'
import { startNameServer } from '../../helpers/name-server.ts'

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/shop?token=secret`

test.for([
  [500, 'serverError'],
  [502, 'badGateway'],
  [503, 'serviceUnavailable'],
  [504, 'gatewayTimeout'],
  [400, 'clientError'],
  [403, 'clientError'],
  [404, 'notFound'],
  [401, 'authRequired'],
  [429, 'rateLimited'],
] as const)('status %i', async ([statusCode, cause]) => {
  const url = await serve((_, response) => {
    response.writeHead(statusCode, { server: 'nginx', 'retry-after': '30' }).end('no')
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url })
  expect(analysis.verdict).toMatchObject({ cause, category: 'http', confidence: 0.8 })
  expect(analysis.verdict.explanation).toContain(
    'comes from nginx, and it asks to come back after 30 s',
  )
  expect(analysis.verdict.explanation).not.toContain('secret')
  expect(analysis.evidence.find(({ kind }) => kind === 'page')?.observed).toMatch(
    new RegExp(`^${statusCode} with 2 bytes, from nginx`),
  )
})

test('a protection in front of the site', async () => {
  const url = await serve((_, response) => {
    response.writeHead(403, { server: 'cloudflare', 'cf-mitigated': 'challenge' }).end('wait')
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url })
  expect(analysis.verdict).toMatchObject({ cause: 'botBlocked', category: 'http' })
})

test('redirects that never end', async () => {
  const url = await serve((request, response) => {
    response.writeHead(302, { location: request.url ?? '/' }).end()
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url })
  expect(analysis.verdict).toMatchObject({ cause: 'redirectLoop', category: 'http' })
})

test('a redirect that leads elsewhere', async () => {
  const url = await serve((_, response) => {
    response.writeHead(302, { location: 'ftp://elsewhere.example/' }).end()
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url })
  expect(analysis.verdict).toMatchObject({ cause: 'redirectUnexpected', category: 'http' })
})

test('an answer that is no HTTP', async () => {
  const port = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
  const { analysis } = await diagnoseTarget({ type: 'web', url: `http://127.0.0.1:${port}/` })
  expect(analysis.verdict).toMatchObject({ cause: 'protocolError', category: 'http' })
})

test.for([
  ['keywordMissing', { keyword: { value: 'welcome' } }, 'sorry'],
  ['keywordPresent', { keyword: { value: 'error', mode: 'absent' } }, 'an error'],
  [
    'jsonMismatch',
    { jsonChecks: [{ path: '$.ok', operator: 'equals', value: true }] },
    '{"ok":false}',
  ],
  ['headerMismatch', { headerChecks: [{ name: 'x-app', operator: 'equals', value: 'b' }] }, 'x'],
  ['emptyBody', { keyword: { value: 'welcome' } }, ''],
] as const)('%s', async ([cause, settings, body]) => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-app': 'a' }).end(body)
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url, settings })
  expect(analysis.verdict).toMatchObject({ cause, category: 'content', confidence: 0.8 })
  expect(analysis.verdict.explanation).toContain(counted(body.length, 'byte'))
})

test('a page that differs from what another region gets', async () => {
  const port = await listen(
    createServer((request, response) => {
      const isBroken = request.socket.localAddress === '127.0.0.1'
      response.end(isBroken ? 'oops' : 'welcome to the shop')
    }),
    '0.0.0.0',
  )
  const { analysis } = await diagnoseTarget({
    type: 'web',
    url: `http://shop.test:${port}/`,
    settings: { keyword: { value: 'welcome' } },
    regions: {
      'eu-west': { servers: [await startNameServer({ 'shop.test': { a: ['127.0.0.1'] } })] },
      'us-east': { servers: [await startNameServer({ 'shop.test': { a: ['127.0.0.2'] } })] },
    },
  })
  expect(analysis.verdict.cause).toBe('keywordMissing')
  expect(analysis.verdict.explanation).toContain('eu-west gets 4 bytes where us-east gets 19')
})

test('an answer that is cut short', async () => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'))
  })
  const { analysis } = await diagnoseTarget({ type: 'web', url: `http://127.0.0.1:${port}/` })
  expect(analysis.verdict).toMatchObject({ cause: 'truncatedBody', category: 'content' })
})
