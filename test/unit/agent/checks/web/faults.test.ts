import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { expect, test } from 'vitest'
import { webChecker } from '../../../../../agent/src/checks/web.ts'
import { listen, serveRaw } from '../../../../helpers/listen.ts'
import { runChecker } from '../../../../helpers/run-checker.ts'

const OK = 'HTTP/1.1 200 OK\r\n'

/** Sends pieces for ever, one after the other has gone. */
function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** Sends as much as the other side takes. */
function pour(socket: Socket, beginning: string, piece: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  socket.write(beginning)
  more()
}

const check = (url: string, settings: Record<string, unknown> = {}, timeoutMs = 30_000) =>
  runChecker(webChecker, url, settings, { timeoutMs })

test.for([
  ['drips its headers', (socket: Socket) => drip(socket, 'H', 10), 'protocolError', 'firstByte'],
  [
    'drips the value of a header',
    (socket: Socket) => {
      socket.write(`${OK}x: `)
      drip(socket, 'y', 10)
    },
    'timeout',
    'firstByte',
  ],
  [
    'drips its body',
    (socket: Socket) => {
      socket.write(`${OK}\r\n`)
      drip(socket, 'x', 10)
    },
    'timeout',
    'download',
  ],
  [
    'drips chunks',
    (socket: Socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
      drip(socket, '1\r\nx\r\n', 10)
    },
    'timeout',
    'download',
  ],
  [
    'drips interim answers',
    (socket: Socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 100),
    'timeout',
    'firstByte',
  ],
] as const)('a server that %s ends at the limit', async ([, act, cause, phase]) => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => act(socket))
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`, {}, 300)
  expect(failure).toMatchObject({ source: 'target', cause, phase })
})

test.for([
  ['headers', OK, 'x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n', 'firstByte'],
  ['one header', `${OK}x: `, 'y'.repeat(1_000), 'firstByte'],
  ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n', 'firstByte'],
  ['a chunk size', `${OK}Transfer-Encoding: chunked\r\n\r\n`, '0'.repeat(1_000), 'download'],
  [
    'trailers',
    `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`,
    'x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n',
    'download',
  ],
] as const)('endless %s break the protocol', async ([, beginning, piece, phase]) => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => pour(socket, beginning, piece))
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`)
  expect(failure).toMatchObject({ source: 'target', cause: 'protocolError', phase })
})

test('an endless body ends at the cap, in chunks of one byte, too', async () => {
  const port = await serveRaw((socket) => {
    socket.once('data', () =>
      pour(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'.repeat(1_000)),
    )
  })
  const outcome = await check(`http://127.0.0.1:${port}/`, { maxBodyBytes: 50_000 })
  expect(outcome).toMatchObject({ status: 'up', details: { truncated: true } })
})

test('a flood beside the body breaks the protocol', async () => {
  const port = await serveRaw((socket) => {
    socket.once('data', () =>
      pour(
        socket,
        `${OK}Transfer-Encoding: chunked\r\n\r\n`,
        `1;${'a'.repeat(4_000)}\r\nx\r\n`.repeat(10),
      ),
    )
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`)
  expect(failure).toMatchObject({ source: 'target', cause: 'protocolError', phase: 'download' })
  expect(failure?.message).toMatch(/much more comes than its body/)
})

test.for([
  ['HTTP/0.9', '<html>hello</html>', 'protocolError', 'firstByte'],
  ['nothing but NUL bytes', '\0'.repeat(500), 'protocolError', 'firstByte'],
  ['a NUL in a header', `${OK}x: a\0b\r\n\r\n`, 'protocolError', 'firstByte'],
  ['half a status line', 'HTTP/1.1 20', 'protocolError', 'firstByte'],
  ['half the headers', `${OK}Content-Le`, 'protocolError', 'firstByte'],
  [
    'a chunk that is cut',
    `${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`,
    'truncatedBody',
    'download',
  ],
  [
    'chunks without their end',
    `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`,
    'truncatedBody',
    'download',
  ],
] as const)('%s is told as what it is', async ([, bytes, cause, phase]) => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.end(bytes, 'latin1'))
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`)
  expect(failure).toMatchObject({ source: 'target', cause, phase })
})

test.for([
  ['ends before its end', (socket: Socket) => socket.end(), 'truncatedBody'],
  ['is reset', (socket: Socket) => socket.resetAndDestroy(), 'connectionReset'],
  ['never ends', (socket: Socket) => drip(socket, 'x', 10), 'timeout'],
] as const)('an answer that %s has the status that came', async ([, end, cause]) => {
  const serve = (head: string): Promise<number> =>
    serveRaw((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(`${head}Content-Length: 1000\r\n\r\nabc`, () => setImmediate(end, socket))
      })
    })
  const good = await check(`http://127.0.0.1:${await serve(OK)}/`, {}, 300)
  expect(good).toMatchObject({ statusCode: 200, responseMs: null, failure: { cause } })
  // An error is one, however much of its page comes.
  const bad = await check(
    `http://127.0.0.1:${await serve('HTTP/1.1 502 Bad Gateway\r\nServer: edge\r\n')}/`,
    {},
    300,
  )
  expect(bad).toMatchObject({
    status: 'down',
    statusCode: 502,
    responseMs: null,
    failure: { source: 'target', phase: 'firstByte', cause: 'badGateway' },
    details: { headers: { server: 'edge' } },
  })
})

test('a reset connection is told from one that is closed', async () => {
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.resetAndDestroy())
  })
  const { failure } = await check(`http://127.0.0.1:${port}/`)
  expect(failure).toMatchObject({
    source: 'target',
    phase: 'firstByte',
    cause: 'connectionReset',
  })
})

