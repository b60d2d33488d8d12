import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from '../../../../controller/src/crawl/url-digest.ts'
import { insertBatch } from '../../../../controller/src/db/crawl-frontier.ts'
import { keepUrls, postponeUrls, settleUrls } from '../../../../controller/src/db/crawl-store.ts'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import type { InsertedCrawl } from '../../../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import type { TestApi } from '../../../helpers/test-api.ts'
import { openTestApi } from '../../../helpers/test-api.ts'

/** Nobody has looked at the table since they came: the planner takes a crawl for a small one. */
const URLS = 20_000
const url = (n: number): string => `https://www.example.com/many/${n}`
const SOME = Array.from({ length: 20 }, (_, n) => URLS - 900 * n)

let api: TestApi
let crawl: InsertedCrawl

beforeAll(async () => {
  api = await openTestApi()
  crawl = await insertFixtureCrawl(api.db, { pages: [{ path: '/' }] })
  const numbers = Array.from({ length: URLS }, (_, n) => n + 1)
  await api.db.query(
    {
      text: `insert into crawl_urls (job_id, id, key, url, state, rank)
        select $1, n, key, 'https://www.example.com/many/' || n, 'found', n
        from unnest($2::int[], $3::uuid[]) as given (n, key)`,
    },
    [crawl.id, numbers, numbers.map((n) => digestOf(url(n)))],
  )
})
afterAll(() => api.close())

/** Rows of addresses that work looks at. */
function rowsReadBy(work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  const question = {
    text: `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'crawl_urls'`,
  }
  return api.db.transaction(async (tx) => {
    await work(tx)
    return (await tx.query<{ rows: number }>(question)).rows[0]?.rows ?? 0
  })
}

test.each<readonly [string, (tx: Queryable) => Promise<unknown>]>([
  [
    'handing out',
    (tx) => {
      const to = { controllerId: 'c', agentId: 'a', expiresInMs: 1_000 }
      return insertBatch(tx, { jobId: crawl.id, host: 'h', ...to }, SOME)
    },
  ],
  [
    'keeping',
    (tx) => {
      const known = SOME.map((n) => ({
        url: url(n),
        key: digestOf(url(n)),
        pattern: null,
        leftOut: null,
        rank: n - 1,
        sitemapPlace: null,
      }))
      return keepUrls(tx, crawl.id, known, URLS + 1)
    },
  ],
  [
    'settling',
    (tx) => {
      const outcome = { outcome: 'page', statusCode: 200, error: null, redirectTo: null } as const
      return settleUrls(
        tx,
        crawl.id,
        SOME.map((id) => ({ id, ...outcome })),
      )
    },
  ],
  [
    'postponing',
    (tx) =>
      postponeUrls(
        tx,
        crawl.id,
        SOME.map((id) => ({ id, waitMs: 1, isUntried: false })),
      ),
  ],
])('%s some addresses of a large crawl looks at hardly more of them', async (_, work) => {
  expect(await rowsReadBy(work)).toBeLessThan(10 * SOME.length)
})

test('a link that stands before is noted, one behind is not', async () => {
  const asked = { pattern: null, leftOut: null, sitemapPlace: null }
  const links = [
    { url: url(700), key: digestOf(url(700)), rank: 5, ...asked },
    { url: url(701), key: digestOf(url(701)), rank: 9_000, ...asked },
  ]
  await api.db.transaction((tx) => keepUrls(tx, crawl.id, links, URLS + 1))
  const { rows } = await api.db.query<{ rank: number }>(
    { text: 'select rank from crawl_urls where job_id = $1 and id in (700, 701) order by id' },
    [crawl.id],
  )
  expect(rows).toEqual([{ rank: 5 }, { rank: 701 }])
})
