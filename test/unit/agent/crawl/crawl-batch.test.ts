import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { AuditResult } from '../../../../shared/src/analyses/audit.ts'
import { auditAnalysis } from '../../../../agent/src/analyses/audit.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'
import { crawlOne, crawlSome } from '../../../helpers/crawling.ts'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherSome, redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { listen, serveRaw } from '../../../helpers/listen.ts'
import { startNameServer } from '../../../helpers/name-server.ts'

const html =
  (body: string | Uint8Array, statusCode = 200, headers: Record<string, string> = {}): Answer =>
  (_, to) =>
    void to
      .writeHead(statusCode, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(body)

const WORDS = 'Trees of our own nursery are grown by hand in the north of the country. '.repeat(20)

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trees</title>
  <link rel="canonical" href="/trees?b"><link rel="alternate" hreflang="de" href="/baeume">
  <meta name="robots" content="max-snippet:50"></head><body>
  <nav><a href="/a">A</a></nav><main><h1>Trees</h1><p>${WORDS}</p>
  <a href="https://example.com/">Elsewhere</a></main></body></html>`

const ROBOTS = 'User-agent: *\nDisallow: /private\nCrawl-delay: 2\n'

test('a page has its audit, its facts and its links, and the batch tells the robots.txt', async () => {
  const { origin, asked } = await serveSite({ '/robots.txt': ROBOTS, '/trees': html(PAGE) })
  const { robots, records } = await crawlSome([`${origin}/trees`])
  expect(asked).toEqual(['/robots.txt', '/trees'])
  expect(robots).toMatchObject({
    statusCode: 200,
    text: ROBOTS,
    crawlDelaySeconds: 2,
    refusal: null,
  })
  expect(records[`${origin}/trees`]).toMatchObject({
    id: 0,
    outcome: 'page',
    statusCode: 200,
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.byteLength(PAGE),
    retryAfterMs: null,
    error: null,
    audit: { title: 'Trees', statusCode: 200 },
    facts: {
      canonical: `${origin}/trees?b`,
      noindex: false,
      nofollow: false,
      alternates: [['de', `${origin}/baeume`]],
      lang: 'en',
      simHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    links: [
      [`${origin}/a`, 0, 0, 'A'],
      ['https://example.com/', 0, 3, 'Elsewhere'],
    ],
  })
})

/** An audit without the time of its request, which each of two requests has anew. */
function unmeasured(audit: AuditResult | null | undefined) {
  if (!audit) throw new Error('there is no audit')
  const { ttfbSlow, ...checks } = audit.checks
  return {
    ...audit,
    checks: { ...checks, ttfbSlow: { ...ttfbSlow, value: typeof ttfbSlow.value } },
  }
}

test('the audit of a page is that of the analysis', async () => {
  const { origin } = await serveSite({
    '/robots.txt': ROBOTS,
    '/trees': html(PAGE),
    '/gone': html('<title>Gone</title>', 404),
    '/private': html(PAGE),
  })
  const paths = ['/trees', '/gone', '/private']
  const urls = paths.map((path) => origin + path)
  const { records } = await crawlSome(urls, { respectRobots: false })
  for (const url of urls) {
    const artifacts = await gatherSome(['page', 'robots'], url)
    const facts = readPageFacts(artifacts.page)
    const audit = AuditResult.parse(await auditAnalysis.analyse({ ...artifacts, facts }, {}))
    expect(unmeasured(records[url]?.audit)).toEqual(unmeasured(audit))
  }
})

test('what robots.txt forbids is not asked for, unless it is not to be respected', async () => {
  const { origin, asked } = await serveSite({
    '/robots.txt': `${ROBOTS}\nUser-agent: FooBot\nDisallow: /trees\n`,
    '/trees': html(PAGE),
    '/private': html(PAGE),
  })
  const urls = [`${origin}/trees`, `${origin}/private`]
  const outcomes = async (plan: Parameters<typeof crawlSome>[1]) => {
    const { records } = await crawlSome(urls, plan)
    return urls.map((url) => records[url]?.outcome)
  }
  expect(await outcomes({})).toEqual(['page', 'blocked'])
  expect(asked).toEqual(['/robots.txt', '/trees'])
  expect(await outcomes({ respectRobots: false })).toEqual(['page', 'page'])
  // Only the group that is meant for the crawler counts.
  const userAgent = 'Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.test/)'
  expect(await outcomes({ userAgent })).toEqual(['blocked', 'page'])
})

test('robots.txt that was sent is not asked for', async () => {
  const { origin, asked } = await serveSite({ '/': html(PAGE), '/robots.txt': ROBOTS })
  const first = await crawlSome([`${origin}/`])
  const second = await crawlSome([`${origin}/`, `${origin}/private`], { robots: first.robots })
  expect(second.robots).toBeNull()
  expect(second.records[`${origin}/private`]).toMatchObject({
    outcome: 'blocked',
    statusCode: null,
    error: 'robots.txt forbids it.',
  })
  expect(asked).toEqual(['/robots.txt', '/', '/'])
})

test('a robots.txt that cannot be had forbids everything', async () => {
  const { origin, asked } = await serveSite({
    '/': html(PAGE),
    '/robots.txt': (_, to) => to.writeHead(503).end(),
  })
  const { robots, records } = await crawlSome([`${origin}/`])
  const refusal = `${origin}/robots.txt cannot be had, so nothing of the site may be crawled: It answers with status 503.`
  expect(robots).toMatchObject({ statusCode: 503, text: null, refusal })
  expect(records[`${origin}/`]).toMatchObject({ outcome: 'blocked', error: refusal })
  expect(asked).toEqual(['/robots.txt'])
})

test('the user agent that was asked for is sent with every request', async () => {
  const agents: (string | undefined)[] = []
  const port = await listen(
    createServer((request, to) => {
      agents.push(request.headers['user-agent'])
      to.end()
    }),
  )
  await crawlOne(`http://127.0.0.1:${port}/`, { userAgent: 'FooBot/1' })
  expect(agents).toEqual(['FooBot/1', 'FooBot/1'])
})

