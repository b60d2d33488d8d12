import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { auditAnalysis } from '../../../../agent/src/analyses/audit.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'
import { AuditResult } from '../../../../shared/src/analyses/audit.ts'
import { html, NO_ROBOTS, PAGE, ROBOTS } from '../../../helpers/crawled-pages.ts'
import { crawlOne, crawlSome } from '../../../helpers/crawling.ts'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherSome, redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { listen } from '../../../helpers/listen.ts'

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

test.for([
  ['a meta element', { headers: {}, head: '<meta http-equiv=refresh content="0; url=/new#x">' }],
  ['a header', { headers: { refresh: '0; url=/new#x' }, head: '' }],
] as const)('where a page leads by itself is told: %s', async ([, { headers, head }]) => {
  const { origin } = await serveSite({
    '/old': html(`<title>Old</title>${head}<a href="/new">New</a>`, 200, headers),
    '/late': html('<meta http-equiv=refresh content="20; url=/new"><a href="/a">A</a>'),
    '/again': html('<meta http-equiv=refresh content="0; url=/again#x">'),
  })
  const urls = ['/old', '/late', '/again'].map((path) => origin + path)
  const { records } = await crawlSome(urls)
  expect(records[`${origin}/old`]).toMatchObject({
    facts: { refresh: `${origin}/new` },
    // People are offered a link to the same page.
    links: [[`${origin}/new`, 4, 5, 'New']],
  })
  expect(records[`${origin}/late`]?.links).toEqual([
    [`${origin}/a`, 0, 5, 'A'],
    [`${origin}/new`, 0, 5, ''],
  ])
  expect(records[`${origin}/late`]?.facts?.refresh ?? null).toBeNull()
  expect(records[`${origin}/again`]?.links).toEqual([])
})

test('a canonical outside of the head is none: search engines leave it alone', async () => {
  const { origin } = await serveSite({ '/a': html('<p>A</p><link rel=canonical href="/b">') })
  const { records } = await crawlSome([`${origin}/a`])
  expect(records[`${origin}/a`]?.facts?.canonical).toBeNull()
})

test('of a file only whether it answers is asked, where robots.txt allows', async () => {
  const methods: string[] = []
  const answer =
    (statusCode: number): Answer =>
    ({ method = '', url = '' }, to) => {
      methods.push(`${method} ${url}`)
      to.writeHead(statusCode, { 'content-type': 'application/pdf' }).end('%PDF')
    }
  const { origin } = await serveSite({
    '/robots.txt': ROBOTS,
    '/a.pdf': answer(200),
    '/gone.pdf': answer(404),
    '/private/b.pdf': answer(200),
  })
  const urls = ['/a.pdf', '/gone.pdf', '/private/b.pdf'].map((path) => `file ${origin}${path}`)
  const { records } = await crawlSome(urls, { parallel: 1 })
  expect(methods).toEqual(['HEAD /a.pdf', 'HEAD /gone.pdf', 'GET /gone.pdf'])
  expect(records[`${origin}/a.pdf`]).toMatchObject({ outcome: 'other', statusCode: 200 })
  expect(records[`${origin}/gone.pdf`]).toMatchObject({ outcome: 'other', statusCode: 404 })
  expect(records[`${origin}/private/b.pdf`]).toMatchObject({ outcome: 'blocked' })
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
const rendered = (page: string, documentUrl: string) => ({
  ok: true as const,
  url: '',
  documentUrl,
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
      const built = `<html lang="en"><title>App</title><h1>Built</h1><a href="/next">Next</a>`
      return rendered(built, `${url.href}#top`)
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

test('a page whose scripts lead to another is read as it came, with where they lead', async () => {
  const { origin } = await serveSite({ '/app': html(SCRIPTED) })
  const browser = {
    missing: null,
    pages: 2,
    render: async () => rendered('<title>Other</title><h1>Other</h1>', `${origin}/other#top`),
  }
  const plan = { robots: NO_ROBOTS, render: true }
  const { records } = await crawlSome([`${origin}/app`], plan, { browser })
  expect(records[`${origin}/app`]).toMatchObject({
    outcome: 'page',
    error: 'The page was read as it came: its scripts lead to another.',
    audit: { title: 'App', h1: '' },
    facts: { refresh: `${origin}/other` },
    links: [[`${origin}/other`, 4, 5, '']],
  })
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

test('a page names the images that it shows where it is asked to, each once', async () => {
  const page = `<!doctype html><title>Pictures</title><base href="/media/">
    <img src="a.png"><img src="/b.webp#part"><img src="a.png" alt="again"><img alt="none"><img src="">
    <noscript><img src="https://counter.example/p?id=1" width="1" height="1"></noscript>
    <picture><source srcset="small.avif 1x"><img src="c.jpg?w=100"></picture>
    <img src="data:image/png;base64,AAAA"><a href="linked.png"><img src="//cdn.example/d.png"></a>`
  const { origin } = await serveSite({ '/robots.txt': ROBOTS, '/pictures': html(page) })
  const { images, links } = await crawlOne(`${origin}/pictures`, { withImages: true })
  expect(images).toEqual([
    `${origin}/media/a.png`,
    `${origin}/b.webp`,
    `${origin}/media/c.jpg?w=100`,
    'http://cdn.example/d.png',
  ])
  expect(links.map(([url]) => url)).toEqual([`${origin}/media/linked.png`])
  expect((await crawlOne(`${origin}/pictures`)).images).toBeUndefined()
})
