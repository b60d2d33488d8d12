import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { webChecker } from '../../../../../agent/src/checks/web.ts'
import { listen } from '../../../../helpers/listen.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that keeps what it is asked. */
async function serve(answer: RequestListener): Promise<{ port: number; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    void text(request).then((body) => {
      asked.push({ method, url, headers, body })
      answer(request, response)
    })
  })
  return { port: await listen(server), asked }
}

const ok: RequestListener = (_, response) => response.end('ok')
const check = (url: string, settings: Record<string, unknown> = {}) =>
  runChecker(webChecker, url, settings)

test.for([
  ['json', 'application/json'],
  ['form', 'application/x-www-form-urlencoded'],
  ['xml', 'application/xml'],
  ['text', 'text/plain; charset=utf-8'],
  ['none', undefined],
] as const)('a body of type %s is sent with its length and type', async ([bodyType, type]) => {
  const { port, asked } = await serve(ok)
  const outcome = await check(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    bodyType,
    body: '{"ü":1}',
  })
  expect(outcome.status).toBe('up')
  expect(asked[0]).toMatchObject({ method: 'POST', body: '{"ü":1}' })
  expect(asked[0]?.headers).toMatchObject({ 'content-length': '8' })
  expect(asked[0]?.headers['content-type']).toBe(type)
})

test("the monitor's own content type and encodings win, and a POST without a body says so", async () => {
  const { port, asked } = await serve(ok)
  const url = `http://127.0.0.1:${port}/`
  const headers = { 'Content-Type': 'application/ld+json', 'Accept-Encoding': 'identity' }
  await check(url, { method: 'PUT', bodyType: 'json', body: '{}', headers })
  await check(url, { method: 'POST' })
  expect(asked[0]?.headers).toMatchObject({
    'content-type': 'application/ld+json',
    'accept-encoding': 'identity',
  })
  expect(asked[1]?.headers).toMatchObject({ 'content-length': '0' })
})

test('cache busting makes each first address unique, and no address a redirect leads to', async () => {
  const { port, asked } = await serve((request, response) => {
    if (request.url?.startsWith('/end') === true) response.end()
    else response.writeHead(302, { location: '/end?x=1' }).end()
  })
  const url = `http://127.0.0.1:${port}/a?b=c`
  await check(url, { cacheBust: true })
  await check(url, { cacheBust: true })
  expect(asked[0]?.url).toMatch(/^\/a\?b=c&sightline=[0-9a-f-]{13}$/)
  expect(asked[0]?.headers['cache-control']).toBe('no-cache')
  expect(asked[1]).toMatchObject({ url: '/end?x=1' })
  expect(asked[1]?.headers['cache-control']).toBeUndefined()
  expect(asked[2]?.url).not.toBe(asked[0]?.url)
})

test.for([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [302, 'PUT', 'PUT', 'data'],
  [307, 'POST', 'POST', 'data'],
  [308, 'DELETE', 'DELETE', 'data'],
] as const)('a %i to %s is followed with %s', async ([status, method, next, body]) => {
  const { port, asked } = await serve((request, response) => {
    if (request.url === '/end') response.end()
    else response.writeHead(status, { location: '/end' }).end()
  })
  const headers = { 'Content-Language': 'de', 'X-Own': '1' }
  await check(`http://127.0.0.1:${port}/`, { method, body: 'data', bodyType: 'text', headers })
  expect(asked[1]).toMatchObject({ method: next, body })
  expect(asked[1]?.headers['x-own']).toBe('1')
  expect(asked[1]?.headers['content-language']).toBe(body === '' ? undefined : 'de')
})

test('a form that leads back to its own address with GET is no loop', async () => {
  const { port } = await serve((request, response) => {
    if (request.method === 'GET') response.end('done')
    else response.writeHead(303, { location: '/' }).end()
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a=b' })
  expect(outcome).toMatchObject({ status: 'up', statusCode: 200 })
})

test('the body of a redirect is not waited for', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/end') response.end()
    else response.writeHead(302, { location: '/end' }).write('this never ends')
  })
  expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 'up' })
})

test.for([
  [{ kind: 'basic', username: 'me', password: 'pä:ss' }, `Basic ${btoa('me:pÃ¤:ss')}`],
  [{ kind: 'bearer', token: 'abc' }, 'Bearer abc'],
] as const)('credentials %o go along at once', async ([auth, header]) => {
  const { port, asked } = await serve(ok)
  await check(`http://127.0.0.1:${port}/`, { auth })
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([header])
})

