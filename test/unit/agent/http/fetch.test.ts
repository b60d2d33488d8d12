import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FetchRequest } from '../../../../agent/src/http/fetch.ts'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { fetchTarget } from '../../../../agent/src/gather/fetch-target.ts'
import { timeLimitFailure } from '../../../../agent/src/net/failures.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { listen } from '../../../helpers/listen.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const serve = async (handler: Handler): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}`

const fetchOf = createFetch(toolsFor())

const get = (url: string, request: Partial<FetchRequest> = {}) =>
  fetchOf({ url: new URL(url), maxBodyBytes: 100_000, ...request }, AbortSignal.timeout(5_000))

const text = (body: Uint8Array): string => new TextDecoder().decode(body)

test('a page comes with everything that was learned on the way', async () => {
  const base = await serve((request, response) => {
    if (request.url === '/old') {
      response.writeHead(301, { location: '/new?q=1', 'set-cookie': 'seen=1' }).end('moved')
      return
    }
    response.setHeader('Set-Cookie', ['a=1', 'b=2'])
    response.setHeader('X-Twice', ['one', 'two'])
    response.end(`hello ${request.headers.cookie}`)
  })
  const fetched = await get(`${base}/old`)
  if (!fetched.ok) throw new Error(fetched.failure.message)
  const { page } = fetched
  expect(page).toMatchObject({
    askedUrl: `${base}/old`,
    url: `${base}/new?q=1`,
    statusCode: 200,
    httpVersion: '1.1',
    ip: '127.0.0.1',
    tls: null,
    hops: [{ url: `${base}/old`, statusCode: 301, location: '/new?q=1', ip: '127.0.0.1' }],
    timings: { dnsMs: null, tlsMs: null },
    isTruncated: false,
    contentEncoding: null,
  })
  expect(page.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-twice': 'one, two' })
  expect(text(page.body)).toBe('hello seen=1')
  expect(page.body.buffer.byteLength).toBe(page.body.byteLength)
})

test('an X-Robots-Tag that names a crawler is kept apart from the next one', async () => {
  const tags = ['otherbot: nofollow', 'noindex']
  const plain = await serve((_, response) => {
    response.setHeader('X-Robots-Tag', tags)
    response.end('hello')
  })
  const http2 = createHttp2Server(await makeCertificate())
  http2.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'x-robots-tag': tags })
    stream.end('hello')
  })
  for (const url of [plain, `https://localhost:${await listen(http2)}/`]) {
    const fetched = await get(url)
    if (!fetched.ok) throw new Error(fetched.failure.message)
    expect(fetched.page.headers['x-robots-tag']).toEqual(tags)
  }
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('%s is taken off the body, and both sizes are told', async (coding, compress) => {
  const plain = 'word '.repeat(1_000)
  const coded = compress(plain)
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': coding }).end(coded)
  })
  const fetched = await get(url)
  expect(fetched).toMatchObject({
    ok: true,
    page: { contentEncoding: coding, transferBytes: coded.length, isTruncated: false },
  })
  expect(fetched.ok && text(fetched.page.body)).toBe(plain)
})

test('a body is cut at the limit, whether it is long or only its packing is short', async () => {
  const long = await serve((_, response) => response.end('x'.repeat(200_000)))
  expect(await get(long)).toMatchObject({
    ok: true,
    page: { isTruncated: true, transferBytes: 100_000, body: { byteLength: 100_000 } },
  })
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const packed = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  expect(await get(packed)).toMatchObject({
    ok: true,
    page: { isTruncated: true, transferBytes: bomb.length, body: { byteLength: 100_000 } },
  })
})

test('a redirect that may not be followed is the page itself', async () => {
  const url = await serve((_, response) => {
    response.writeHead(302, { location: 'https://elsewhere.test/' }).end('moved')
  })
  const fetched = await get(url, { followRedirects: 0 })
  expect(fetched).toMatchObject({
    ok: true,
    page: { statusCode: 302, headers: { location: 'https://elsewhere.test/' }, hops: [] },
  })
  expect(fetched.ok && text(fetched.page.body)).toBe('moved')
})

test.each<[string, Handler, string, number]>([
  [
    'a loop',
    (request, response) => {
      response.writeHead(302, { location: request.url === '/a' ? '/' : '/a' }).end()
    },
    'come back',
    2,
  ],
  [
    'no end',
    (request, response) => {
      const at = Number(request.url?.slice(1))
      response.writeHead(307, { location: `/${at + 1}` }).end()
    },
    'more than 20 redirects',
    21,
  ],
  [
    'another scheme',
    (_, response) => {
      response.writeHead(302, { location: 'ftp://example.com/' }).end()
    },
    'no http or https address',
    1,
  ],
  [
    'a private address',
    (_, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    },
    '10.0.0.1',
    1,
  ],
])('redirects with %s are a failure that tells how far it got', async (_, handler, words, hops) => {
  const fetched = await get(await serve(handler))
  expect(fetched).toMatchObject({ ok: false, failure: { message: expect.stringContaining(words) } })
  expect(!fetched.ok && fetched.hops).toHaveLength(hops)
  expect(!fetched.ok && fetched.isBlocked).toBe(words === '10.0.0.1')
})

