import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { GuardProxy } from '../../../../agent/src/browser/guard-proxy.ts'
import { createGuardProxy } from '../../../../agent/src/browser/guard-proxy.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import type { ProxyLimits } from '../../../../agent/src/browser/guard-proxy/context-share.ts'

async function proxyFor(limits?: ProxyLimits): Promise<GuardProxy> {
  const { dial } = toolsFor({ open: ['127.0.0.1/32'] })
  const proxy = await createGuardProxy(dial, 'any', limits)
  onTestFinished(() => proxy.close())
  return proxy
}

/** Says something to a proxy and hears all of the answer; signed in unless told otherwise. */
async function say(proxy: GuardProxy, lines: readonly string[], signedIn = true): Promise<string> {
  const { username, password } = proxy.credentials
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const socket = connect(proxy.port, '127.0.0.1')
  const all = signedIn ? [...lines, `Proxy-Authorization: Basic ${basic}`] : lines
  socket.write(`${all.join('\r\n')}\r\n\r\n`)
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
    // Answers of a connection that stays open end with their header here.
    if (/^HTTP\/1\.1 \d+ [^]*content-length: 0\r\n[^]*\r\n\r\n$/i.test(heard)) socket.end()
  })
  // A connection that is broken off may come as a reset, too.
  socket.on('error', () => {})
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.once('close', () => resolve())
  await closed
  return heard
}

test('whoever has no password reaches nothing', async () => {
  const proxy = await proxyFor()
  let asked = 0
  const port = await listen(createServer((_, response) => void response.end(String((asked += 1)))))
  for (const line of [
    `GET http://127.0.0.1:${port}/ HTTP/1.1`,
    `CONNECT 127.0.0.1:${port} HTTP/1.1`,
  ]) {
    const heard = await say(proxy, [line, 'Host: x'], false)
    expect(heard).toMatch(/^HTTP\/1\.1 407 .*proxy-authenticate: Basic/is)
  }
  expect(asked).toBe(0)
})

test('a request goes on with the host of its target, without what is the connection’s', async () => {
  const proxy = await proxyFor()
  const port = await listen(
    createServer((request, response) => {
      response.end(JSON.stringify(request.headers))
    }),
  )
  const heard = await say(proxy, [
    `GET http://127.0.0.1:${port}/a HTTP/1.1`,
    'Host: other.example',
    'Connection: close, X-Hop',
    'X-Hop: 1',
    'X-End: 2',
  ])
  expect(heard).toContain(`{"host":"127.0.0.1:${port}","x-end":"2","connection":"close"}`)
})

test('what cannot be tried is broken off, told as the agent’s fault, and takes no place', async () => {
  const dial = () => Promise.reject(new Error('nobody uses this context yet'))
  const proxy = await createGuardProxy(dial, 'any', { maxBytes: 1_000, maxConnections: 1 })
  onTestFinished(() => proxy.close())
  const url = 'http://a.example/'
  expect(await say(proxy, [`GET ${url} HTTP/1.1`, 'Host: x'])).toBe('')
  expect(await say(proxy, ['CONNECT a.example:443 HTTP/1.1', 'Host: x'])).toMatch(
    /^HTTP\/1\.1 502 /,
  )
  for (const asked of [url, 'https://a.example/']) {
    expect(proxy.refusalOf(asked)).toMatchObject({ isBlocked: false, isAgentFault: true })
  }
  expect(proxy.wasCut()).toBe(false)
})

test('what the guard forbids is refused, remembered, and told from what fails', async () => {
  const proxy = await proxyFor()
  const url = 'http://127.0.0.2:81/'
  expect(await say(proxy, [`GET ${url} HTTP/1.1`, 'Host: x'])).toBe('')
  expect(await say(proxy, ['CONNECT 127.0.0.2:443 HTTP/1.1', 'Host: x'])).toMatch(
    /^HTTP\/1\.1 403 /,
  )
  expect(await say(proxy, ['CONNECT 127.0.0.1:1 HTTP/1.1', 'Host: x'])).toMatch(/^HTTP\/1\.1 502 /)
  for (const same of [url, `${url}#`, `${url}#part`]) {
    expect(proxy.refusalOf(same)).toMatchObject({ isBlocked: true })
  }
  expect(proxy.refusalOf(`${url}other`)).toBeNull()
  expect(proxy.refusalOf('https://127.0.0.2/x')).toMatchObject({ isBlocked: true })
  expect(proxy.refusalOf('wss://127.0.0.1:1/')).toMatchObject({
    isBlocked: false,
    message: 'The connection to 127.0.0.1:1 was refused.',
  })
  expect(proxy.refusalOf('wss://127.0.0.1:2/')).toBeNull()
})

test('a tunnel to no port is a bad request', async () => {
  const heard = await say(await proxyFor(), ['CONNECT 127.0.0.1 HTTP/1.1', 'Host: x'])
  expect(heard).toMatch(/^HTTP\/1\.1 400 /)
})

// An answer of the proxy's own would be taken for the target's.
test.each([
  ['a relative address', ['GET / HTTP/1.1', 'Host: x']],
  ['https without a tunnel', ['GET https://127.0.0.1/ HTTP/1.1', 'Host: x']],
  [
    'two lengths',
    ['POST http://127.0.0.1/ HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'],
  ],
  [
    'a length beside chunks',
    [
      'POST http://127.0.0.1/ HTTP/1.1',
      'Host: x',
      'Content-Length: 1',
      'Transfer-Encoding: chunked',
    ],
  ],
])('%s is broken off', async (_, lines) => {
  expect(await say(await proxyFor(), lines)).toBe('')
})

test('a request that is longer than any page needs is broken off as too much', async () => {
  const proxy = await proxyFor()
  const url = `http://127.0.0.1:1/${'x'.repeat(300_000)}`
  expect(await say(proxy, [`GET ${url} HTTP/1.1`, 'Host: x'])).toBe('')
  expect(proxy.wasCut()).toBe(true)
})

test('past its share of bytes a page gets nothing any more', async () => {
  const proxy = await proxyFor({ maxBytes: 10_000, maxConnections: 5 })
  const port = await serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.write(Buffer.alloc(20_000))
  })
  await say(proxy, [`GET http://127.0.0.1:${port}/ HTTP/1.1`, 'Host: x'])
  expect(proxy.wasCut()).toBe(true)
  const again = await say(proxy, [`CONNECT 127.0.0.1:${port} HTTP/1.1`, 'Host: x'])
  expect(again).toMatch(/^HTTP\/1\.1 502 /)
})

test.each([
  ['nonsense\r\n\r\n', 'gave no answer that follows the HTTP protocol.'],
  ['', 'closed the connection without an answer.'],
  ['HTTP/1.1 101 Over\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'no one asked for.'],
  ['HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n', 'answered 407, as only a proxy may.'],
])('the answer %j is the end of that request only, and told', async (answer, why) => {
  const proxy = await proxyFor()
  const port = await serveRaw((socket) => void socket.once('data', () => socket.end(answer)))
  const url = `http://127.0.0.1:${port}/`
  expect(await say(proxy, [`GET ${url} HTTP/1.1`, 'Host: x'])).toBe('')
  expect(proxy.refusalOf(url)).toEqual({
    isBlocked: false,
    message: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${port} .*${why}$`)),
  })
})
