import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openSite } from '../../../helpers/crawling.ts'
import type { Answer } from '../../../helpers/gathering.ts'
import { redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { startNameServer } from '../../../helpers/name-server.ts'

const urlset = (...locs: readonly string[]): string =>
  `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`

/** An answer that needs to know where the site is. */
const at =
  (body: (origin: string) => string | Uint8Array): Answer =>
  (request, to) => {
    to.end(body(`http://${request.headers.host}`))
  }

test('redirects lead to the start, whose robots.txt and sitemaps count', async () => {
  const end = await serveSite({
    '/home?b=1': '<title>Home</title>',
    '/robots.txt': at((o) => `Sitemap: ${o}/index.xml\nUser-agent: *\nCrawl-delay: 3`),
    '/index.xml': at(
      (o) =>
        `<sitemapindex><sitemap><loc>${o}/b.xml.gz</loc></sitemap><sitemap><loc>${o}/a.xml</loc></sitemap><sitemap><loc>${o}/none.xml</loc></sitemap></sitemapindex>`,
    ),
    '/b.xml.gz': at((o) => gzipSync(urlset(`${o}/1`, `${o}/2?utm_source=mail`, `${o}/1#part`))),
    '/a.xml': at((o) => urlset(`${o}/2`, `${o}/3`, 'no address', 'https://elsewhere.test/')),
  })
  const start = await serveSite({ '/': redirectTo(`${end.origin}/home?utm_medium=x&b=1#top`) })
  const { origin } = end
  const opened = await openSite(`${start.origin}/`, { dropTracking: true })
  // First: where a file is missed it tells why.
  expect(opened.sitemapErrors).toEqual([
    expect.stringMatching(/a\.xml: Line 1: <url> has an address that is no absolute/),
    `${origin}/none.xml: It answers with status 404.`,
  ])
  expect(opened).toMatchObject({
    startUrl: `${origin}/home?b=1`,
    robots: { statusCode: 200, crawlDelaySeconds: 3, refusal: null },
    sitemapFiles: 3,
  })
  expect(opened.sitemapUrls).toEqual([
    `${origin}/1`,
    `${origin}/2`,
    `${origin}/3`,
    'https://elsewhere.test/',
  ])
  expect(start.asked).toEqual(['/'])
})

test('sitemaps are read only where they are wanted', async () => {
  const { origin, asked } = await serveSite({ '/': 'home', '/robots.txt': '' })
  const opened = await openSite(`${origin}/`, { includeSitemap: false })
  expect(opened).toMatchObject({ startUrl: `${origin}/`, sitemapFiles: 0, sitemapErrors: [] })
  expect(asked).toEqual(['/', '/robots.txt'])
})

test('a site whose robots.txt cannot be had is not read further', async () => {
  const { origin, asked } = await serveSite({
    '/': 'home',
    '/robots.txt': (_, to) => to.writeHead(500).end(),
  })
  const opened = await openSite(`${origin}/`)
  expect(opened.robots.refusal).toMatch(/robots\.txt cannot be had, .*status 500/)
  expect(asked).toEqual(['/', '/robots.txt'])
})

test('a bare host is opened over http where https cannot be reached', async () => {
  const { origin } = await serveSite({ '/': 'home', '/robots.txt': '' })
  const url = `${origin.replace('http:', 'https:')}/`
  const opened = await openSite(url, { isBare: true, includeSitemap: false })
  expect(opened.startUrl).toBe(`${origin}/`)
})

test('a start that leads to where nothing may be fetched is forbidden', async () => {
  const names = await startNameServer({ 'inside.example.com': { a: ['10.0.0.1'] } })
  const { origin } = await serveSite({ '/': redirectTo('http://inside.example.com/') })
  await expect(openSite(`${origin}/`, {}, { servers: [names] })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringMatching(/^This address may not be crawled: .*a private address/),
  })
})

test('a start that gives no answer, or never ends, is told', async () => {
  await expect(openSite('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'upstreamFailed' })
  const { origin } = await serveSite({ '/': redirectTo('/') })
  await expect(openSite(`${origin}/`)).rejects.toMatchObject({
    code: 'upstreamFailed',
    message: expect.stringContaining('never end'),
  })
  const long = await serveSite({ '/': redirectTo(`/${'a'.repeat(2_000)}`) })
  await expect(openSite(`${long.origin}/`)).rejects.toMatchObject({
    code: 'upstreamFailed',
    message: 'The address is longer than 2,000 characters, so it cannot be crawled.',
  })
})

const sitemaps = (...locs: readonly string[]): string =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`

test.for<[string, boolean, (origin: string) => string, Record<string, Answer>]>([
  ['one that is gone', false, (o) => sitemaps(`${o}/none.xml`), {}],
  ['one that is no sitemap', false, (o) => sitemaps(`${o}/a.xml`), { '/a.xml': '<html>' }],
  ['an address that is none', false, () => urlset('nothing'), {}],
  [
    'one that is refused',
    true,
    (o) => sitemaps(`${o}/a.xml`),
    { '/a.xml': (_, to) => to.writeHead(503).end() },
  ],
  [
    'one that is broken',
    true,
    (o) => sitemaps(`${o}/a.xml`),
    { '/a.xml': '<urlset><url></urlset>' },
  ],
  ['too many', true, (o) => sitemaps(...Array.from({ length: 51 }, (_, n) => `${o}/${n}.xml`)), {}],
])('sitemaps of a site with %s are cut: %s', async ([, isCut, sitemap, others]) => {
  const { origin } = await serveSite({
    '/': 'home',
    '/robots.txt': '',
    '/sitemap.xml': at(sitemap),
    ...others,
  })
  expect((await openSite(`${origin}/`)).sitemapsCut).toBe(isCut)
})

test.for([
  ['names none', '', false],
  ['names some', '<x:link rel="alternate" hreflang="de" href="https://example.com/de"/>', true],
] as const)('whether a sitemap names versions in other languages: %s', async ([, link, has]) => {
  const { origin } = await serveSite({
    '/': 'home',
    '/robots.txt': '',
    '/sitemap.xml': at((o) => `<urlset><url><loc>${o}/</loc>${link}</url></urlset>`),
  })
  expect((await openSite(`${origin}/`)).sitemapAlternates).toBe(has)
})
