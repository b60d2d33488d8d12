import { AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CrawlIssuePages, CrawlIssues } from '../../controller/src/api/schemas/crawl-issue.ts'
import { SITE_CHECKS } from '../../controller/src/crawl/site/checks/index.ts'
import { makeFigures } from '../../controller/src/crawl/site/make-figures.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { FixturePage, InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const HOST = 'https://www.example.com'

/** Pages that have one title in common, and two links that lead nowhere. */
const PAGES: readonly FixturePage[] = [
  {
    path: '/',
    links: [
      ['/a', 'A'],
      ['/b', 'B'],
      ['/gone', 'Gone'],
    ],
  },
  { path: '/a', links: [['/'], ['/gone', 'Also gone']], audit: { title: 'Same' } },
  { path: '/b', links: [['/'], ['/a', '']], audit: { title: 'Same' } },
  { path: '/gone', statusCode: 404 },
]

let api: TestApi
let crawl: InsertedCrawl
beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, { pages: PAGES })
  await figures(crawl)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

async function figures({ id }: InsertedCrawl): Promise<void> {
  const db = openDatabase(api.db.url, createLogger('test', 'fatal'), { max: 1 })
  await makeFigures(db, id)
  await db.close()
}

const get = async (path: string, { jobId } = crawl) =>
  api.ask('GET', `/api/v1/crawl/${jobId}/issues${path}`)

describe('GET /crawl/{jobId}/issues', () => {
  it('gives what is wrong with the site, the worst first', async () => {
    const { status, body } = await get('')
    expect(status).toBe(200)
    expect(CrawlIssues.encode(CrawlIssues.parse(body) as never)).toEqual(body)
    expect(body).toMatchObject({ jobId: crawl.jobId, pagesJudged: 4, count: body.items.length })
    const severities = ['critical', 'error', 'warning', 'info']
    const order = body.items.map(({ severity }: { severity: string }) =>
      severities.indexOf(severity),
    )
    expect(order).toEqual(order.toSorted())
  })

  it('counts what only shows when all pages are seen together', async () => {
    const { items } = (await get('')).body
    const issue = (id: string) => items.find((item: { id: string }) => item.id === id)
    expect(issue('duplicateTitles')).toEqual({
      id: 'duplicateTitles',
      source: 'site',
      title: SITE_CHECKS.duplicateTitles.title,
      description: SITE_CHECKS.duplicateTitles.advice,
      severity: 'error',
      weight: SITE_CHECKS.duplicateTitles.weight,
      count: 2,
      ofTotal: 3,
      share: 66.67,
      examples: [`${HOST}/a`, `${HOST}/b`],
    })
    expect(issue('brokenLinks')).toMatchObject({ count: 2, examples: [`${HOST}/`, `${HOST}/a`] })
  })

  it('sums the checks of the audits over the pages', async () => {
    const { items } = (await get('')).body
    expect(items.find(({ id }: { id: string }) => id === 'titleTooShort')).toEqual({
      id: 'titleTooShort',
      source: 'page',
      title: 'Pages whose title is too short',
      description: `${AUDIT_CHECKS.titleTooShort.message} Wanted: ${AUDIT_CHECKS.titleTooShort.expected}.`,
      severity: AUDIT_CHECKS.titleTooShort.severity,
      weight: AUDIT_CHECKS.titleTooShort.weight,
      count: 3,
      ofTotal: 3,
      share: 100,
      examples: [`${HOST}/`, `${HOST}/a`, `${HOST}/b`],
    })
  })

  it('is empty before anything was judged', async () => {
    const running = await insertFixtureCrawl(api.db, {
      pages: PAGES,
      graphed: 0,
      status: 'running',
    })
    expect((await get('', running)).body).toMatchObject({ pagesJudged: 0, count: 0, items: [] })
  })
})