test('a redirect is told and not followed', async () => {
  const { origin, asked } = await serveSite({
    '/robots.txt': '',
    '/old': redirectTo('/new?utm_source=x&b=1#part'),
    '/loop': redirectTo('/loop', 302),
    '/mail': redirectTo('mailto:a@example.com'),
    '/new?b=1': html(PAGE),
  })
  const urls = ['/old', '/loop', '/mail'].map((path) => origin + path)
  const { records } = await crawlSome(urls, { dropTracking: true })
  expect(records[`${origin}/old`]).toMatchObject({
    outcome: 'redirect',
    statusCode: 301,
    error: null,
    facts: null,
    audit: { issues: ['broken'], statusCode: 301 },
    links: [[`${origin}/new?b=1`, 4, 5, '']],
  })
  expect(records[`${origin}/loop`]).toMatchObject({
    outcome: 'redirect',
    statusCode: 302,
    links: [[`${origin}/loop`, 4, 5, '']],
  })
  expect(records[`${origin}/mail`]).toMatchObject({
    outcome: 'redirect',
    error: expect.stringContaining('is no http or https address'),
    links: [],
  })
  expect(asked.toSorted()).toEqual(['/loop', '/mail', '/old', '/robots.txt'])
})

test('of what is no page the body is not read', async () => {
  const { origin } = await serveSite({
    '/robots.txt': '',
    '/image': (_, to) => {
      to.writeHead(200, { 'content-type': 'image/png' })
      // It never ends.
      to.write(Buffer.alloc(100_000))
    },
    '/small': (_, to) => void to.writeHead(200, { 'content-type': 'text/css' }).end('a{}'),
    '/typeless': (_, to) => void to.end(PAGE),
    '/text': (_, to) => void to.end('no page at all'),
  })
  const paths = ['/image', '/small', '/typeless', '/text']
  const { records } = await crawlSome(paths.map((path) => origin + path))
  expect(records[`${origin}/image`]).toMatchObject({
    outcome: 'other',
    statusCode: 200,
    contentType: 'image/png',
    audit: null,
    error: null,
  })
  expect(records[`${origin}/small`]).toMatchObject({ outcome: 'other', contentType: 'text/css' })
  expect(records[`${origin}/typeless`]).toMatchObject({ outcome: 'page', contentType: null })
  expect(records[`${origin}/text`]).toMatchObject({ outcome: 'other', contentType: null })
})

test('an error page is a page', async () => {
  const { origin } = await serveSite({ '/robots.txt': '', '/gone': html('<h1>Gone</h1>', 410) })
  expect(await crawlOne(`${origin}/gone`)).toMatchObject({
    outcome: 'page',
    statusCode: 410,
    audit: { issues: ['broken'], h1: 'Gone' },
  })
})

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

const NO_ROBOTS = {
  statusCode: 404,
  contentType: null,
  text: null,
  failure: null,
  crawlDelaySeconds: null,
  refusal: null,
}