test('a certificate that is not accepted is told and does not stop the page', async () => {
  const { key, cert } = await makeCertificate({ names: ['elsewhere.test'] })
  const server = createSecureServer({ key, cert }, (_, response) => response.end('secure'))
  const fetched = await get(`https://127.0.0.1:${await listen(server)}/`)
  expect(fetched).toMatchObject({
    ok: true,
    page: { tls: { protocol: 'TLSv1.3', problem: expect.any(String) }, statusCode: 200 },
  })
})

test('HEAD asks for no body', async () => {
  const url = await serve((request, response) => {
    response.setHeader('content-length', 1_000_000)
    response.end(request.method === 'HEAD' ? undefined : 'x')
  })
  expect(await get(url, { method: 'HEAD' })).toMatchObject({
    ok: true,
    page: { headers: { 'content-length': '1000000' }, transferBytes: 0, isTruncated: false },
  })
})

test.each<[string, Handler, string]>([
  ['hangs', () => {}, 'firstByte'],
  ['drips', (_, response) => void response.write('x'), 'download'],
])('a server that %s ends with the signal', async (_, handler, phase) => {
  const url = await serve(handler)
  const limit = AbortSignal.timeout(200)
  const fetched = await fetchOf({ url: new URL(url), maxBodyBytes: 1_000 }, limit)
  expect(fetched).toMatchObject({ ok: false, failure: { phase } })
})

test('a body that is not packed as it says is a failure', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'br' }).end('plain text')
  })
  expect(await get(url)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('broken content encoding (br)') },
  })
})

test('a bare host whose https port swallows connections is asked over http in time', async () => {
  const base = await serve((_, response) => response.end('plain'))
  const { dial, ...tools } = toolsFor()
  const port = Number(new URL(base).port)
  // As behind a firewall that drops what is for port 443.
  const swallow: typeof dial = (_, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        const failure = timeLimitFailure('connect', 'it')
        resolve({ ok: false, failure, isBlocked: false, ip: null, dnsMs: null, connectMs: 100 })
      })
    })
  const fetch = createFetch(
    {
      ...tools,
      dial: (target, signal) =>
        target.port === 443 ? swallow(target, signal) : dial({ ...target, port }, signal),
    },
    { connectMs: 100 },
  )
  const fetched = await fetchTarget(
    { url: new URL('https://127.0.0.1/'), maxBodyBytes: 100 },
    {
      target: { url: 'https://127.0.0.1/', isBare: true },
      fetch,
      signal: AbortSignal.timeout(5_000),
    },
  )
  expect(fetched).toMatchObject({ ok: true, page: { url: 'http://127.0.0.1/', statusCode: 200 } })
})

test('redirects lead only where they may', async () => {
  const asked: string[] = []
  const base = await serve((request, response) => {
    asked.push(request.url ?? '')
    const location = { '/': '/inside', '/inside': '/outside' }[request.url ?? '']
    if (location === undefined) response.end('outside')
    else response.writeHead(302, { location }).end()
  })
  const fetched = await get(base, { mayLeadTo: ({ pathname }) => pathname !== '/outside' })
  expect(fetched).toMatchObject({
    ok: false,
    failure: { cause: 'redirectUnexpected', message: expect.stringContaining('/outside') },
    hops: [{ location: '/inside' }, { location: '/outside' }],
  })
  expect(asked).toEqual(['/', '/inside'])
})

test('a time limit that strikes while a body is unpacked is not told as a broken body', async () => {
  const body = gzipSync(Buffer.alloc(60_000_000))
  const base = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
  })
  const { dial } = toolsFor()
  const limit = new AbortController()
  const fetch = createFetch({
    async dial(target, signal) {
      const dialled = await dial(target, signal)
      // The answer is there then, and unpacking it takes longer than this.
      if (dialled.ok) dialled.socket.once('close', () => limit.abort())
      return dialled
    },
  })
  const asked = { url: new URL(base), maxBodyBytes: 100_000_000 }
  expect(await fetch(asked, limit.signal)).toMatchObject({
    ok: false,
    failure: { source: 'agent', phase: 'content', cause: 'agentFault' },
  })
})
