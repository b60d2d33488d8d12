import { LINK_IS_IMAGE, LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CrawlPage } from '../../controller/src/api/schemas/crawl-page.ts'
import type { InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const HOST = 'https://www.example.com'

let api: TestApi
let crawl: InsertedCrawl
beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, {
    pages: [
      {
        path: '/',
        links: [
          ['/a', 'To "A"', 0, 0],
          ['/b', '', LINK_IS_IMAGE | LINK_NOFOLLOW, 1],
        ],
      },
      {
        path: '/a',
        links: [
          ['/', 'Home'],
          ['/a', 'here'],
          ['/blocked', 'No'],
          ['https://other.example/x', 'Elsewhere', LINK_NOFOLLOW, 2],
        ],
        pageRank: 61.5,
        facts: {
          canonical: `${HOST}/a`,
          alternates: [['de', `${HOST}/de/a`]],
          lang: 'en-GB',
        },
      },
      { path: '/b', facts: { noindex: true }, links: [['/a', 'from b']] },
      { path: '/old', statusCode: 301, redirectTo: '/a', facts: null },
      { path: '/c', facts: { canonical: `${HOST}/a` } },
      { path: '/d', facts: { refresh: `${HOST}/a` }, remark: 'It has too many links.' },
    ],
    urls: [
      { url: `${HOST}/blocked`, state: 'done', outcome: 'blocked' },
      {
        url: `${HOST}/slow`,
        state: 'done',
        outcome: 'failed',
        error: 'There was no answer within 10 s.',
      },
      {
        url: `${HOST}/large`,
        state: 'done',
        outcome: 'failed',
        statusCode: 200,
        error: 'It is longer than 5 MB (10,000,000 bytes), so it was not read.',
      },
      { url: `${HOST}/inside`, state: 'done', outcome: 'forbidden', error: 'It is private.' },
      { url: `${HOST}/feed`, state: 'done', outcome: 'other', statusCode: 200 },
      { url: `${HOST}/next`, state: 'queued' },
      {
        url: `${HOST}/gone.pdf`,
        state: 'done',
        leftOut: 'type',
        outcome: 'page',
        statusCode: 404,
      },
      {
        url: `${HOST}/named`,
        state: 'done',
        leftOut: 'canonical',
        outcome: 'redirect',
        statusCode: 301,
      },
      ...['excluded', 'type', 'nofollow', 'trap', 'canonical', 'depth', 'cap', 'external'].map(
        (leftOut) => ({
          url: `${HOST}/${leftOut}`,
          leftOut,
        }),
      ),
    ],
  })
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const read = async (url: string, more = '', { jobId } = crawl) =>
  api.ask('GET', `/api/v1/crawl/${jobId}/page?url=${encodeURIComponent(url)}${more}`)