test('credentials and own headers never leave the origin, nor come back to it', async () => {
  const auth = { kind: 'bearer', token: 'secret' }
  const other = await serve((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${first.port}/end` }).end(),
  )
  const first = await serve((request, response) => {
    if (request.url === '/end') response.end()
    else if (request.url === '/') response.writeHead(307, { location: '/on' }).end()
    else response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end()
  })
  await check(`http://127.0.0.1:${first.port}/`, { auth, headers: { 'X-Own': '1' } })
  const seen = (asked: Asked[]) =>
    asked.map(({ headers }) => [headers.authorization, headers['x-own']])
  expect(seen(first.asked)).toEqual([
    ['Bearer secret', '1'],
    ['Bearer secret', '1'],
    [undefined, undefined],
  ])
  expect(seen(other.asked)).toEqual([[undefined, undefined]])
})

test('a digest challenge is answered on a new connection, and its nonce is used again', async () => {
  const { port, asked } = await serve((request, response) => {
    const header = request.headers.authorization
    if (header === undefined) {
      const challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256, opaque="o"'
      response.writeHead(401, { 'www-authenticate': challenge }).end()
    } else if (request.url === '/end') response.end('in')
    else response.writeHead(302, { location: '/end' }).end()
  })
  const auth = { kind: 'digest', username: 'me', password: 'pass' }
  const outcome = await check(`http://127.0.0.1:${port}/a?b`, { auth })
  expect(outcome).toMatchObject({ status: 'up', statusCode: 200 })
  expect(asked).toHaveLength(3)
  expect(asked[1]?.headers.authorization).toMatch(
    /^Digest username="me".*uri="\/a\?b".*nc=00000001$/,
  )
  expect(asked[2]?.headers.authorization).toMatch(/uri="\/end".*nc=00000002$/)
})

test.for([
  ['refuses the answer', 'Digest realm="r", nonce="n", qop="auth"', 2, /user name and password/],
  ['always says stale', 'Digest realm="r", nonce="n", stale=true', 3, /user name and password/],
  ['asks for another scheme', 'Basic realm="r"', 1, /not for a digest one/],
  ['sends nonsense', 'Digest ===', 1, /not for a digest one/],
] as const)('a server that %s keeps the page shut', async ([, challenge, times, sentence]) => {
  const { port, asked } = await serve((_, response) =>
    response.writeHead(401, { 'www-authenticate': challenge }).end(),
  )
  const auth = { kind: 'digest', username: 'me', password: 'pass' }
  const outcome = await check(`http://127.0.0.1:${port}/`, { auth })
  expect(outcome).toMatchObject({
    status: 'down',
    statusCode: 401,
    failure: { source: 'target', phase: 'firstByte', cause: 'authRequired' },
  })
  expect(outcome.failure?.message).toMatch(sentence)
  expect(asked).toHaveLength(times)
})

test.for([
  [
    'basic',
    'Digest realm="r, Basic x", nonce="n"',
    /by Digest, and the monitor's auth.kind is "basic"/,
  ],
  ['basic', 'Negotiate, NTLM', /by Negotiate or NTLM, and the monitor's auth.kind is "basic"/],
  [
    'bearer',
    'Basic realm="r", charset="UTF-8"',
    /by Basic, and the monitor's auth.kind is "bearer"/,
  ],
  ['basic', 'Bearer, basic realm="r"', /does not accept the monitor's user name and password/],
  ['bearer', 'Bearer error="invalid_token"', /does not accept the monitor's token/],
  ['basic', undefined, /does not accept the monitor's user name and password/],
  ['basic', '===', /does not accept the monitor's user name and password/],
] as const)('a sign-in by %s where "%s" is asked for', async ([kind, challenge, sentence]) => {
  const headers = challenge === undefined ? {} : { 'www-authenticate': challenge }
  const { port } = await serve((_, response) => response.writeHead(401, headers).end())
  const auth = { kind, username: 'me', password: 'pass', token: 'secret' }
  const { failure } = await check(`http://127.0.0.1:${port}/`, { auth })
  expect(failure?.cause).toBe('authRequired')
  expect(failure?.message).toMatch(sentence)
})

test('a server whose nonces serve once is answered at each hop', async () => {
  const used = new Set<string>()
  let made = 0
  const { port, asked } = await serve((request, response) => {
    const nonce = /nonce="(\d+)"/.exec(request.headers.authorization ?? '')?.[1]
    if (nonce === undefined || used.has(nonce)) {
      made += 1
      const challenge = `Digest realm="r", nonce="${made}", qop="auth"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    used.add(nonce)
    if (request.url === '/end') response.end('in')
    else response.writeHead(302, { location: '/end' }).end()
  })
  const auth = { kind: 'digest', username: 'me', password: 'pass' }
  expect(await check(`http://127.0.0.1:${port}/`, { auth })).toMatchObject({ status: 'up' })
  expect(asked.map(({ url }) => url)).toEqual(['/', '/', '/end', '/end'])
})

test('a 401 that is expected is not answered', async () => {
  const { port, asked } = await serve((_, response) =>
    response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n"' }).end(),
  )
  const auth = { kind: 'digest', username: 'me', password: 'pass' }
  const outcome = await check(`http://127.0.0.1:${port}/`, { auth, expectedStatus: ['401'] })
  expect(outcome.status).toBe('up')
  expect(asked).toHaveLength(1)
})

test('an IPv6 address is asked for in brackets', async () => {
  const asked: IncomingMessage['headers'][] = []
  const port = await listen(
    createServer((request, response) => {
      asked.push(request.headers)
      response.end()
    }),
    '::1',
  )
  const outcome = await check(`http://[::1]:${port}/`, { ipFamily: 'ipv6' })
  expect(outcome).toMatchObject({ status: 'up', ip: '::1' })
  expect(asked[0]?.host).toBe(`[::1]:${port}`)
})
