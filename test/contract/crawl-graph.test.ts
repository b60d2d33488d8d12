import { LINK_NOFOLLOW } from '@sightline/shared/crawl/link'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CrawlFigures, CrawlGraph } from '../../controller/src/api/schemas/crawl-graph.ts'
import type { FixturePage, InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const PAGES: readonly FixturePage[] = [
  {
    path: '/',
    links: [['/a'], ['/a', 'again'], ['/', 'itself'], ['https://other.example/']],
    pageRank: 99.97,
  },
  { path: '/a', links: [['/'], ['/b', '', LINK_NOFOLLOW], ['/never']], pageRank: 100 },
  { path: '/b', links: [['/old']], pageRank: 40.5 },
  { path: '/old', statusCode: 301, redirectTo: '/a', level: 2, depth: 2, pageRank: 12 },
  { path: '/lone', level: null, depth: null, pageRank: 11 },
]

let api: TestApi
let crawl: InsertedCrawl
beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, { pages: PAGES })
})
afterAll(() => api.close())

const read = async (what: string) => {
  const { status, body } = await api.ask('GET', `/api/v1/crawl/${crawl.jobId}/${what}`)
  return { status, body }
}

describe('the graph of a crawl', () => {
  it('is the best pages and the links among them, each once and none to itself', async () => {
    const { body } = await read('graph')
    expect(CrawlGraph.parse(body)).toBeDefined()
    const paths = body.pages.map(({ url }: { url: string }) => new URL(url).pathname)
    expect(paths).toEqual(['/a', '/', '/b', '/old', '/lone'])
    const links = body.links.map(([from, to]: [number, number]) => `${paths[from]} ${paths[to]}`)
    expect(links.sort()).toEqual(['/ /a', '/a /', '/a /b', '/b /old', '/old /a'])
    expect(body).toMatchObject({ totalPages: 5, truncated: false })
  })

  it('leaves out links to pages beyond the limit', async () => {
    const { body } = await read('graph?limit=2')
    expect(body.pages).toHaveLength(2)
    expect(body.links).toHaveLength(2)
  })
})

describe('a crawl in numbers', () => {
  it('counts all its pages, whatever their number', async () => {
    const { body } = await read('figures')
    expect(CrawlFigures.parse(body)).toBeDefined()
    expect(body.statuses).toEqual([
      { statusCode: 200, pages: 4 },
      { statusCode: 301, pages: 1 },
    ])
    expect(body.depths.at(-1)).toEqual({ depth: null, pages: 1 })
    const sum = (list: { pages: number }[]) => list.reduce((all, { pages }) => all + pages, 0)
    expect(sum(body.depths)).toBe(5)
    expect(sum(body.grades)).toBe(4)
  })

  it.each(['figures', 'graph'])('of nobody else is not told: %s', async (what) => {
    const { status } = await api.ask('GET', `/api/v1/crawl/crw_none/${what}`)
    expect(status).toBe(404)
  })
})