describe('GET /crawl/{jobId}/page', () => {
  it('gives a page with its audit and all that is known of it', async () => {
    const { status, body } = await read(`${HOST}/a`)
    expect(status).toBe(200)
    expect(CrawlPage.encode(CrawlPage.parse(body) as never)).toEqual(body)
    expect(body).toMatchObject({ jobId: crawl.jobId, status: 'done', host: 'www.example.com' })
    const stored = crawl.audit('/a')
    expect(body.page.audit).toEqual({ ...stored, region: 'eu-west' })
    expect(body.page).toMatchObject({
      url: `${HOST}/a`,
      statusCode: 200,
      score: stored.score,
      grade: stored.grade,
      title: stored.title,
      issues: stored.issues,
      depth: 1,
      inlinks: 3,
      outlinks: 2,
      pageRank: 61.5,
      indexable: true,
      noindex: false,
      nofollow: false,
      canonical: `${HOST}/a`,
      redirectTo: null,
      remark: null,
      inSitemap: false,
      lang: 'en-GB',
      hreflang: [{ lang: 'de', url: `${HOST}/de/a` }],
      responseMs: 13,
      bytes: 20_000,
    })
  })

  it('gives the pages that link to it with the text and the place of their links', async () => {
    const { inlinks } = (await read(`${HOST}/a`)).body
    const plain = { nofollow: false, isImage: false, isRedirect: false }
    expect(inlinks).toEqual({
      total: 3,
      items: [
        { url: `${HOST}/`, statusCode: 200, text: 'To "A"', area: 'nav', ...plain },
        { url: `${HOST}/b`, statusCode: 200, text: 'from b', area: 'main', ...plain },
        { ...plain, url: `${HOST}/old`, statusCode: 301, text: '', area: 'body', isRedirect: true },
      ],
    })
    const image = (await read(`${HOST}/b`)).body.inlinks.items[0]
    expect(image).toMatchObject({ area: 'header', nofollow: true, isImage: true })
  })

  it('gives what it links to, itself left out', async () => {
    const { outlinks } = (await read(`${HOST}/a`)).body
    expect(outlinks.total).toBe(3)
    expect(
      outlinks.items.map(({ url, external, statusCode, text }: Record<string, unknown>) => [
        url,
        external,
        statusCode,
        text,
      ]),
    ).toEqual([
      [`${HOST}/`, false, 200, 'Home'],
      [`${HOST}/blocked`, false, null, 'No'],
      ['https://other.example/x', true, null, 'Elsewhere'],
    ])
    expect(outlinks.items[2]).toMatchObject({ area: 'footer', nofollow: true })
  })

  it('gives as many of both as are asked for, and tells how many there are', async () => {
    const { body } = await read(`${HOST}/a`, '&limit=1')
    expect([body.inlinks.total, body.inlinks.items.length]).toEqual([3, 1])
    expect([body.outlinks.total, body.outlinks.items.length]).toEqual([3, 1])
  })

  it('shows a redirect with where it leads', async () => {
    const { body } = await read(`${HOST}/old`)
    expect(body.page).toMatchObject({
      statusCode: 301,
      issues: ['broken'],
      redirectTo: `${HOST}/a`,
      indexable: false,
    })
    expect(body.outlinks.items).toMatchObject([{ url: `${HOST}/a`, isRedirect: true }])
  })

  it('tells where a page leads by itself, and what could not be read of it', async () => {
    const { page } = (await read(`${HOST}/d`)).body
    expect(page).toMatchObject({
      statusCode: 200,
      redirectTo: `${HOST}/a`,
      remark: 'It has too many links.',
    })
  })

  it('says whether search engines may show it', async () => {
    const indexable = async (path: string) => (await read(HOST + path)).body.page.indexable
    expect(await indexable('/')).toBe(true)
    expect(await indexable('/b')).toBe(false)
    expect(await indexable('/c')).toBe(false)
    expect(await indexable('/d')).toBe(false)
  })

  it('knows an address however it is written', async () => {
    for (const url of [
      'www.example.com/a',
      'HTTPS://WWW.EXAMPLE.COM:443/a#part',
      'https://somebody@www.example.com/%61',
    ]) {
      expect((await read(url)).body.page?.url).toBe(`${HOST}/a`)
    }
  })

  it.each([
    ['/blocked', 'robots.txt forbids it'],
    [
      '/large',
      'could not be read (status 200): It is longer than 5 MB (10,000,000 bytes), so it was not read.',
    ],
    ['/slow', 'could not be read: There was no answer within 10 s.'],
    ['/inside', 'nothing may be fetched: It is private.'],
    ['/feed', 'is no HTML page (status 200)'],
    ['/next', 'was not crawled yet'],
    ['/gone.pdf', 'its ending says that it is no page (status 404)'],
    ['/named', 'it is only named as canonical (status 301)'],
    ['/excluded', '"exclude"'],
    ['/type', 'ending'],
    ['/nofollow', 'nofollow'],
    ['/canonical', 'only named as canonical'],
    ['/trap', 'too many addresses like it'],
    ['/depth', '"maxDepth"'],
    ['/cap', '"maxPages"'],
    ['/external', 'another site'],
    ['/unheard-of', 'met no address'],
  ])('says why there is no page at %s', async (path, why) => {
    const { status, body } = await read(HOST + path)
    expect([status, body.error]).toEqual([404, expect.stringContaining(why)])
    expect(body.error).toContain(HOST + path)
    expect(body.error).not.toMatch(/\.\.$/)
  })

  it.each([
    ['', 400],
    ['mailto:me@example.com', 400],
    ['ftp://www.example.com/a', 400],
  ])('names an url that is none: "%s"', async (url, wanted) => {
    const { status, body } = await read(url)
    expect([status, body.error]).toEqual([wanted, expect.stringContaining('"url"')])
  })

  it('is readable before the link graph is there', async () => {
    const running = await insertFixtureCrawl(api.db, {
      pages: [
        { path: '/', links: [['/a']] },
        { path: '/a', level: 1 },
      ],
      graphed: 0,
      status: 'running',
    })
    const { body } = await read(`${HOST}/a`, '', running)
    expect(body.page).toMatchObject({ depth: 1, inlinks: 0, outlinks: 0, pageRank: 0 })
    expect(body.inlinks).toEqual({ total: 0, items: [] })
  })

  it('is for nobody else', async () => {
    const path = `/api/v1/crawl/${crawl.jobId}/page?url=${HOST}/a`
    expect((await api.ask('GET', path, { key: await api.unlinkedKey() })).status).toBe(404)
  })
})
