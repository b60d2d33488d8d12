import { AuditResult } from '@sightline/shared/analyses/audit'
import { LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CrawlLinks,
  CrawlOrphans,
  CrawlPages,
} from '../../controller/src/api/schemas/crawl-reads.ts'
import type { FixturePage, InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const PAGES: readonly FixturePage[] = [
  {
    path: '/',
    links: [['/a'], ['/b'], ['/', 'itself'], ['https://other.example/']],
    pageRank: 99.97,
  },
  {
    path: '/a',
    links: [['/'], ['/', 'again'], ['/b', '', LINK_NOFOLLOW], ['/never']],
    pageRank: 100,
  },
  { path: '/b', links: [['/old']], pageRank: 40.5 },
  { path: '/old', statusCode: 301, redirectTo: '/a', level: 2, depth: 2, pageRank: 12 },
  { path: '/Z', level: null, depth: null, pageRank: 12 },
  { path: '/é', level: null, depth: null, pageRank: 12, links: [['/Z', 'a "quoted" <link>']] },
]

let api: TestApi
let crawl: InsertedCrawl
beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, { pages: PAGES })
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const read = async (what: string, { jobId } = crawl, key?: string | null) =>
  api.ask('GET', `/api/v1/crawl/${jobId}/${what}`, key === undefined ? {} : { key })

const pathsOf = (items: readonly { url: string }[]) =>
  items.map(({ url }) => decodeURI(new URL(url).pathname))

const manyPages = (count: number): FixturePage[] =>
  Array.from({ length: count }, (_, place) => ({ path: `/${place}`, pageRank: place % 7 }))

