import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createKeptConnections } from '../../../../agent/src/http/kept-connections.ts'
import type { FetchedResource } from '../../../../agent/src/gather/artifacts.ts'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { askResources } from '../../../../agent/src/gather/resources.ts'
import { askResource } from '../../../../agent/src/gather/resources/ask-resource.ts'
import type { NamedResource } from '../../../../agent/src/page/resources/named-resource.ts'
import { listen } from '../../../helpers/listen.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const serve = async (handler: Handler): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}/`

const fetch = createFetch(toolsFor())
const tools = { fetch, referrer: 'https://example.com/' }

function askOne(url: string, timeoutMs: number, signal: AbortSignal): Promise<FetchedResource> {
  const connections = createKeptConnections()
  onTestFinished(connections.close)
  return askResource(named(url), { ...tools, connections, timeoutMs }, signal)
}

const named = (url: string): NamedResource => ({
  url,
  type: 'image',
  source: 'img',
  isRenderBlocking: false,
  hasIntegrity: false,
})

async function ask(handler: Handler, timeoutMs = 5_000): Promise<FetchedResource> {
  const url = await serve(handler)
  return askOne(url, timeoutMs, AbortSignal.timeout(10_000))
}

test('the head of a resource tells its size and type, and no body is asked for', async () => {
  const methods: string[] = []
  const answer = await ask(({ method = '', headers }, response) => {
    methods.push(`${method} ${headers.referer}`)
    response.writeHead(200, { 'content-length': 1234, 'content-type': 'image/png' }).end()
  })
  expect(answer).toMatchObject({
    statusCode: 200,
    bytes: 1234,
    headers: { 'content-type': 'image/png' },
    error: null,
    wasAsked: true,
  })
  expect(methods).toEqual(['HEAD https://example.com/'])
})

test('redirects are followed to the resource', async () => {
  const answer = await ask(({ url }, response) => {
    if (url === '/') response.writeHead(301, { location: '/b' }).end()
    else response.writeHead(url === '/b' ? 200 : 500, { 'content-length': 7 }).end()
  })
  expect(answer).toMatchObject({ statusCode: 200, bytes: 7 })
})

test.each([400, 403, 404, 405, 501])(
  'where HEAD is answered with %i the first byte is asked for',
  async (status) => {
    const answer = await ask(({ method, headers }, response) => {
      if (method === 'HEAD') response.writeHead(status).end()
      else if (headers.range === 'bytes=0-0') {
        response.writeHead(206, { 'content-range': 'bytes 0-0/5678', 'content-length': 1 }).end('x')
      } else response.end('whole')
    })
    expect(answer).toMatchObject({ statusCode: 200, bytes: 5678 })
  },
)

test('a server that knows no ranges sends the body, and an empty one has no first byte', async () => {
  const whole = await ask(({ method }, response) => {
    if (method === 'HEAD') response.writeHead(405).end()
    else response.end('hello')
  })
  expect(whole).toMatchObject({ statusCode: 200, bytes: 5 })
  const empty = await ask(({ method }, response) => {
    if (method === 'HEAD') response.writeHead(405).end()
    else response.writeHead(416, { 'content-range': 'bytes */0' }).end()
  })
  expect(empty).toMatchObject({ statusCode: 200, bytes: 0 })
})

test('what is missing for GET too is missing', async () => {
  const answer = await ask((_, response) => response.writeHead(404).end('none'))
  expect(answer).toMatchObject({ statusCode: 404, error: null })
})

test('a body whose head does not tell its length is read, as it is sent', async () => {
  const body = gzipSync('hello '.repeat(1_000))
  const answer = await ask(({ method }, response) => {
    response.setHeader('content-encoding', 'gzip')
    if (method === 'HEAD') {
      response.setHeader('transfer-encoding', 'chunked')
      response.end()
    } else {
      response.write(body.subarray(0, 10))
      response.end(body.subarray(10))
    }
  })
  expect(answer).toMatchObject({ statusCode: 200, bytes: body.length })
})

test('a long body that tells no length has none', async () => {
  const answer = await ask(({ method }, response) => {
    response.setHeader('transfer-encoding', 'chunked')
    response.end(method === 'HEAD' ? '' : Buffer.alloc(3_000_000))
  })
  expect(answer).toMatchObject({ statusCode: 200, bytes: null, error: null })
})

test('a resource that does not answer in its time says so', async () => {
  const answer = await ask(() => undefined, 50)
  expect(answer).toMatchObject({ statusCode: null, bytes: null, wasAsked: true })
  expect(answer.error).toMatch(/\.$/)
})

test('an address that may not be reached is told, and nothing is sent to it', async () => {
  const url = 'http://10.1.2.3/x.png'
  const answer = await askOne(url, 5_000, new AbortController().signal)
  expect(answer.error).toContain('10.1.2.3')
})

test('at most four are asked of one host at once, and all come in their order', async () => {
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  const base = await serve((_, response) => {
    open += 1
    most = Math.max(most, open)
    waiting.push(() => {
      open -= 1
      response.writeHead(200, { 'content-length': 1 }).end()
    })
    // The first four are let go together once all are there, then each as it comes.
    if (waiting.length >= 4) for (const go of waiting.splice(0, most === 4 ? 4 : 1)) go()
  })
  const resources = Array.from({ length: 8 }, (_, i) => named(`${base}${i}`))
  const never = new AbortController().signal
  const fetched = await askResources({ resources, total: 8 }, tools, never)
  expect(most).toBe(4)
  expect(fetched.resources.map(({ resource }) => resource)).toEqual(resources)
  expect(fetched.resources.every(({ statusCode }) => statusCode === 200)).toBe(true)
})

test('no more than 150 are asked for', async () => {
  let asked = 0
  const base = await serve((_, response) => {
    asked += 1
    response.writeHead(200, { 'content-length': 1 }).end()
  })
  const resources = Array.from({ length: 200 }, (_, i) => named(`${base}${i}`))
  const { resources: fetched, total } = await askResources(
    { resources, total: 300 },
    tools,
    new AbortController().signal,
  )
  expect([fetched.length, asked, total]).toEqual([150, 150, 300])
})

test('when the time for all is over, what has not come was not asked for', async () => {
  const over = new AbortController()
  const base = await serve(({ url }, response) => {
    if (url === '/0') response.writeHead(200, { 'content-length': 1 }).end()
    else over.abort()
  })
  const resources = Array.from({ length: 10 }, (_, i) => named(`${base}${i}`))
  const { resources: fetched } = await askResources({ resources, total: 10 }, tools, over.signal)
  expect(fetched.slice(1).every(({ wasAsked }) => !wasAsked)).toBe(true)
  expect(fetched[9]?.error).toContain('24 s')
})

test('a length of 0 is not taken from a head alone', async () => {
  const answer = await ask(({ method }, response) => {
    if (method === 'HEAD') response.writeHead(200, { 'content-length': 0 }).end()
    else response.end('hello')
  })
  expect(answer).toMatchObject({ statusCode: 200, bytes: 5 })
})

test("what the agent itself cannot ask for is not told as the resource's fault", async () => {
  const asked = askOne('http://name.test/a.png', 5_000, AbortSignal.timeout(10_000))
  expect(await asked).toMatchObject({
    statusCode: null,
    wasAsked: false,
    error: expect.stringContaining('name server'),
  })
})

test('a server that breaks off where a head is asked for is asked for the first byte', async () => {
  const answer = await ask(({ method, socket }, response) => {
    if (method === 'HEAD') socket.destroy()
    else response.end('hello')
  })
  expect(answer).toMatchObject({ statusCode: 200, bytes: 5, error: null })
})
