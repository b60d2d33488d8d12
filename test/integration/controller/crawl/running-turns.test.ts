import { expect, test } from 'vitest'
import { SMALL, useCrawlDatabase } from '../../../helpers/crawl-database.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import type { MadeSite } from '../../../helpers/crawled-site.ts'
import { answerOf, askForCrawl, ended, slowly } from '../../../helpers/crawled-site.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'

const database = useCrawlDatabase()
const { ask, crawlers } = database

test('one workspace with many crawls does not hold up the first of another', async () => {
  const other = await insertWorkspace(database.db)
  const wide: MadeSite = {
    pages: {
      '/': { links: Array.from({ length: 90 }, (_, at) => `/p${at}`) },
      ...Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`/p${at}`, {}])),
    },
  }
  const many: number[] = []
  for (let at = 0; at < 8; at += 1) many.push(await ask())
  const first = await askForCrawl(database.db, other)
  crawlers(wide, { answer: (kind, input) => slowly(answerOf(wide, kind, input), 10) })
  await Promise.all([...many, first].map((jobId) => ended(database.db, jobId)))
  // By the database: who looks again and again sees several end at once on a busy machine.
  const { rows } = await database.db.query<{ id: number }>(
    { text: 'select id from crawl_jobs where id = any($1::integer[]) order by finished_at' },
    [[...many, first]],
  )
  expect(rows.findIndex(({ id }) => id === first)).toBeLessThan(4)
})

test('crawls of hosts that are to be left alone hold up nobody, however many there are', async () => {
  const other = await insertWorkspace(database.db)
  const host = 'busy.example'
  const urls = [{ url: `https://${host}/next`, state: 'queued' }] as const
  for (let at = 0; at < 50; at += 1) {
    const crawl = { status: 'running', host, pages: [{ path: '/' }], urls, unfinished: 1 } as const
    await insertFixtureCrawl(database.db, { ...crawl, workspaceId: database.workspaceId })
  }
  await database.db.query({
    text: `insert into crawl_hosts (host, free_at) values ('busy.example', now() + interval '1 hour')`,
  })
  const jobId = await askForCrawl(database.db, other)
  crawlers(SMALL)
  expect(await ended(database.db, jobId)).toMatchObject({ status: 'done', pages: 10 })
})

test('pages that take for ever, of however many crawls of one workspace, leave another its turn', async () => {
  const other = await insertWorkspace(database.db)
  const isSlow = (input: unknown): boolean => JSON.stringify(input).includes('slow.example')
  crawlers(SMALL, {
    answer: (kind, input) => (isSlow(input) ? 'silence' : answerOf(SMALL, kind, input)),
  })
  const slow = { host: 'slow.example', workspaceId: database.workspaceId, unfinished: 1 } as const
  const urls = [{ url: 'https://slow.example/next', state: 'queued' }] as const
  for (const status of ['running', 'queued'] as const) {
    for (let at = 0; at < 6; at += 1) {
      await insertFixtureCrawl(database.db, { ...slow, status, pages: [{ path: '/' }], urls })
    }
  }
  await eventually(async () => {
    const { rows } = await database.db.query<{ count: number }>({
      text: `select count(*)::int from crawl_batches b join crawl_jobs j on j.id = b.job_id
        where j.host = 'slow.example'`,
    })
    // As many openings and batches as an agent gets.
    return (rows[0]?.count ?? 0) >= 8
  })
  const jobId = await askForCrawl(database.db, other)
  expect(await ended(database.db, jobId)).toMatchObject({ status: 'done', pages: 10 })
})
