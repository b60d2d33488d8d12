import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { webChecker } from '../../../../agent/src/checks/web.ts'
import { createCookieJar } from '../../../../agent/src/http/cookies.ts'
import { listen } from '../../../helpers/listen.ts'
import { runChecker } from '../../../helpers/run-checker.ts'

const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))

test.for([
  ['a=1', 'http://x.test/', 'http://x.test/b', 'a=1'],
  ['a=1', 'http://x.test/', 'https://x.test:8443/', 'a=1'],
  ['a=1; HttpOnly; SameSite=Lax', 'http://x.test/', 'http://x.test/', 'a=1'],
  ['a=b=c; path=/', 'http://x.test/d/e', 'http://x.test/', 'a=b=c'],
  ['a=1', 'http://x.test/', 'http://y.test/', null],
  ['a=1', 'http://x.test/', 'http://w.x.test/', null],
  ['a=1; Domain=.x.test', 'http://w.x.test/', 'http://w.x.test/', 'a=1'],
  ['a=1; Domain=x.test', 'http://w.x.test/', 'http://v.x.test/', null],
  ['a=1; Domain=y.test', 'http://x.test/', 'http://x.test/', null],
  ['a=1; Path=/in', 'http://x.test/', 'http://x.test/in/side', 'a=1'],
  ['a=1; Path=/in', 'http://x.test/', 'http://x.test/inside', null],
  ['a=1', 'http://x.test/in/side', 'http://x.test/', null],
  ['a=1; Secure', 'https://x.test/', 'https://x.test/', 'a=1'],
  ['a=1; Secure', 'https://x.test/', 'http://x.test/', null],
  ['a=1; Secure', 'http://x.test/', 'https://x.test/', null],
  ['a=1; Max-Age=0', 'http://x.test/', 'http://x.test/', null],
  [
    'a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'http://x.test/',
    'http://x.test/',
    'a=1',
  ],
  ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'http://x.test/', 'http://x.test/', null],
  ['a=1; Expires=0', 'http://x.test/', 'http://x.test/', 'a=1'],
  ['a=1; Expires=-1', 'http://x.test/', 'http://x.test/', 'a=1'],
  ['a=1; Expires=2020', 'http://x.test/', 'http://x.test/', 'a=1'],
  ['a=1; Expires=Thu, 01-Jan-70 00:00:01 GMT', 'http://x.test/', 'http://x.test/', null],
  ['a=1; Expires=Sun Nov  6 08:49:37 1994', 'http://x.test/', 'http://x.test/', null],
  ['a=1; Expires=nonsense', 'http://x.test/', 'http://x.test/', 'a=1'],
  ['nonsense', 'http://x.test/', 'http://x.test/', null],
  ['=1', 'http://x.test/', 'http://x.test/', null],
  ['a=\u0001', 'http://x.test/', 'http://x.test/', null],
  [`a=${'x'.repeat(5_000)}`, 'http://x.test/', 'http://x.test/', null],
] as const)('the cookie "%s" of %s at %s', ([text, from, to, sent]) => {
  const jar = createCookieJar()
  jar.take([text], new URL(from))
  expect(jar.header(new URL(to), undefined)).toBe(sent)
})

test('cookies join the own ones of the monitor, replace each other, and are taken back', () => {
  const jar = createCookieJar()
  const url = new URL('http://x.test/in/')
  expect(jar.header(url, 'own=1')).toBe('own=1')
  jar.take(['a=1; Path=/', 'b=2', 'a=3; Path=/'], url)
  expect(jar.header(url, 'own=1; a=old')).toBe('own=1; b=2; a=3')
  jar.take(['b=; Max-Age=-1'], url)
  expect(jar.header(url, undefined)).toBe('a=3')
})

test('a jar holds few cookies', () => {
  const jar = createCookieJar()
  const url = new URL('http://x.test/')
  jar.take(
    Array.from({ length: 500 }, (_, i) => `c${i}=1`),
    url,
  )
  expect(jar.header(url, undefined)?.split('; ')).toHaveLength(50)
})

test('a page that sets a cookie and leads back to itself is up', async () => {
  const asked: IncomingMessage['headers'][] = []
  const port = await serve((request, response) => {
    asked.push(request.headers)
    if (request.headers.cookie?.includes('seen=1') === true) response.end('in')
    else response.writeHead(302, { location: '/', 'set-cookie': ['seen=1; Path=/', 'b=2'] }).end()
  })
  const headers = { Cookie: 'own=yes' }
  const outcome = await runChecker(webChecker, `http://127.0.0.1:${port}/`, { headers })
  expect(outcome).toMatchObject({ status: 'up', statusCode: 200 })
  expect(asked.map(({ cookie }) => cookie)).toEqual(['own=yes', 'own=yes; seen=1; b=2'])
})

test('a page that leads back to itself in spite of its cookie is a loop', async () => {
  let asked = 0
  const port = await serve((_, response) => {
    asked += 1
    response.writeHead(302, { location: '/', 'set-cookie': 'seen=1' }).end()
  })
  const { failure } = await runChecker(webChecker, `http://127.0.0.1:${port}/`)
  expect(failure?.cause).toBe('redirectLoop')
  expect(asked).toBe(2)
})

test('a cookie goes along with the answer to a challenge, and with no redirect to another host', async () => {
  const seen: (string | undefined)[] = []
  const other = await listen(
    createServer((request, response) => {
      seen.push(request.headers.cookie)
      response.end()
    }),
    '127.0.0.2',
  )
  const port = await serve((request, response) => {
    seen.push(request.headers.cookie)
    const isAnswered = request.headers.authorization !== undefined
    const challenge = { 'www-authenticate': 'Digest realm="r", nonce="n"', 'set-cookie': 'a=1' }
    if (!isAnswered) response.writeHead(401, challenge).end()
    else response.writeHead(302, { location: `http://127.0.0.2:${other}/` }).end()
  })
  const auth = { kind: 'digest', username: 'me', password: 'pass' }
  const headers = { Cookie: 'own=yes' }
  await runChecker(webChecker, `http://127.0.0.1:${port}/`, { auth, headers })
  expect(seen).toEqual(['own=yes', 'own=yes; a=1', undefined])
})
