import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CrawlComparison,
  CrawlIssueComparison,
} from '../../controller/src/api/schemas/crawl-compare.ts'
import { makeFigures } from '../../controller/src/crawl/site/make-figures.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import type { FixtureCrawl, FixturePage, InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const HOST = 'https://www.example.com'
const menu = { links: ['/', '/a', '/b', '/c', '/old', '/new'].map((path) => [path] as const) }

const BEFORE: readonly FixturePage[] = [
  { path: '/', ...menu },
  { path: '/a', ...menu, audit: { title: 'Same', score: 80 } },
  { path: '/b', ...menu, audit: { title: 'Same' } },
  { path: '/c', ...menu, facts: { canonical: `${HOST}/c` } },
  { path: '/old', ...menu },
]
const AFTER: readonly FixturePage[] = [
  { path: '/', ...menu },
  // In another place, which is no change.
  { path: '/c', ...menu, facts: { noindex: true, canonical: null } },
  { path: '/b', ...menu, statusCode: 404 },
  {
    path: '/a',
    ...menu,
    audit: { title: 'Its own', metaDescription: 'New', wordCount: 7, score: 90 },
  },
  { path: '/new', ...menu },
]

let api: TestApi
let before: InsertedCrawl
let after: InsertedCrawl
beforeAll(async () => {
  api = await openTestApi()
  before = await crawlOf({ pages: BEFORE })
  after = await crawlOf({ pages: AFTER })
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

async function crawlOf(crawl: FixtureCrawl): Promise<InsertedCrawl> {
  const made = await insertFixtureCrawl(api.db, crawl)
  const db = openDatabase(api.db.url, createLogger('test', 'fatal'), { max: 1 })
  await makeFigures(db, made.id)
  await db.close()
  return made
}

const compare = async (one: { jobId: string }, other: { jobId: string }, more = '') =>
  api.ask('GET', `/api/v1/crawl/${one.jobId}/compare?with=${other.jobId}${more}`)

const compareIssue = async (
  one: { jobId: string },
  other: { jobId: string },
  issueId: string,
  more = '',
) => api.ask('GET', `/api/v1/crawl/${one.jobId}/compare/${issueId}?with=${other.jobId}${more}`)

const urlsOf = ({ items }: { items: { url: string }[] }) => items.map(({ url }) => url)

describe('GET /crawl', () => {
  it('gives those of one host, with which one may be compared, however many of others came since', async () => {
    const other = await insertFixtureCrawl(api.db, {
      host: 'other.example:8080',
      pages: [{ path: '/' }],
    })
    const list = async (query: string) => {
      const { body } = await api.ask('GET', `/api/v1/crawl?per=1${query}`)
      return [body.total, body.jobs.map(({ jobId }: { jobId: string }) => jobId)]
    }
    expect(await list('')).toEqual([3, [other.jobId]])
    expect(await list('&host=WWW.example.com')).toEqual([2, [after.jobId]])
    expect(await list('&host=www.example.com&page=2')).toEqual([2, [before.jobId]])
    expect(await list('&host=other.example')).toEqual([0, []])
    expect(await list('&host=other.example:8080')).toEqual([1, [other.jobId]])
    await api.db.query({ text: 'delete from crawl_jobs where public_id = $1' }, [other.jobId])
  })
})

describe('GET /crawl/{jobId}/compare', () => {
  it('tells which pages are new, gone and changed, and how', async () => {
    const { status, body } = await compare(after, before)
    expect(status).toBe(200)
    expect(CrawlComparison.encode(CrawlComparison.parse(body) as never)).toEqual(body)
    expect(body).toMatchObject({ jobId: after.jobId, with: { jobId: before.jobId } })
    expect(body.newPages).toEqual({
      total: 1,
      items: [{ url: `${HOST}/new`, statusCode: 200, title: 'Title of /new' }],
    })
    expect(body.gonePages).toEqual({
      total: 1,
      items: [{ url: `${HOST}/old`, statusCode: 200, title: 'Title of /old' }],
    })
    const { score, wordCount, metaDescription } = before.audit('/a')
    expect(body.changedPages).toEqual({
      total: 3,
      items: [
        {
          url: `${HOST}/c`,
          changes: [
            { field: 'indexable', before: true, after: false },
            { field: 'canonical', before: `${HOST}/c`, after: null },
          ],
        },
        {
          url: `${HOST}/b`,
          changes: [
            { field: 'statusCode', before: 200, after: 404 },
            { field: 'indexable', before: true, after: false },
            { field: 'title', before: 'Same', after: 'Title of /b' },
            { field: 'score', before: before.audit('/b').score, after: 0 },
          ],
        },
        {
          url: `${HOST}/a`,
          changes: [
            { field: 'title', before: 'Same', after: 'Its own' },
            { field: 'metaDescription', before: metaDescription, after: 'New' },
            { field: 'wordCount', before: wordCount, after: 7 },
            { field: 'score', before: score, after: 90 },
          ],
        },
      ],
    })
  })

  it('sums both up', async () => {
    const usual = before.audit('/').score
    const mean = (scores: number[]) =>
      Math.round((10 * scores.reduce((sum, score) => sum + score, 0)) / scores.length) / 10
    expect((await compare(after, before)).body.summary).toEqual({
      before: { pages: 5, indexable: 5, score: mean([usual, 80, usual, usual, usual]) },
      after: { pages: 5, indexable: 3, score: mean([usual, usual, 90, usual]) },
    })
  })

  it('tells which issues are new and which are mended', async () => {
    const { issues } = (await compare(after, before)).body
    const of = (id: string) => issues.find((issue: { id: string }) => issue.id === id)
    expect(of('duplicateTitles')).toMatchObject({ trend: 'mended', countBefore: 2, countAfter: 0 })
    expect(of('brokenLinks')).toMatchObject({ trend: 'new', countBefore: 0, source: 'site' })
    expect(of('titleTooShort')).toMatchObject({ trend: 'fewer', countBefore: 5, countAfter: 4 })
  })

  it('tells how many pages got and lost an issue, and which', async () => {
    const { body } = await compare(after, before)
    const short = body.issues.find((issue: { id: string }) => issue.id === 'titleTooShort')
    expect(short).toMatchObject({ gained: 1, lost: 2 })
    const found = await compareIssue(after, before, 'titleTooShort')
    expect(found.status).toBe(200)
    expect(CrawlIssueComparison.encode(CrawlIssueComparison.parse(found.body) as never)).toEqual(
      found.body,
    )
    expect(found.body).toMatchObject({
      issue: short,
      with: { jobId: before.jobId },
      gained: { total: 1, items: [{ url: `${HOST}/new`, statusCode: 200, inBoth: false }] },
      lost: {
        total: 2,
        items: [
          { url: `${HOST}/b`, statusCode: 200, inBoth: true },
          { url: `${HOST}/old`, statusCode: 200, inBoth: false },
        ],
      },
    })
    const part = await compareIssue(after, before, 'titleTooShort', '&limit=1&offset=1')
    expect(part.body.gained).toEqual({ total: 1, items: [] })
    expect(urlsOf(part.body.lost)).toEqual([`${HOST}/old`])
    const none = await compareIssue(after, before, 'redirectLoops')
    expect([none.status, none.body.error]).toEqual([404, expect.stringContaining('redirectLoops')])
  })

  it('tells of an issue that as many pages have as before, but others', async () => {
    const one = await crawlOf({
      pages: [{ path: '/', ...menu }, { path: '/a', statusCode: 404 }, { path: '/b' }],
    })
    const other = await crawlOf({
      pages: [{ path: '/', ...menu }, { path: '/a' }, { path: '/b', statusCode: 404 }],
    })
    const { issues } = (await compare(other, one)).body
    const short = issues.find((issue: { id: string }) => issue.id === 'titleTooShort')
    expect(short).toMatchObject({
      trend: 'moved',
      countBefore: 2,
      countAfter: 2,
      gained: 1,
      lost: 1,
    })
  })

  it('takes what one crawl could not be looked through for neither for mended nor for new', async () => {
    const pages = [{ path: '/' }, { path: '/alone', level: null }]
    const whole = await crawlOf({ pages })
    const cut = await crawlOf({
      pages,
      urls: [{ url: `${HOST}/more`, leftOut: 'cap' }],
    })
    for (const [one, other] of [
      [whole, cut],
      [cut, whole],
    ] as const) {
      const { issues, notCompared } = (await compare(one, other)).body
      expect(issues).toEqual([])
      expect(notCompared).toEqual(['orphanPages'])
      expect((await compareIssue(one, other, 'orphanPages')).status).toBe(404)
    }
  })

  it('is the other way round when it is asked the other way round', async () => {
    const { body } = await compare(before, after)
    expect(urlsOf(body.newPages)).toEqual([`${HOST}/old`])
    expect(urlsOf(body.gonePages)).toEqual([`${HOST}/new`])
    expect(urlsOf(body.changedPages)).toEqual([`${HOST}/a`, `${HOST}/b`, `${HOST}/c`])
  })

  it('finds nothing where nothing changed', async () => {
    const again = await crawlOf({ pages: BEFORE })
    const { body } = await compare(again, before)
    for (const list of [body.newPages, body.gonePages, body.changedPages]) {
      expect(list).toEqual({ total: 0, items: [] })
    }
    expect(body.issues).toEqual([])
  })

  it('gives parts of the lists, and how long they are', async () => {
    const first = (await compare(after, before, '&limit=2')).body
    expect(first).toMatchObject({ limit: 2, offset: 0 })
    expect(first.changedPages.total).toBe(3)
    expect(urlsOf(first.changedPages)).toEqual([`${HOST}/c`, `${HOST}/b`])
    const rest = (await compare(after, before, '&limit=2&offset=2')).body
    expect(urlsOf(rest.changedPages)).toEqual([`${HOST}/a`])
    expect(rest.newPages).toEqual({ total: 1, items: [] })
    expect((await compare(after, before, '&limit=5000')).body.limit).toBe(1_000)
  })

  it('refuses what cannot be compared, and names it', async () => {
    const elsewhere = await crawlOf({ pages: [{ path: '/' }], host: 'other.example' })
    const running = await crawlOf({ pages: BEFORE, status: 'running' })
    const { rows } = await api.db.query<{ id: number }>({
      text: `select id from api_keys where workspace_id is null`,
    })
    expect(rows).toEqual([])
    await api.unlinkedKey()
    const foreign = await insertFixtureCrawl(api.db, {
      pages: BEFORE,
      workspaceId: null,
      keyId:
        (await api.db.query<{ id: number }>({ text: 'select max(id) as id from api_keys' })).rows[0]
          ?.id ?? 0,
    })
    for (const [other, why] of [
      [elsewhere, 'other.example'],
      [after, 'itself'],
      [running, 'still runs'],
      [foreign, 'no crawl with this id'],
      [{ jobId: 'crw_no' }, 'no crawl with this id'],
    ] as const) {
      const { status, body } = await compare(after, other)
      expect([status, body.error]).toEqual([400, expect.stringContaining('"with"')])
      expect(body.error).toContain(why)
    }
    const missing = await api.ask('GET', `/api/v1/crawl/${after.jobId}/compare`)
    expect([missing.status, missing.body.error]).toEqual([400, expect.stringContaining('"with"')])
    expect((await compare(running, before)).status).toBe(409)
    expect((await compare(foreign, before)).status).toBe(404)
    expect((await compare(after, before, '&limit=x')).status).toBe(400)
  })
})
