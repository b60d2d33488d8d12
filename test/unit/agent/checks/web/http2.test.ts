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

test('a server that wants HTTP/1.1 for a request is asked so, where the monitor leaves it open', async () => {
  const server = createSecureServer({ ...(await makeCertificate()), allowHTTP1: true })
  withHandler(server, (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED))
  server.on('request', (request, response) => {
    if (request.httpVersion === '1.1') response.end('hello')
  })
  const url = `https://localhost:${await listen(server)}/`
  expect(await check(url)).toMatchObject({ status: 'up', details: { httpVersion: '1.1' } })
  const { failure } = await check(url, { httpVersion: '2' })
  expect(failure?.message).toMatch(/over HTTP\/1\.1 only/)
})

const REFUSALS = {
  'refuses a request': (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  'is about to close the connection': (stream) => {
    stream.session?.goaway(constants.NGHTTP2_NO_ERROR)
    stream.session?.destroy()
  },
} as const satisfies Record<string, Handler>

test.for([
  ['refuses a request', 'GET', 2],
  ['refuses a request', 'POST', 2],
  ['is about to close the connection', 'GET', 2],
  ['is about to close the connection', 'POST', 1],
] as const)(
  'a server that %s over HTTP/2 is sent a %s %i times at most',
  async ([refusal, method, times]) => {
    let asked = 0
    const handler: Handler = (stream, headers) => {
      asked += 1
      if (headers[':path'] === '/once' && asked === 2) hello(stream, headers)
      else REFUSALS[refusal](stream)
    }
    const url = `http://127.0.0.1:${await servePlain(handler)}`
    const settings = { httpVersion: '2', method }
    const once = await check(`${url}/once`, settings)
    expect(once.status).toBe(times === 2 ? 'up' : 'down')
    expect(asked).toBe(times)
    asked = 0
    expect((await check(`${url}/always`, settings)).failure?.cause).toBe('protocolError')
    expect(asked).toBe(times)
  },
)

/** A frame of HTTP/2. Source: RFC 9113, section 4.1 */
function frame(type: number, flags: number, streamId: number, payload: readonly number[]): Buffer {
  const { length } = payload
  return Buffer.from([0, length >> 8, length & 255, type, flags, 0, 0, 0, streamId, ...payload])
}

const SETTINGS = Buffer.concat([frame(4, 0, 0, []), frame(4, 1, 0, [])])
const HEAD_200 = frame(1, 4, 1, [0x88])
const RESET = frame(3, 0, 1, [0, 0, 0, 0])

test.for([
  ['before its end', [HEAD_200, frame(0, 0, 1, [97]), RESET], 'truncatedBody'],
  ['before its body', [HEAD_200, RESET], 'truncatedBody'],
  ['before its head', [RESET], 'protocolError'],
  ['with a code', [HEAD_200, frame(0, 0, 1, [97]), frame(3, 0, 1, [0, 0, 0, 8])], 'protocolError'],
  ['after its end', [HEAD_200, frame(0, 1, 1, [97]), RESET], null],
  ['with a head that is all', [frame(1, 5, 1, [0x88]), RESET], null],
] as const)('an answer over HTTP/2 that is reset %s: %s', async ([, frames, cause]) => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.write(Buffer.concat([SETTINGS, ...frames])))
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { httpVersion: '2' })
  expect(outcome.failure?.cause ?? null).toBe(cause)
})

test('a flood of frames without content breaks the protocol', async () => {
  const flood = Buffer.concat(Array.from({ length: 2_000 }, () => frame(8, 0, 0, [0, 0, 0, 1])))
  const port = await serveRaw((socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(flood));
    }
    socket.on('drain', more)
    socket.once('data', () => {
      socket.write(SETTINGS)
      more()
    })
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { httpVersion: '2', maxBodyBytes: 0 })
  expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'protocolError' } })
})

test('a large body over HTTP/2 arrives whole', async () => {
  const port = await servePlain((stream) => {
    stream.respond({ ':status': 200 })
    stream.end(`${'x'.repeat(3_000_000)}end`)
  })
  const settings = { httpVersion: '2', keyword: { value: 'xend' }, maxBodyBytes: 4_000_000 }
  expect(await check(`http://127.0.0.1:${port}/`, settings)).toMatchObject({ status: 'up' })
})

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
