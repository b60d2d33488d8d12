import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sitemapAnalysis } from '../../../../agent/src/analyses/sitemap.ts'
import { findSitemaps } from '../../../../agent/src/gather/sitemaps.ts'
import { SitemapResult } from '../../../../shared/src/analyses/sitemap.ts'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherOne, redirectTo, serveSite } from '../../../helpers/gathering.ts'

const urlset = (...locs: readonly string[]): string =>
  `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`

const index = (...locs: readonly string[]): string =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc><lastmod>2026</lastmod></sitemap>`).join('')}</sitemapindex>`

/** An answer that needs to know where the site is. */
const at =
  (body: (origin: string) => string | Uint8Array): Answer =>
  (request, to) => {
    to.end(body(`http://${request.headers.host}`))
  }

async function look(answers: Readonly<Record<string, Answer>>, path = '/') {
  const { origin, asked } = await serveSite(answers)
  const sitemaps = await gatherOne('sitemaps', origin + path)
  const result = SitemapResult.parse(await sitemapAnalysis.analyse({ sitemaps }, {}))
  return { origin, asked, result }
}

test('sitemaps that robots.txt names come first, and no others are looked for', async () => {
  const { origin, asked, result } = await look(
    {
      '/robots.txt': at((o) => `sitemap: ${o}/b.xml\nSitemap: ${o}/a.xml.gz\nSitemap: ${o}/b.xml`),
      '/b.xml': at((o) => urlset(`${o}/1`, `${o}/2`, 'https://elsewhere.test/')),
      '/a.xml.gz': at((o) => gzipSync(urlset(`${o}/1`))),
      '/sitemap.xml': urlset(),
    },
    '/some/page',
  )
  expect(result).toMatchObject({
    url: `${origin}/some/page`,
    found: true,
    source: 'robots',
    sitemaps: [
      {
        url: `${origin}/b.xml`,
        type: 'urlset',
        urlCount: 3,
        gzip: false,
        valid: true,
        parent: null,
      },
      { url: `${origin}/a.xml.gz`, type: 'urlset', urlCount: 1, gzip: true, valid: true },
    ],
    stats: { sitemapFiles: 2, totalUrls: 4, uniqueUrls: 3, duplicates: 1, offHost: 1, insecure: 0 },
    returned: 4,
    truncated: false,
    errors: [],
  })
  expect(result.urls.map(({ loc }) => loc)).toEqual([
    `${origin}/1`,
    `${origin}/2`,
    'https://elsewhere.test/',
    `${origin}/1`,
  ])
  expect(asked).not.toContain('/sitemap.xml')
  expect(asked).not.toContain('/some/page')
})

test('the usual places are tried in order, and what is no sitemap there is passed over', async () => {
  const { origin, asked, result } = await look({
    '/sitemap.xml': '<!doctype html><title>Not found</title>',
    '/sitemap-index.xml': 'Warning: <sitemapindex>',
    '/wp-sitemap.xml': at((o) => urlset(`${o}/1`)),
    '/sitemap.txt': at((o) => `${o}/2`),
  })
  expect(result).toMatchObject({
    source: 'default',
    sitemaps: [{ url: `${origin}/wp-sitemap.xml` }],
  })
  expect(result.errors).toEqual([
    `${origin}/sitemap-index.xml answers, but is no sitemap: Line 1: it has an address that is no absolute http or https URL.`,
  ])
  expect(asked).toEqual([
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap_index.xml',
    '/sitemap-index.xml',
    '/wp-sitemap.xml',
  ])
})

test('what does not say whether there is a sitemap at a usual place is told', async () => {
  const status =
    (statusCode: number): Answer =>
    (_request, to) => {
      to.writeHead(statusCode).end()
    }
  const { origin, result } = await look({
    '/sitemap.xml': status(503),
    '/sitemap_index.xml': status(410),
    '/wp-sitemap.xml': (request) => request.socket.destroy(),
  })
  expect(result).toMatchObject({ found: false, sitemaps: [] })
  expect(result.errors).toEqual([
    `${origin}/sitemap.xml may be a sitemap, but cannot be read: It answers with status 503.`,
    expect.stringContaining(`${origin}/wp-sitemap.xml may be a sitemap, but cannot be read: `),
    expect.stringContaining('none could be read at /sitemap.xml, '),
  ])
})

test('once the time is over the usual places that were not asked are told once, and not as empty', async () => {
  const site = {
    siteUrl: 'http://example.test/',
    robots: { fetchedUrl: 'http://example.test/robots.txt', text: '' },
    page: async () => null,
    time: { beganAtMs: -1, withinMs: 0 },
  }
  const fetch = () => Promise.reject(new Error('nothing is to be fetched'))
  const tools = { fetch, signal: AbortSignal.timeout(60_000), run: fetch } as never
  expect((await findSitemaps(site, tools)).errors).toEqual([
    'Files that were not read: 1; the limit is 0 s.',
    expect.stringContaining('none could be read at /sitemap.xml, '),
  ])
})

