import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherOne, redirectTo, serveSite } from '../../../helpers/gathering.ts'

const urlset = (...locs: readonly string[]): string =>
  `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`

const index = (...locs: readonly string[]): string =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`

/** An answer that needs to know where the site is. */
const at =
  (body: (origin: string) => string | Uint8Array): Answer =>
  (request, to) => {
    to.end(body(`http://${request.headers.host}`))
  }

const failing: Answer = (_, to) => {
  to.writeHead(503).end()
}

/** @returns what is said of the page at a path, and which sitemaps were asked for */
async function look(answers: Readonly<Record<string, Answer>>, path = '/a%7Eb?x=1&y=2') {
  const { origin, asked } = await serveSite({ [path]: '<p>hello', ...answers })
  const isListed = await gatherOne('sitemapListing', origin + path)
  return { isListed, asked: asked.filter((each) => each !== path && each !== '/robots.txt') }
}

const PAGE = 'a~b?x=1&amp;y=2'

test.for<[string, Readonly<Record<string, Answer>>]>([
  ['the usual place', { '/sitemap.xml': at((o) => urlset(`${o}/1`, `${o}/${PAGE}`)) }],
  [
    'another spelling of the address',
    { '/sitemap.xml': at((o) => urlset(`  ${o.toUpperCase()}/%61%7eb?x=1&#38;y=2#top `)) },
  ],
  ['a list of addresses', { '/sitemap.txt': at((o) => `${o}/1\r\n${o}/a~b?x=1&y=2\r\n`) }],
  [
    'a file that robots.txt names',
    {
      '/robots.txt': at((o) => `Sitemap: ${o}/s.xml`),
      '/s.xml': at((o) => urlset(`${o}/${PAGE}`)),
    },
  ],
  [
    'gzip behind an index',
    {
      '/sitemap.xml': at((o) => index(`${o}/1.xml`, `${o}/2.xml.gz`)),
      '/1.xml': at((o) => urlset(`${o}/1`)),
      '/2.xml.gz': at((o) => gzipSync(urlset(`${o}/${PAGE}`))),
    },
  ],
  [
    'the usual place, where the file that robots.txt names is gone',
    {
      '/robots.txt': at((o) => `Sitemap: ${o}/gone.xml`),
      '/sitemap.xml': at((o) => urlset(`${o}/${PAGE}`)),
    },
  ],
  [
    'the usual place, where robots.txt fails',
    { '/robots.txt': failing, '/sitemap.xml': at((o) => urlset(`${o}/${PAGE}`)) },
  ],
  [
    'a file beside one that fails',
    {
      '/robots.txt': at((o) => `Sitemap: ${o}/s.xml\nSitemap: ${o}/t.xml`),
      '/s.xml': failing,
      '/t.xml': at((o) => urlset(`${o}/${PAGE}`)),
    },
  ],
  [
    'a file that is broken behind it',
    { '/sitemap.xml': at((o) => `<urlset><url><loc>${o}/${PAGE}</loc></url><url></loc>`) },
  ],
])('a page is listed: %s', async ([, answers]) => {
  expect((await look(answers)).isListed).toBe(true)
})

test.for<[string, Readonly<Record<string, Answer>>]>([
  ['there is no sitemap', {}],
  ['its sitemap lists others', { '/sitemap.xml': at((o) => urlset(`${o}/a~b`, `${o}/A~b?x=1`)) }],
  [
    'only other places have it',
    {
      '/robots.txt': at((o) => `Sitemap: ${o}/s.xml`),
      '/s.xml': at((o) => urlset(`${o}/1`)),
      '/sitemap.xml': at((o) => urlset(`${o}/${PAGE}`)),
    },
  ],
  ['what answers there is a page', { '/sitemap.xml': '<!doctype html><title>Not found</title>' }],
  [
    'indexes name one another',
    {
      '/sitemap.xml': at((o) => index(`${o}/i.xml`)),
      '/i.xml': at((o) => index(`${o}/sitemap.xml`)),
    },
  ],
])('a page is not listed: %s', async ([, answers]) => {
  expect((await look(answers)).isListed).toBe(false)
})

test.for<[string, Readonly<Record<string, Answer>>]>([
  ['the file fails', { '/sitemap.xml': failing }],
  ['robots.txt fails', { '/robots.txt': failing, '/sitemap.xml': at((o) => urlset(`${o}/1`)) }],
  ['the site keeps it to itself', { '/sitemap.xml': (_, to) => void to.writeHead(403).end() }],
  ['it breaks off', { '/sitemap.xml': at((o) => `<urlset><url><loc>${o}/1</loc></url><url>`) }],
  [
    'its gzip data is cut',
    { '/sitemap.xml': at((o) => gzipSync(urlset(`${o}/1`)).subarray(0, -12)) },
  ],
  [
    'it names more files than are read',
    {
      '/sitemap.xml': at((o) => index(...Array.from({ length: 60 }, (_, i) => `${o}/${i}.xml`))),
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`/${i}.xml`, at((o) => urlset(`${o}/${i}`))]),
      ),
    },
  ],
  [
    'indexes are nested without end',
    {
      '/sitemap.xml': at((o) => index(`${o}/1.xml`)),
      '/1.xml': at((o) => index(`${o}/2.xml`)),
      '/2.xml': at((o) => index(`${o}/3.xml`)),
      '/3.xml': at((o) => urlset(`${o}/${PAGE}`)),
    },
  ],
])('whether a page is listed is not known: %s', async ([, answers]) => {
  expect((await look(answers)).isListed).toBe(null)
})

test('nothing is read any more once it is found', async () => {
  const files = Array.from({ length: 20 }, (_, i) => `/${i}.xml`)
  const { isListed, asked } = await look({
    '/sitemap.xml': at((o) => index(...files.map((file) => o + file))),
    ...Object.fromEntries(
      files.map((file, i) => [file, at((o) => urlset(i < 3 ? `${o}/${PAGE}` : `${o}/1`))]),
    ),
  })
  expect(isListed).toBe(true)
  expect(asked.length).toBeLessThanOrEqual(3)
})

test('it is the page at the end of the redirects that is looked for', async () => {
  const { isListed } = await look(
    { '/old': redirectTo('/new'), '/new': 'new', '/sitemap.xml': at((o) => urlset(`${o}/new`)) },
    '/old',
  )
  expect(isListed).toBe(true)
})

test('a sitemap at an address that may not be reached was not read', async () => {
  const { isListed } = await look({ '/robots.txt': 'Sitemap: http://10.0.0.1/s.xml' })
  expect(isListed).toBe(null)
})