test('an answer that comes before the request is over is good', async () => {
  const port = await serveRaw((socket) => {
    socket.on('data', () => {})
    socket.write(`${OK}Content-Length: 2\r\n\r\nok`)
  })
  const settings = { method: 'POST', body: 'x'.repeat(30_000) }
  expect(await check(`http://127.0.0.1:${port}/`, settings)).toMatchObject({
    status: 'up',
    statusCode: 200,
  })
})

test('10,000 redirects end at the limit of redirects', async () => {
  let asked = 0
  const port = await listen(
    createHttpServer((_, response) => {
      asked += 1
      response.writeHead(302, { location: `/${asked}` }).end()
    }),
  )
  const outcome = await check(`http://127.0.0.1:${port}/`, { redirects: { max: 3 } })
  expect(outcome).toMatchObject({
    status: 'down',
    failure: { phase: 'firstByte', cause: 'redirectLoop' },
  })
  expect(asked).toBe(4)
})

test('the time limit spans all redirects', async () => {
  const port = await listen(
    createHttpServer((request, response) => {
      const location = `${request.url}x`
      setTimeout(() => response.writeHead(302, { location }).end(), 100)
    }),
  )
  const { failure } = await check(`http://127.0.0.1:${port}/`, { redirects: { max: 20 } }, 350)
  expect(failure).toMatchObject({ cause: 'timeout', phase: 'firstByte' })
})

test('no connection is left open, whatever the end was', async () => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.once('data', (request) => {
      if (request.toString().includes('/stall')) return
      socket.write(`${OK}Content-Length: 5000\r\n\r\n${'x'.repeat(5_000)}`)
    })
  })
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const outcomes = await Promise.all([
    check(`${url}/good`),
    check(`${url}/capped`, { maxBodyBytes: 100 }),
    check(`${url}/head-only`, { maxBodyBytes: 0 }),
    check(`${url}/stall`, {}, 200),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['up', 'up', 'up', 'down'])
  // The server hears of the last close after a round trip of its own.
  const probe = connect(port, '127.0.0.1')
  await new Promise((resolve) => probe.once('connect', resolve))
  await expect.poll(() => open.size).toBe(1)
  probe.destroy()
})

test.for([
  ['nginx', 'The plain HTTP request was sent to HTTPS port', /must begin with https:\/\//],
  ['Go', 'Client sent an HTTP request to an HTTPS server.\n', /must begin with https:\/\//],
  ['Apache', "Reason: You're speaking plain HTTP to an SSL-enabled server port.", /with https:/],
  [
    'nginx',
    '<title>400 No required SSL certificate was sent</title>',
    /a certificate of their own/,
  ],
  ['any', 'Bad request', /^The server answered 400 where 200-299 was expected\.$/],
] as const)('a 400 with which %s says "%s" is told in words that help', async ([, body, words]) => {
  const server = createHttpServer((_, response) => response.writeHead(400).end(body))
  const outcome = await check(`http://127.0.0.1:${await listen(server)}/`)
  expect(outcome).toMatchObject({ statusCode: 400, failure: { cause: 'clientError' } })
  expect(outcome.failure?.message).toMatch(words)
})