test('what robots.txt names and cannot be read is told, and the search goes on', async () => {
  const { origin, result } = await look({
    '/robots.txt': at((o) => `Sitemap: ${o}/gone.xml\nSitemap: /relative.xml`),
    '/sitemap.txt': at((o) => `${o}/2`),
  })
  expect(result).toMatchObject({
    found: true,
    source: 'default',
    sitemaps: [
      {
        url: `${origin}/gone.xml`,
        type: null,
        statusCode: 404,
        valid: false,
        errors: ['It answers with status 404.'],
      },
      { url: `${origin}/sitemap.txt`, type: 'text', valid: true },
    ],
  })
})

test('at last a link of the page is followed', async () => {
  const { origin, result } = await look({
    '/': '<link rel="stylesheet" href="/a.css"><link rel="Sitemap" type="application/xml" href="maps/1.xml">',
    '/maps/1.xml': redirectTo('/maps/2.xml'),
    '/maps/2.xml': at((o) => urlset(`${o}/1`)),
  })
  expect(result).toMatchObject({
    source: 'link',
    sitemaps: [{ url: `${origin}/maps/1.xml`, statusCode: 200, urlCount: 1 }],
  })
})

test('a site without sitemaps is told as such', async () => {
  const { result } = await look({ '/': 'hello' })
  expect(result).toMatchObject({
    found: false,
    source: 'none',
    sitemaps: [],
    stats: { sitemapFiles: 0, totalUrls: 0, priority: { min: null, max: null, avg: null } },
    urls: [],
    returned: 0,
    errors: [
      expect.stringContaining(
        'No sitemap was found: robots.txt names none that can be read, and none is at ',
      ),
    ],
  })
})

test('indexes are followed three deep, each file once', async () => {
  const { origin, asked, result } = await look({
    '/sitemap.xml': at((o) => index(`${o}/2.xml`, `${o}/sitemap.xml`, `${o}/missing.xml`)),
    '/2.xml': at((o) => index(`${o}/3.xml`, `${o}/2.xml`, `${o}/deep.xml`)),
    '/3.xml': at((o) => urlset(`${o}/1`)),
    '/deep.xml': at((o) => index(`${o}/too-deep.xml`)),
  })
  expect(result.sitemaps).toMatchObject([
    { url: `${origin}/sitemap.xml`, type: 'index', urlCount: 3, parent: null, lastmod: null },
    { url: `${origin}/2.xml`, type: 'index', parent: `${origin}/sitemap.xml`, lastmod: '2026' },
    { url: `${origin}/missing.xml`, type: null, statusCode: 404, valid: false },
    { url: `${origin}/3.xml`, type: 'urlset', parent: `${origin}/2.xml` },
    { url: `${origin}/deep.xml`, type: 'index', parent: `${origin}/2.xml` },
  ])
  expect(result.errors[0]).toMatch(/nested more than 3 deep/)
  expect(asked.filter((path) => path === '/sitemap.xml')).toHaveLength(1)
  expect(asked).not.toContain('/too-deep.xml')
})

test('fifty files are read, and the others are told', async () => {
  const { result, asked } = await look({
    '/sitemap.xml': at((o) => index(...Array.from({ length: 80 }, (_, n) => `${o}/${n}.xml`))),
    ...Object.fromEntries(
      Array.from({ length: 80 }, (_, n) => [`/${n}.xml`, urlset(`http://a.test/${n}`)]),
    ),
  })
  expect(result.stats).toMatchObject({ sitemapFiles: 50, totalUrls: 49 })
  expect(asked.filter((path) => /^\/\d+\.xml$/.test(path))).toHaveLength(49)
  expect(result.errors).toHaveLength(2)
})

test('files at addresses that may not be reached are not read', async () => {
  const { result } = await look({
    '/robots.txt': 'Sitemap: http://169.254.169.254/sitemap.xml',
  })
  expect(result).toMatchObject({
    found: false,
    sitemaps: [{ statusCode: null, valid: false, errors: [expect.any(String)] }],
  })
})

test('a robots.txt without an answer hides no sitemap; a site without one is told', async () => {
  const { result } = await look({
    '/': 'page',
    '/robots.txt': (request) => request.socket.destroy(),
    '/sitemap.xml': at((o) => urlset(`${o}/1`)),
  })
  expect(result).toMatchObject({
    found: true,
    source: 'default',
    stats: { totalUrls: 1 },
    errors: [expect.stringContaining('robots.txt could not be read')],
  })
  const dead = await serveSite({
    '/': (request) => request.socket.destroy(),
    '/robots.txt': (request) => request.socket.destroy(),
  })
  await expect(gatherOne('sitemaps', dead.origin)).rejects.toMatchObject({
    code: 'upstreamFailed',
  })
})

test('a sitemap may begin with a comment', async () => {
  const { result } = await look({
    '/sitemap.xml': at((o) => `<!-- made by hand -->\n${urlset(`${o}/1`)}`),
  })
  expect(result).toMatchObject({ found: true, stats: { totalUrls: 1 }, errors: [] })
})

test('of more files than are read, those that are left out are told', async () => {
  const { result } = await look({
    '/robots.txt': Array.from({ length: 60 }, (_, n) => `Sitemap: http://127.0.0.1:9/${n}`).join(
      '\n',
    ),
  })
  expect(result.sitemaps).toHaveLength(50)
  expect(result.errors[0]).toBe('Files that were not read: 10; the limit is 50 files.')
})
