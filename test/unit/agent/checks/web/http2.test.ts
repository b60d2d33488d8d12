import type { ServerHttp2Stream } from 'node:http2'
import { constants, createSecureServer, createServer } from 'node:http2'
import { createServer as createSecureHttp1Server } from 'node:https'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { webChecker } from '../../../../../agent/src/checks/web.ts'
import { makeCertificate } from '../../../../helpers/certificates.ts'
import { listen, serveRaw } from '../../../../helpers/listen.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

type Handler = (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void

function withHandler(server: ReturnType<typeof createServer>, handler: Handler): void {
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    handler(stream, headers)
  })
  server.on('session', (session) => session.on('error', () => {}))
  server.on('sessionError', () => {})
}

async function serveSecure(handler: Handler, allowHTTP1 = true): Promise<number> {
  const server = createSecureServer({ ...(await makeCertificate()), allowHTTP1 })
  withHandler(server, handler)
  return listen(server)
}

async function servePlain(handler: Handler): Promise<number> {
  const server = createServer()
  withHandler(server, handler)
  return listen(server)
}

const check = (url: string, settings: Record<string, unknown> = {}, timeoutMs = 3_000) =>
  runChecker(webChecker, url, { tls: { verify: false }, ...settings }, { timeoutMs })

const hello: Handler = (stream) => {
  stream.respond({ ':status': 200, 'x-many': ['a', 'b'] })
  stream.end('hello')
}

test.for([
  ['auto', '2'],
  ['2', '2'],
] as const)(
  'httpVersion %s speaks HTTP/2 with a server that chooses it',
  async ([httpVersion, spoken]) => {
    const port = await serveSecure(hello)
    const outcome = await check(`https://localhost:${port}/`, {
      httpVersion,
      keyword: { value: 'hello' },
      headerChecks: [{ name: 'X-Many', operator: 'equals', value: 'a, b' }],
    })
    expect(outcome).toMatchObject({
      status: 'up',
      statusCode: 200,
      details: { httpVersion: spoken, tls: { alpn: 'h2' } },
    })
    expect(outcome.timings.firstByteMs).toBeGreaterThan(0)
  },
)

test('the request goes over HTTP/2 as over HTTP/1.1', async () => {
  const asked: Record<string, unknown>[] = []
  const port = await servePlain((stream, headers) => {
    void text(stream).then((body) => {
      asked.push({ ...headers, body })
      stream.respond({ ':status': 200 })
      stream.end()
    })
  })
  const outcome = await check(`http://127.0.0.1:${port}/a?b`, {
    httpVersion: '2',
    method: 'POST',
    bodyType: 'json',
    body: '{}',
    headers: { 'X-Own': '1' },
    auth: { kind: 'bearer', token: 't' },
  })
  expect(outcome).toMatchObject({ status: 'up', details: { httpVersion: '2' } })
  expect(asked[0]).toMatchObject({
    ':method': 'POST',
    ':path': '/a?b',
    ':authority': `127.0.0.1:${port}`,
    'content-type': 'application/json',
    'x-own': '1',
    authorization: 'Bearer t',
    body: '{}',
  })
})

test('a server without HTTP/2 is told as that', async () => {
  const server = createSecureHttp1Server(await makeCertificate(), (_, response) => response.end())
  const port = await listen(server)
  const { failure } = await check(`https://localhost:${port}/`, { httpVersion: '2' })
  expect(failure).toMatchObject({ source: 'target', phase: 'tls', cause: 'protocolError' })
  expect(failure?.message).toBe(`localhost:${port} does not offer HTTP/2.`)
  expect((await check(`https://localhost:${port}/`)).status).toBe('up')
})

test.for([
  [
    'breaks the request off',
    (stream) => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM),
    'protocolError',
    /RST_STREAM ENHANCE_YOUR_CALM/,
  ],
  [
    'wants HTTP/1.1',
    (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
    'protocolError',
    /over HTTP\/1\.1 only/,
  ],
  [
    'ends the connection',
    (stream) => stream.session?.goaway(constants.NGHTTP2_INTERNAL_ERROR),
    'protocolError',
    /GOAWAY INTERNAL_ERROR/,
  ],
  [
    'closes without an answer',
    (stream) => stream.session?.socket.destroy(),
    'protocolError',
    /closed the connection/,
  ],
  [
    'breaks off in the body',
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.write('part', () => stream.destroy(new Error('of the test')))
    },
    'protocolError',
    /RST_STREAM INTERNAL_ERROR/,
  ],
  [
    'sends less than it announced',
    (stream) => {
      stream.respond({ ':status': 200, 'content-length': '99' })
      stream.end('part')
    },
    'truncatedBody',
    /before the answer was complete/,
  ],
] as const satisfies readonly (readonly [string, Handler, string, RegExp])[])(
  'a server that %s over HTTP/2 is down',
  async ([, handler, cause, sentence]) => {
    const port = await servePlain(handler)
    const outcome = await check(`http://127.0.0.1:${port}/`, { httpVersion: '2' })
    expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', cause } })
    expect(outcome.failure?.message).toMatch(sentence)
  },
)

test.for([
  ['firstByte', () => {}],
  [
    'download',
    (stream) => {
      stream.respond({ ':status': 200 })
      stream.write('part')
    },
  ],
] as const satisfies readonly (readonly [string, Handler])[])(
  'a stall over HTTP/2 in phase %s ends at the limit',
  async ([phase, handler]) => {
    const port = await servePlain(handler)
    const outcome = await check(`http://127.0.0.1:${port}/`, { httpVersion: '2' }, 300)
    expect(outcome).toMatchObject({ status: 'down', failure: { phase, cause: 'timeout' } })
  },
)

test('an endless body over HTTP/2 ends at the cap', async () => {
  const port = await servePlain((stream) => {
    stream.respond({ ':status': 200 })
    const more = (): void => {
      while (!stream.destroyed && stream.write('x'.repeat(10_000)));
    }
    stream.on('drain', more)
    more()
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, {
    httpVersion: '2',
    maxBodyBytes: 50_000,
  })
  expect(outcome).toMatchObject({ status: 'up', details: { truncated: true } })
})

test('endless interim answers over HTTP/2 break the protocol', async () => {
  const port = await servePlain((stream) => {
    for (let i = 0; i < 30; i += 1) stream.additionalHeaders({ ':status': 103, link: '</a>' })
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`, { httpVersion: '2' })
  expect(failure).toMatchObject({ phase: 'firstByte', cause: 'protocolError' })
})

test('what is no HTTP/2 is told as that', async () => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`, { httpVersion: '2' })
  expect(failure).toMatchObject({ source: 'target', phase: 'firstByte', cause: 'protocolError' })
})
