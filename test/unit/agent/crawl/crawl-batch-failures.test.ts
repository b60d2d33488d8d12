import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { html, NO_ROBOTS, PAGE } from '../../../helpers/crawled-pages.ts'
import { crawlOne, crawlSome } from '../../../helpers/crawling.ts'
import { serveSite } from '../../../helpers/gathering.ts'
import { serveRaw } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'

test('pages beyond 5 MB, as sent or unpacked, and broken ones are failures', async () => {
  const { origin } = await serveSite({
    '/robots.txt': '',
    '/large': html(Buffer.alloc(10_000_000, 'a '), 200, { 'content-length': '10000000' }),
    '/bomb': html(gzipSync(Buffer.alloc(100_000_000)), 200, { 'content-encoding': 'gzip' }),
    '/broken': html('this is no gzip', 200, { 'content-encoding': 'gzip' }),
  })
  const paths = ['/large', '/bomb', '/broken']
  const { records } = await crawlSome(paths.map((path) => origin + path))
  const error = 'It is longer than 5 MB, so it was not read.'
  expect(records[`${origin}/large`]).toMatchObject({
    outcome: 'failed',
    statusCode: 200,
    error: 'It is longer than 5 MB (10,000,000 bytes), so it was not read.',
    audit: null,
  })
  expect(records[`${origin}/bomb`]).toMatchObject({ outcome: 'failed', error, audit: null })
  expect(records[`${origin}/broken`]).toMatchObject({
    outcome: 'failed',
    error: expect.stringContaining('has a broken content encoding (gzip)'),
  })
})

test('a host that asks for patience is worth another try', async () => {
  const { origin } = await serveSite({
    '/robots.txt': '',
    '/many': html('slow down', 429, { 'retry-after': '90' }),
    '/busy': html('busy', 503),
  })
  const { records } = await crawlSome([`${origin}/busy`, `${origin}/many`], { parallel: 1 })
  expect(records[`${origin}/many`]).toMatchObject({
    outcome: 'again',
    statusCode: 429,
    retryAfterMs: 90_000,
    audit: null,
    error: expect.stringMatching(/answers with status 429: it asks to come back later\.$/),
  })
  expect(records[`${origin}/busy`]).toMatchObject({ outcome: 'again', retryAfterMs: null })
})

test('a host that wants to be left alone is, for the rest of the batch', async () => {
  const { origin, asked } = await serveSite({
    '/': html(PAGE),
    '/many': html('slow down', 429),
    '/next': html(PAGE),
  })
  const urls = ['/', '/many', '/next'].map((path) => origin + path)
  const { records } = await crawlSome(urls, { robots: NO_ROBOTS, parallel: 1 })
  expect(Object.values(records).map(({ outcome }) => outcome)).toEqual(['page', 'again'])
  expect(asked).toEqual(['/', '/many'])
})

test('what breaks off is worth another try, what is no answer is not', async () => {
  const silent = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
  const hangsUp = await serveRaw((socket) => socket.once('data', () => socket.end()))
  const nonsense = await serveRaw((socket) =>
    socket.once('data', () => socket.end('nonsense\r\n\r\n')),
  )
  const of = (port: number) => crawlOne(`http://127.0.0.1:${port}/`, { robots: NO_ROBOTS })
  expect(await of(silent)).toMatchObject({ outcome: 'again', statusCode: null })
  expect(await of(hangsUp)).toMatchObject({ outcome: 'again', statusCode: null })
  expect(await of(nonsense)).toMatchObject({ outcome: 'failed', statusCode: null })
  const refused = await crawlOne('http://127.0.0.1:9/', { robots: NO_ROBOTS })
  expect(refused).toMatchObject({ outcome: 'again', error: expect.stringContaining('was refused') })
})

test('trouble of the agent itself says nothing about an address', async () => {
  // The agent's name servers do not answer.
  const asked = crawlOne('http://name.example/', { robots: NO_ROBOTS })
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  const external = crawlOne('external http://name.example/')
  await expect(external).rejects.toMatchObject({ code: 'unavailable' })
})

test('a name that does not exist is a failure, one that is not told for now is not', async () => {
  const names = await startNameServer({ 'sick.example.com': { rcode: 2 } })
  const options = { servers: [names] }
  const of = (host: string) => crawlOne(`http://${host}/`, { robots: NO_ROBOTS }, options)
  expect(await of('none.example.com')).toMatchObject({ outcome: 'failed' })
  expect(await of('sick.example.com')).toMatchObject({ outcome: 'again' })
})

test('an address that takes too long is worth another try, and holds up no other', async () => {
  const { origin } = await serveSite({
    '/slow': (_, to) => void to.writeHead(200, { 'content-type': 'text/html' }).write(PAGE),
    '/hangs': () => {},
    '/': html(PAGE),
  })
  const urls = ['/slow', '/hangs', '/'].map((path) => origin + path)
  const limits = { addressMs: 300, robotsMs: 300 }
  const plan = { robots: NO_ROBOTS, parallel: 1 }
  const { records } = await crawlSome(urls, plan, { limits })
  expect(urls.map((url) => records[url]?.outcome)).toEqual(['again', 'again', 'page'])
  expect(records[`${origin}/slow`]?.error).toMatch(/was not complete within the time limit\.$/)
})

test('a name that moves to a private address is forbidden, and nothing is asked there', async () => {
  const names = await startNameServer({ 'moved.example.com': { a: ['10.0.0.1'] } })
  const options = { servers: [names] }
  const url = 'http://moved.example.com/'
  expect(await crawlOne(url, { robots: NO_ROBOTS }, options)).toMatchObject({
    outcome: 'forbidden',
    error: expect.stringContaining('resolves to a private address'),
  })
  // The same where the robots.txt would have been asked for first.
  expect(await crawlOne(url, {}, options)).toMatchObject({ outcome: 'forbidden' })
})

test('of a batch that is given up only what was done is told', async () => {
  const ended = new AbortController()
  const { origin } = await serveSite({
    '/done': html(PAGE),
    '/hangs': () => ended.abort(),
    '/never': html(PAGE),
  })
  const urls = ['/done', '/hangs', '/never'].map((path) => origin + path)
  const plan = { robots: NO_ROBOTS, parallel: 1 }
  const { records } = await crawlSome(urls, plan, { signal: ended.signal })
  expect(Object.keys(records)).toEqual([`${origin}/done`])
})
