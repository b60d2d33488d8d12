import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { digestOf } from '../../../../controller/src/crawl/url-digest.ts'
import type { CrawlPlace } from '../../../../controller/src/db/crawl-levels.ts'
import {
  openLinkedUrls,
  openSitemapUrls,
  openUnreadUrls,
} from '../../../../controller/src/db/crawl-levels.ts'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import type { TestApi } from '../../../helpers/test-api.ts'
import { openTestApi } from '../../../helpers/test-api.ts'

const URLS = 2_000

let api: TestApi
let jobId: number

const digests = (of: string): string[] =>
  Array.from({ length: URLS }, (_, n) => digestOf(`${of} ${n}`))

beforeAll(async () => {
  api = await openTestApi()
  // What the planner knows is that crawls are small.
  for (let n = 0; n < 5; n += 1) {
    await insertFixtureCrawl(api.db, {
      pages: Array.from({ length: 30 }, (_, at) => ({ path: `/${at}` })),
    })
  }
  await api.db.query({ text: 'analyze crawl_urls, crawl_patterns' })
})
afterAll(() => api.close())

beforeEach(async () => {
  ;({ id: jobId } = await insertFixtureCrawl(api.db, { pages: [{ path: '/' }] }))
})

async function insertUrls(columns: string, values: string): Promise<void> {
  await api.db.query(
    {
      text: `insert into crawl_urls (job_id, id, key, pattern, url, ${columns})
        select $1, n, key, pattern, 'https://www.example.com/many/' || n, ${values}
        from unnest($2::uuid[], $3::uuid[]) with ordinality as given (key, pattern, n)`,
    },
    [jobId, digests('address'), digests('pattern')],
  )
}

/** Rows that a plan met in vain: a loop within a loop meets each of the inner ones for each of the outer. */
function vainRows(plan: string): number {
  const counts = plan.matchAll(/Rows Removed by (?:Join )?Filter: (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** @returns how many it opened, and how many rows were met in vain, loops counted each time */
async function opened(
  open: (tx: Queryable, at: CrawlPlace) => Promise<number>,
): Promise<{ count: number; vain: number }> {
  const at: CrawlPlace = { jobId, phase: 'links', level: 0, hops: 0, nextSeq: URLS, ahead: 0 }
  let plan = ''
  await open(
    {
      async query({ text }, values) {
        const explained = { text: `explain (analyze, timing off, buffers off) ${text}` }
        const { rows } = await api.db.query<{ 'QUERY PLAN': string }>(explained, values)
        plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        return { rows: [], rowCount: 0 }
      },
    },
    at,
  )
  const { rows } = await api.db.query<{ count: number }>(
    { text: `select count(*)::int from crawl_urls where job_id = $1 and state = 'queued'` },
    [jobId],
  )
  return { count: rows[0]?.count ?? 0, vain: vainRows(plan) }
}

// Looking through all of them for each of them would be 4,000,000 rows.
test('opening what links lead to does not look through all addresses for each, whatever the planner knows', async () => {
  await insertUrls('state, rank', `'found', n`)
  await api.db.query(
    {
      text: `insert into crawl_patterns (job_id, pattern, urls, levels, last_level)
        select $1, unnest($2::uuid[]), 1, 1, 0`,
    },
    [jobId, digests('pattern')],
  )
  const { count, vain } = await opened(openLinkedUrls)
  expect(count).toBe(URLS)
  expect(vain).toBeLessThan(2 * URLS)
})

test('so does opening what sitemaps name', async () => {
  await insertUrls('state, sitemap_place', `'found', n`)
  const { count, vain } = await opened(openSitemapUrls)
  expect(count).toBe(URLS)
  expect(vain).toBeLessThan(2 * URLS)
})

test('so does opening addresses of other sites', async () => {
  await insertUrls('state, left_out, rank', `'left', 'external', n`)
  const { count, vain } = await opened((tx, at) => openUnreadUrls(tx, at, true))
  expect(count).toBe(URLS)
  expect(vain).toBeLessThan(2 * URLS)
})

test('so does opening files', async () => {
  await insertUrls('state, left_out, rank', `'left', 'type', n`)
  const { count, vain } = await opened((tx, at) => openUnreadUrls(tx, at, false))
  expect(count).toBe(URLS)
  expect(vain).toBeLessThan(2 * URLS)
})