describe('every read of a crawl', () => {
  it.each(['links', 'orphans', 'pages'])('begins with its header: %s', async (what) => {
    expect((await read(what)).body).toMatchObject({
      jobId: crawl.jobId,
      startUrl: 'https://www.example.com/',
      host: 'www.example.com',
      status: 'done',
      maxPages: 100_000,
      createdAt: '2026-03-10T11:00:00.000Z',
      finishedAt: '2026-03-10T11:30:00.000Z',
      pagesCrawled: 6,
      pagesQueued: 0,
      complete: true,
      error: null,
    })
  })

  it.each(['links', 'orphans', 'pages', 'pages?fields=summary'])(
    'is to the letter of its schema: %s',
    async (what) => {
      const { body, headers } = await read(what)
      const schema = { links: CrawlLinks, orphans: CrawlOrphans, pages: CrawlPages }[
        what.split('?')[0] as 'links'
      ]
      expect(schema.encode(schema.parse(body) as never)).toEqual(body)
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )

  it('is for keys of its workspace, whatever their role', async () => {
    for (const key of [await api.keyOf('viewer'), await api.keyOf('analyst')]) {
      expect((await read('links', crawl, key)).status).toBe(200)
    }
    expect(
      (await api.ask('GET', `/api/v1/crawl/${crawl.jobId}/links?key=${api.key}`, { key: null }))
        .status,
    ).toBe(200)
    expect((await read('links', crawl, null)).status).toBe(401)
  })

  it('is for nobody else', async () => {
    const [own, others] = [await api.unlinkedKey(), await api.unlinkedKey()]
    const { rows } = await api.db.query<{ id: number }>({
      text: 'select id from api_keys where workspace_id is null order by id',
    })
    const ofKey = await insertFixtureCrawl(api.db, {
      pages: PAGES,
      workspaceId: null,
      keyId: rows[0]?.id ?? 0,
    })
    for (const what of ['links', 'orphans', 'pages']) {
      expect((await read(what, ofKey, own)).status).toBe(200)
      for (const key of [others, api.key]) expect((await read(what, ofKey, key)).status).toBe(404)
      expect((await read(what, crawl, own)).status).toBe(404)
      const unknown = await api.ask('GET', `/api/v1/crawl/crw_no/${what}`)
      expect([unknown.status, unknown.body]).toEqual([
        404,
        { error: expect.stringContaining('crawl') },
      ])
    }
  })
})

describe('GET /crawl/{jobId}/links', () => {
  it('gives the pages by their rank, equal ones by the code points of their addresses', async () => {
    const { body } = await read('links')
    expect(pathsOf(body.items)).toEqual(['/a', '/', '/b', '/é', '/Z', '/old'])
    expect(body.items.map(({ pageRank }: { pageRank: number }) => pageRank)).toEqual([
      100, 99.97, 40.5, 12, 12, 12,
    ])
    expect(body).toMatchObject({ totalPages: 6, maxDepth: 2, count: 6 })
    expect(body.items[0]).toEqual({
      url: 'https://www.example.com/a',
      statusCode: 200,
      inlinks: 2,
      outlinks: 3,
      depth: 1,
      pageRank: 100,
    })
    expect(body.items[5]).toMatchObject({ statusCode: 301, inlinks: 1, outlinks: 1, depth: 2 })
    expect(body.items[3]).toMatchObject({ inlinks: 0, outlinks: 1, depth: null })
  })

  it('gives 200 of them, or as many as are asked for up to 1,000', async () => {
    const many = await insertFixtureCrawl(api.db, { pages: manyPages(1_100) })
    for (const [query, count] of [
      ['', 200],
      ['?limit=3', 3],
      ['?limit=1000', 1_000],
      ['?limit=1001', 1_000],
      ['?limit=0', 1],
      ['?limit=-5', 1],
    ] as const) {
      const { body } = await read(`links${query}`, many)
      expect([query, body.count, body.items.length]).toEqual([query, count, count])
      expect(body.totalPages).toBe(1_100)
      const ranks = body.items.map(({ pageRank }: { pageRank: number }) => pageRank)
      expect(ranks).toEqual(ranks.toSorted((one: number, other: number) => other - one))
    }
    const { body } = await read('links?limit=2', many)
    expect(pathsOf(body.items)).toEqual(['/1000', '/1007'])
  })

  it('names a limit that is no number', async () => {
    const { status, body } = await read('links?limit=ten')
    expect([status, body.error]).toEqual([400, expect.stringContaining('"limit"')])
  })
})

describe('GET /crawl/{jobId}/orphans', () => {
  it('gives pages without inlinks in the order of the crawl', async () => {
    const { body } = await read('orphans')
    expect(body.orphanCount).toBe(1)
    expect(body.items).toEqual([
      { url: 'https://www.example.com/%C3%A9', statusCode: 200, depth: null, outlinks: 1 },
    ])
  })

  it('counts the start page when nothing links to it', async () => {
    const site = await insertFixtureCrawl(api.db, { pages: [{ path: '/', links: [['/', '']] }] })
    const { body } = await read('orphans', site)
    expect([body.orphanCount, pathsOf(body.items)]).toEqual([1, ['/']])
  })

  it('gives all of them, however many', async () => {
    const many = await insertFixtureCrawl(api.db, { pages: manyPages(2_345) })
    const { body } = await read('orphans', many)
    expect(body.orphanCount).toBe(2_345)
    expect(pathsOf(body.items)).toEqual(manyPages(2_345).map(({ path }) => path))
  })
})

describe('GET /crawl/{jobId}/pages', () => {
  it('gives the pages in the order of the crawl, each with its audit as GET /audit answers it', async () => {
    const { body } = await read('pages')
    expect(body).toMatchObject({ limit: 100, offset: 0, count: 6 })
    expect(pathsOf(body.items)).toEqual(PAGES.map(({ path }) => path))
    for (const { audit, depth: _, ...fields } of body.items) {
      const stored = crawl.audit(decodeURI(new URL(fields.url).pathname))
      expect(audit).toEqual({ ...stored, region: 'eu-west' })
      expect(AuditResult.safeParse(audit).success).toBe(true)
      const { url, statusCode, score, grade, title, metaDescription, h1 } = stored
      const { wordCount, internalLinks, issues } = stored
      expect(fields).toEqual({
        url,
        statusCode,
        score,
        grade,
        title,
        metaDescription,
        h1,
        wordCount,
        internalLinks,
        issues,
      })
    }
    expect(body.items.map(({ depth }: { depth: number }) => depth)).toEqual([
      0,
      1,
      1,
      2,
      null,
      null,
    ])
  })

  it('says only "broken" of a page whose status is not 200', async () => {
    const { body } = await read('pages?limit=1&offset=3')
    expect(body.items[0]).toMatchObject({ statusCode: 301, score: 0, issues: ['broken'] })
  })

  it('leaves out the audits of a summary and nothing else', async () => {
    const full = (await read('pages')).body
    const { body } = await read('pages?fields=summary')
    for (const item of full.items) delete item.audit
    expect(body).toEqual(full)
  })

  it('gives issues with anything in them', async () => {
    const issues = ['],"title":"no"', 'a "quote" \\ and\nmore', ',"issues":[1]', 'ü 🙂']
    const site = await insertFixtureCrawl(api.db, {
      pages: [
        { path: '/', audit: { issues, title: ',"issues":["x"],"title":' } },
        { path: '/none', audit: { issues: [] } },
      ],
    })
    const { body } = await read('pages', site)
    expect(body.items.map((item: { issues: string[] }) => item.issues)).toEqual([issues, []])
    expect(body.items[0].title).toBe(',"issues":["x"],"title":')
    expect(body.items[0].audit.issues).toEqual(issues)
  })

  it('pages through with limit and offset', async () => {
    const many = await insertFixtureCrawl(api.db, { pages: manyPages(1_234) })
    const all = manyPages(1_234).map(({ path }) => path)
    for (const [query, limit, offset] of [
      ['', 100, 0],
      ['&limit=1000', 1_000, 0],
      ['&limit=5000', 1_000, 0],
      ['&limit=0', 1, 0],
      ['&limit=7&offset=3', 7, 3],
      ['&limit=1000&offset=1000', 1_000, 1_000],
      ['&offset=1233', 100, 1_233],
      ['&offset=1234', 100, 1_234],
      ['&offset=-1', 100, 0],
    ] as const) {
      const { body } = await read(`pages?fields=summary${query}`, many)
      const expected = all.slice(offset, offset + limit)
      expect([query, body.limit, body.offset, body.count]).toEqual([
        query,
        limit,
        offset,
        expected.length,
      ])
      expect(pathsOf(body.items)).toEqual(expected)
    }
  })

  it.each([
    ['limit=x', 'limit'],
    ['offset=1.5', 'offset'],
    ['fields=all', 'fields'],
  ])('names what is wrong with %s', async (query, field) => {
    const { status, body } = await read(`pages?${query}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining(`"${field}"`)])
  })
})

describe('a crawl that runs', () => {
  it('can be read before it has any page', async () => {
    const site = await insertFixtureCrawl(api.db, { pages: [], status: 'queued' })
    expect((await read('links', site)).body).toMatchObject({
      status: 'queued',
      finishedAt: null,
      complete: false,
      pagesQueued: 1,
      totalPages: 0,
      maxDepth: 0,
      count: 0,
      items: [],
    })
    expect((await read('orphans', site)).body).toMatchObject({ orphanCount: 0, items: [] })
    expect((await read('pages', site)).body).toMatchObject({ count: 0, items: [] })
  })

  it('shows pages that came after its graph, which knows nothing of their inlinks yet', async () => {
    const site = await insertFixtureCrawl(api.db, {
      pages: PAGES,
      graphed: 2,
      status: 'running',
      unfinished: 4,
    })
    const { body } = await read('links', site)
    expect(body).toMatchObject({ status: 'running', totalPages: 6, maxDepth: 2, pagesQueued: 4 })
    expect(pathsOf(body.items)).toEqual(['/a', '/', '/é', '/Z', '/b', '/old'])
    expect(body.items[5]).toEqual({
      url: 'https://www.example.com/old',
      statusCode: 301,
      inlinks: 0,
      outlinks: 1,
      depth: 2,
      pageRank: 0,
    })
    expect(pathsOf((await read('links?limit=3', site)).body.items)).toEqual(['/a', '/', '/é'])
    const pages = (await read('pages?fields=summary', site)).body
    expect(pages.items.map(({ depth }: { depth: number }) => depth)).toEqual([
      0,
      1,
      1,
      2,
      null,
      null,
    ])
    // Nobody can say yet whether what came later is linked to.
    expect((await read('orphans', site)).body).toMatchObject({ complete: false, orphanCount: 0 })
  })

  it('counts neither the page itself nor other sites as outlinks before its graph is there', async () => {
    const site = await insertFixtureCrawl(api.db, { pages: PAGES, graphed: 0, status: 'running' })
    const before = (await read('links', site)).body.items
    const after = (await read('links')).body.items
    const outlinks = (items: { url: string; outlinks: number }[]) =>
      Object.fromEntries(items.map((item) => [item.url, item.outlinks]))
    expect(outlinks(before)).toEqual(outlinks(after))
  })
})