test('what breaks off is worth another try, what is no answer is not', async () => {
  const silent = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
  const nonsense = await serveRaw((socket) =>
    socket.once('data', () => socket.end('nonsense\r\n\r\n')),
  )
  const of = (port: number) => crawlOne(`http://127.0.0.1:${port}/`, { robots: NO_ROBOTS })
  expect(await of(silent)).toMatchObject({ outcome: 'again', statusCode: null })
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

test('a robots.txt that hangs forbids everything', async () => {
  const { origin } = await serveSite({ '/robots.txt': () => {}, '/': html(PAGE) })
  const limits = { addressMs: 300, robotsMs: 50 }
  const { robots, records } = await crawlSome([`${origin}/`], {}, { limits })
  expect(robots).toMatchObject({ statusCode: null, failure: { cause: 'timeout' } })
  expect(records[`${origin}/`]).toMatchObject({ outcome: 'blocked', error: robots?.refusal })
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

test('requests of a batch share connections', async () => {
  let connections = 0
  const server = createServer((_, to) => void to.setHeader('content-type', 'text/html').end(PAGE))
  server.on('connection', () => {
    connections += 1
  })
  const port = await listen(server)
  const urls = ['a', 'b', 'c', 'd'].map((path) => `http://127.0.0.1:${port}/${path}`)
  const { records } = await crawlSome(urls, { robots: NO_ROBOTS, parallel: 1 })
  expect(Object.keys(records)).toHaveLength(4)
  expect(connections).toBe(1)
})

test('addresses of other sites are asked by HEAD, and by GET where that tells nothing', async () => {
  const asked: string[] = []
  const port = await listen(
    createServer((request, to) => {
      asked.push(`${request.method} ${request.url}`)
      to.setHeader('content-type', 'text/html')
      if (request.url === '/moved') to.writeHead(301, { location: '/page' }).end()
      else if (request.url === '/loop') to.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/gone') to.writeHead(404).end()
      else if (request.method === 'HEAD' && request.url === '/no-head') to.writeHead(405).end()
      else if (request.method === 'HEAD') to.end()
      // A body that never ends is not read.
      else to.write('<title>Page</title>')
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  const paths = ['/page', '/moved', '/no-head', '/gone', '/loop']
  const { robots, records } = await crawlSome(paths.map((path) => `external ${origin}${path}`))
  expect(robots).toBeNull()
  const outcomes = paths.map((path) => [
    records[origin + path]?.outcome,
    records[origin + path]?.statusCode,
  ])
  expect(outcomes).toEqual([
    ['page', 200],
    ['page', 200],
    ['page', 200],
    ['page', 404],
    ['failed', null],
  ])
  expect(records[`${origin}/page`]).toMatchObject({ audit: null, facts: null, links: [] })
  expect(asked.slice(0, 5)).toEqual([
    'HEAD /page',
    'HEAD /moved',
    'HEAD /page',
    'HEAD /no-head',
    'GET /no-head',
  ])
})

const SCRIPTED = '<title>App</title><div id="app"></div><script src="/app.js"></script>'
const rendered = (page: string) => ({
  ok: true as const,
  url: '',
  statusCode: 200,
  consoleErrors: [],
  failedRequests: [],
  wasCut: false,
  html: page,
  isHtmlTruncated: false,
  title: '',
  loadMs: 1,
  isLoaded: true,
  waitedMs: 0,
})

test('a page that its scripts build is read after them', async () => {
  const { origin } = await serveSite({ '/app': html(SCRIPTED), '/static': html(PAGE) })
  const seen: string[] = []
  const browser = {
    missing: null,
    pages: 2,
    render: async ({ url }: { url: URL }) => {
      seen.push(url.pathname)
      return rendered(`<html lang="en"><title>App</title><h1>Built</h1><a href="/next">Next</a>`)
    },
  }
  const plan = { robots: NO_ROBOTS, render: true }
  const { records } = await crawlSome([`${origin}/app`, `${origin}/static`], plan, { browser })
  expect(records[`${origin}/app`]).toMatchObject({
    outcome: 'page',
    error: null,
    audit: { h1: 'Built' },
    links: [[`${origin}/next`, 0, 5, 'Next']],
  })
  expect(records[`${origin}/static`]).toMatchObject({ outcome: 'page', audit: { title: 'Trees' } })
  expect(seen).toEqual(['/app'])
})

test('without a browser a page is read without its scripts, and says so', async () => {
  const { origin } = await serveSite({ '/app': html(SCRIPTED) })
  expect(await crawlOne(`${origin}/app`, { robots: NO_ROBOTS, render: true })).toMatchObject({
    outcome: 'page',
    error: 'The page was read without its scripts: This agent has no browser.',
    audit: { title: 'App' },
  })
})

test('input that is not understood is refused', async () => {
  const unknown = [crawlSome([]), crawlSome(['http://a.test/'], { userAgent: 'a\r\nhost: b' })]
  for (const asked of unknown) await expect(asked).rejects.toMatchObject({ code: 'badRequest' })
})

test('a robots.txt that hangs until the batch is given up tells nothing of the site', async () => {
  const ended = new AbortController()
  const { origin } = await serveSite({ '/robots.txt': () => ended.abort(), '/': html(PAGE) })
  const crawled = crawlSome([`${origin}/`], {}, { signal: ended.signal })
  await expect(crawled).rejects.toMatchObject({ code: 'unavailable' })
})