describe('GET /crawl/{jobId}/issues/{issueId}', () => {
  it('gives the pages with what there is to know of each', async () => {
    const { status, body } = await get('/duplicateTitles')
    expect(status).toBe(200)
    expect(CrawlIssuePages.encode(CrawlIssuePages.parse(body) as never)).toEqual(body)
    expect(body).toMatchObject({ limit: 100, offset: 0, count: 2, pagesJudged: 4 })
    expect(body.issue).toMatchObject({ id: 'duplicateTitles', count: 2 })
    const common = { statusCode: 200, issue: null }
    const detail = (other: string) => ({ text: 'Same', pages: 2, others: [HOST + other] })
    expect(body.items).toEqual([
      { url: `${HOST}/a`, ...common, detail: detail('/b') },
      { url: `${HOST}/b`, ...common, detail: detail('/a') },
    ])
  })

  it('tells where broken links stand', async () => {
    const { items } = (await get('/brokenLinks')).body
    expect(items.map(({ detail }: { detail: object }) => detail)).toEqual([
      {
        links: 1,
        first: [
          { target: `${HOST}/gone`, statusCode: 404, error: null, text: 'Gone', area: 'main' },
        ],
      },
      expect.objectContaining({ first: [expect.objectContaining({ text: 'Also gone' })] }),
    ])
  })

  it('says of each page what its audit says', async () => {
    const { items } = (await get('/titleTooShort')).body
    expect(items).toHaveLength(3)
    expect(items[1]).toEqual({
      url: `${HOST}/a`,
      statusCode: 200,
      issue: crawl.audit('/a').checks.titleTooShort.issue,
      detail: null,
    })
  })

  it('pages through with limit and offset', async () => {
    const many = await insertFixtureCrawl(api.db, {
      pages: Array.from({ length: 1_234 }, (_, place): FixturePage => ({
        path: `/${place}`,
        links: [[`/${(place + 1) % 1_234}`]],
        audit: { title: 'Same', h1: `${place}`, metaDescription: `${place}` },
      })),
    })
    await figures(many)
    const all = Array.from({ length: 1_234 }, (_, place) => `${HOST}/${place}`)
    for (const id of ['duplicateTitles', 'titleTooShort']) {
      for (const [query, limit, offset] of [
        ['', 100, 0],
        ['limit=5000', 1_000, 0],
        ['limit=7&offset=3', 7, 3],
        ['limit=1000&offset=1000', 1_000, 1_000],
        ['offset=1234', 100, 1_234],
      ] as const) {
        const { body } = await get(`/${id}?${query}`, many)
        const expected = all.slice(offset, offset + limit)
        const { issue, count } = body
        expect([body.limit, body.offset, count, issue.count]).toEqual([
          limit,
          offset,
          expected.length,
          1_234,
        ])
        expect(body.items.map(({ url }: { url: string }) => url)).toEqual(expected)
      }
    }
    const [first] = (await get('/duplicateTitles?limit=1&offset=700', many)).body.items
    expect(first.detail.pages).toBe(1_234)
    const exported = await api.ask('GET', `/api/v1/crawl/${many.jobId}/export?what=issues`)
    const rows = String(exported.body).split('\r\n')
    expect(rows.filter((row) => row.startsWith('duplicateTitles,')).length).toBe(1_234)
  })

  it.each([
    ['/duplicateTitles?limit=x', 400, '"limit"'],
    ['/duplicateTitles?offset=x', 400, '"offset"'],
    ['/redirectLoops', 404, '"redirectLoops"'],
    ['/no-such-thing', 404, '"no-such-thing"'],
  ])('refuses %s', async (path, wanted, named) => {
    const { status, body } = await get(path)
    expect([status, body.error]).toEqual([wanted, expect.stringContaining(named)])
  })

  it('is for nobody else', async () => {
    const key = await api.unlinkedKey()
    for (const path of ['issues', 'issues/duplicateTitles']) {
      const { status } = await api.ask('GET', `/api/v1/crawl/${crawl.jobId}/${path}`, { key })
      expect(status).toBe(404)
    }
  })
})

describe('the issues as a file', () => {
  it('have a line for each address', async () => {
    const path = `/api/v1/crawl/${crawl.jobId}/export?what=issues&format=ndjson`
    const rows = String((await api.ask('GET', path)).body)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    expect(rows.filter(({ issue }) => issue === 'brokenLinks')).toEqual([
      {
        issue: 'brokenLinks',
        severity: 'error',
        weight: SITE_CHECKS.brokenLinks.weight,
        title: SITE_CHECKS.brokenLinks.title,
        url: `${HOST}/`,
        statusCode: 200,
        detail: expect.stringContaining('"Gone"'),
      },
      expect.objectContaining({ url: `${HOST}/a` }),
    ])
  })
})
