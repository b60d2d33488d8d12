import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { KeptConnections } from '../../../../agent/src/http/kept-connections.ts'
import { createKeptConnections } from '../../../../agent/src/http/kept-connections.ts'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

const fetch = createFetch(toolsFor())

function keep(): KeptConnections {
  const connections = createKeptConnections()
  onTestFinished(connections.close)
  return connections
}

/** The texts that come for paths asked for one after the other; a failure as its message. */
async function ask(
  base: string,
  paths: readonly string[],
  connections = keep(),
  method: 'GET' | 'HEAD' = 'GET',
): Promise<string[]> {
  const texts: string[] = []
  for (const path of paths) {
    const request = { url: new URL(path, base), method, maxBodyBytes: 1_000, connections }
    const fetched = await fetch(request, AbortSignal.timeout(5_000))
    if (!fetched.ok) texts.push(fetched.failure.message)
    else if (method === 'HEAD') texts.push(String(fetched.page.headers['x-path']))
    else texts.push(new TextDecoder().decode(fetched.page.body))
  }
  return texts
}

const PATHS = ['/1', '/2', '/3', '/4']

const echo = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('x-path', url)
  response.end(url)
}

test.each(['GET', 'HEAD'] as const)(
  '%s requests that belong together share one',
  async (method) => {
    const server = createServer(echo)
    let opened = 0
    server.on('connection', () => (opened += 1))
    const base = `http://127.0.0.1:${await listen(server)}`
    expect(await ask(base, PATHS, keep(), method)).toEqual(PATHS)
    expect(opened).toBe(1)
  },
)

test('those of one piece of work are no other one’s, and end with it', async () => {
  const server = createServer(echo)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const base = `http://127.0.0.1:${await listen(server)}`
  const [first, second] = [keep(), keep()]
  await ask(base, PATHS, first)
  await ask(base, PATHS, second)
  expect(sockets).toHaveLength(2)
  const [ofFirst] = sockets
  if (ofFirst === undefined) throw new Error('there was no connection')
  const ended = once(ofFirst, 'close')
  first.close()
  await ended
  expect(await ask(base, ['/5'], first)).toEqual(['/5'])
})

test('one TLS handshake serves them all', async () => {
  const { key, cert } = await makeCertificate()
  const server = createSecureServer({ key, cert }, echo)
  let handshakes = 0
  server.on('secureConnection', () => (handshakes += 1))
  const base = `https://127.0.0.1:${await listen(server)}`
  expect(await ask(base, PATHS)).toEqual(PATHS)
  expect(handshakes).toBe(1)
})

test('a server that has only HTTP/2 is asked over that', async () => {
  const { key, cert } = await makeCertificate()
  const server = createHttp2Server({ key, cert })
  server.on('stream', (stream, { ':path': path = '' }) => {
    stream.respond({ ':status': 200 })
    stream.end(path)
  })
  const base = `https://127.0.0.1:${await listen(server)}`
  expect(await ask(base, PATHS)).toEqual(PATHS)
})

const answerTo = (path: string, more = ''): string =>
  `HTTP/1.1 200 OK\r\nx-path: ${path}\r\ncontent-length: ${path.length}\r\n${more}\r\n`

/** Answers each request by what the test sends, told how many came over the connection. */
async function serveLies(
  answer: (path: string, socket: Socket, ofConnection: number) => void,
): Promise<string> {
  const port = await serveRaw((socket) => {
    let requests = 0
    socket.on('data', (chunk: Buffer) => {
      requests += 1
      answer(chunk.toString('latin1').split(' ')[1] ?? '', socket, requests)
    })
  })
  return `http://127.0.0.1:${port}`
}

test.for<['GET' | 'HEAD', string, Parameters<typeof serveLies>[0]]>([
  [
    'HEAD',
    'sends a body with the head alone',
    (path, socket) => socket.write(`${answerTo(path)}${path}`),
  ],
  [
    'HEAD',
    'sends that body a moment later',
    (path, socket) => {
      socket.write(answerTo(path))
      setImmediate(() => socket.write(path))
    },
  ],
  [
    'GET',
    'sends more than it says',
    (path, socket) => socket.write(`${answerTo(path)}${path} and more`),
  ],
  [
    'GET',
    'sends a second answer behind the first',
    (path, socket) => socket.write(`${answerTo(path)}${path}${answerTo('/x')}/x`),
  ],
  [
    'GET',
    'answers a second time where one request came',
    (path, socket, ofConnection) => {
      socket.write(`${answerTo(path)}${path}`)
      if (ofConnection === 1) setImmediate(() => socket.write(`${answerTo('/x')}/x`))
    },
  ],
  ['GET', 'closes after each answer', (path, socket) => socket.end(`${answerTo(path)}${path}`)],
  [
    'GET',
    'closes when the next request comes',
    (path, socket, ofConnection) => {
      if (ofConnection > 1) socket.destroy()
      else socket.write(`${answerTo(path)}${path}`)
    },
  ],
  [
    'GET',
    'answers the next request with nonsense',
    (path, socket, ofConnection) =>
      socket.write(ofConnection > 1 ? 'nonsense' : `${answerTo(path)}${path}`),
  ],
  [
    'GET',
    'breaks the next answer off',
    (path, socket, ofConnection) => {
      if (ofConnection > 1) socket.end(`${answerTo(path)}${path.slice(1)}`)
      else socket.write(`${answerTo(path)}${path}`)
    },
  ],
  [
    'GET',
    'says that it closes, and does not',
    (path, socket, ofConnection) => {
      const text = ofConnection > 1 ? '/never' : path
      socket.write(`${answerTo(text, 'Connection: Keep-Alive, Close\r\n')}${text}`)
    },
  ],
])('%s: each answer is its own where a server %s', async ([method, , answer]) => {
  const base = await serveLies(answer)
  expect(await ask(base, PATHS, keep(), method)).toEqual(PATHS)
})

test('an answer that is left where it is too long ends its connection', async () => {
  const base = `http://127.0.0.1:${await listen(
    createServer((request, response) => {
      if (request.url === '/long') response.end('x'.repeat(100_000))
      else echo(request, response)
    }),
  )}`
  const [long, ...others] = await ask(base, ['/long', ...PATHS])
  expect([long?.length, others]).toEqual([1_000, PATHS])
})

test('the connections that nobody uses are few', async () => {
  const server = createServer(echo)
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.on('close', () => (open -= 1))
  })
  const port = await listen(server, '0.0.0.0')
  const connections = keep()
  for (let host = 1; host <= 30; host += 1) {
    expect(await ask(`http://127.0.1.${host}:${port}`, ['/1'], connections)).toEqual(['/1'])
  }
  await expect.poll(() => open).toBe(12)
})
