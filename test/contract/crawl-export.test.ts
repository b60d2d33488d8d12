import { LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FixturePage, InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const HOST = 'https://www.example.com'
const AWKWARD = '=HYPERLINK("http://evil.example","a, b")\nnext'

const PAGES: readonly FixturePage[] = [
  {
    path: '/',
    links: [
      ['/a', AWKWARD, 0, 0],
      ['/never', 'No'],
    ],
    pageRank: 100,
  },
  {
    path: '/a',
    links: [['https://other.example/', '-5', LINK_NOFOLLOW]],
    audit: { title: AWKWARD, metaDescription: '+1', h1: '@you', issues: ['One "thing"', 'Two'] },
  },
  { path: '/b?x=1&y=<2>', facts: { canonical: null } },
  { path: '/gone', statusCode: 404 },
  { path: '/old', statusCode: 301, redirectTo: '/a', facts: null },
  { path: '/hidden', facts: { noindex: true } },
  { path: '/copy', facts: { canonical: `${HOST}/a` } },
  { path: '/self', facts: { canonical: `${HOST}/self` } },
]

let api: TestApi
let crawl: InsertedCrawl
beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, { pages: PAGES })
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const get = async (query: string, { jobId } = crawl) =>
  api.ask('GET', `/api/v1/crawl/${jobId}/export${query}`)

/** As RFC 4180 has it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  expect(rows.pop()).toEqual([])
  return rows
}

const records = (text: string): Record<string, string>[] => {
  const [names = [], ...rows] = readCsv(text)
  return rows.map((row) => {
    expect(row.length).toBe(names.length)
    return Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']))
  })
}

const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('GET /crawl/{jobId}/export', () => {
  it('gives the pages as CSV unless something else is asked for', async () => {
    const { status, headers, body } = await get('')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="www.example.com-pages.csv"',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('?what=pages&format=csv')).body).toBe(body)
    const rows = records(body)
    expect(rows.map(({ url }) => url)).toEqual(PAGES.map(({ path }) => crawl.url(path)))
    expect(rows[0]).toMatchObject({
      statusCode: '200',
      depth: '0',
      inlinks: '0',
      outlinks: '2',
      pageRank: '100',
      indexable: 'true',
      canonical: '',
      redirectTo: '',
    })
    expect(rows[4]).toMatchObject({ statusCode: '301', issues: 'broken', redirectTo: `${HOST}/a` })
    expect(rows[6]).toMatchObject({ canonical: `${HOST}/a`, indexable: 'false' })
  })

  it('keeps text from being taken for formulas, and separators for what they are', async () => {
    const [, row] = records((await get('')).body)
    expect(row).toMatchObject({
      title: `'${AWKWARD}`,
      metaDescription: "'+1",
      h1: "'@you",
      issues: 'One "thing"\nTwo',
    })
    const [link] = records((await get('?what=links')).body)
    expect(link?.['text']).toBe(`'${AWKWARD}`)
  })

  it('gives the same as NDJSON, as it is', async () => {
    const { headers, body } = await get('?format=ndjson')
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(headers['content-disposition']).toContain('www.example.com-pages.ndjson')
    const rows = lines(body)
    expect(rows.map(({ url }) => url)).toEqual(PAGES.map(({ path }) => crawl.url(path)))
    const [names] = readCsv((await get('')).body)
    expect(Object.keys(rows[1])).toEqual(names)
    expect(rows[1]).toMatchObject({ title: AWKWARD, issues: ['One "thing"', 'Two'], pageRank: 0 })
  })

  it('gives each link of each page', async () => {
    expect(lines((await get('?what=links&format=ndjson')).body)).toEqual([
      {
        from: `${HOST}/`,
        to: `${HOST}/a`,
        fromStatusCode: 200,
        toStatusCode: 200,
        text: AWKWARD,
        area: 'nav',
        nofollow: false,
        isImage: false,
        isRedirect: false,
        external: false,
      },
      expect.objectContaining({ to: `${HOST}/never`, toStatusCode: null, external: false }),
      expect.objectContaining({ to: 'https://other.example/', nofollow: true, external: true }),
      expect.objectContaining({ from: `${HOST}/old`, fromStatusCode: 301, isRedirect: true }),
    ])
    const csv = records((await get('?what=links')).body)
    expect(csv.map(({ to }) => to)).toEqual([
      `${HOST}/a`,
      `${HOST}/never`,
      'https://other.example/',
      `${HOST}/a`,
    ])
    expect(csv[2]?.['text']).toBe("'-5")
  })

  it.each(['?what=sitemap', '?format=xml', '?what=sitemap&format=xml&part=1'])(
    'gives a sitemap of the pages that may be shown: %s',
    async (query) => {
      const { headers, body } = await get(query)
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(headers['content-disposition']).toContain('www.example.com-sitemap.xml')
      expect(body).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${HOST}/</loc></url>
  <url><loc>${HOST}/a</loc></url>
  <url><loc>${HOST}/b?x=1&amp;y=%3C2%3E</loc></url>
  <url><loc>${HOST}/self</loc></url>
</urlset>
`)
    },
  )

  it('has no part of a sitemap that would be empty but the first', async () => {
    const { status, body, headers } = await get('?what=sitemap&part=2')
    expect([status, body.error]).toEqual([404, expect.stringContaining('part 2')])
    expect(headers).not.toHaveProperty('content-disposition')
    const whole = await get('?what=links&part=2')
    expect(whole.headers['content-disposition']).toMatch(/-links\.csv"$/)
    const empty = await insertFixtureCrawl(api.db, { pages: [], status: 'running' })
    const first = await get('?what=sitemap', empty)
    expect([first.status, first.body]).toEqual([200, expect.stringContaining('</urlset>')])
  })

  it('gives all of a crawl, however long', async () => {
    const pages = Array.from({ length: 1_234 }, (_, place): FixturePage => ({
      path: `/${place}`,
      links: Array.from({ length: 5 }, (__, link): [string] => [`/${(place + link + 1) % 1_234}`]),
    }))
    const many = await insertFixtureCrawl(api.db, { pages })
    const urls = pages.map(({ path }) => HOST + path)
    expect(records((await get('', many)).body).map(({ url }) => url)).toEqual(urls)
    const links = lines((await get('?what=links&format=ndjson', many)).body)
    expect(links.map(({ from }) => from)).toEqual(urls.flatMap((url) => Array(5).fill(url)))
    const sitemap = String((await get('?what=sitemap', many)).body)
    expect([...sitemap.matchAll(/<loc>(.*)<\/loc>/g)].map(([, url]) => url)).toEqual(urls)
  })

  it('has only its header line before there is a page', async () => {
    const empty = await insertFixtureCrawl(api.db, { pages: [], status: 'queued' })
    expect(readCsv((await get('', empty)).body).length).toBe(1)
    expect((await get('?format=ndjson', empty)).body).toBe('')
    expect(readCsv((await get('?what=links', empty)).body).length).toBe(1)
  })

  it.each([
    ['what=everything', 'what'],
    ['format=xlsx', 'format'],
    ['what=pages&format=xml', 'format'],
    ['what=sitemap&format=csv', 'format'],
    ['what=sitemap&part=two', 'part'],
  ])('names what is wrong with %s', async (query, field) => {
    const { status, body } = await get(`?${query}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${field}"`)])
  })

  it('is for nobody else', async () => {
    const key = await api.unlinkedKey()
    const path = `/api/v1/crawl/${crawl.jobId}/export`
    expect((await api.ask('GET', path, { key })).status).toBe(404)
  })
})
