import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import { takeBatch } from '../../../../controller/src/crawl/take-batch.ts'
import { endCrawl } from '../../../../controller/src/db/crawl-jobs.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import type { Crawlers, MadeSite } from '../../../helpers/crawled-site.ts'
import {
  answerOf,
  askForCrawl,
  ended,
  itemsOf,
  madeRecord,
  slowly,
  startCrawlers,
  stateOf,
} from '../../../helpers/crawled-site.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { insertWorkspace } from '../../../helpers/rows.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

let database: TestDatabase
let workspaceId: number

beforeAll(async () => {
  database = await openTestDatabase()
  workspaceId = await insertWorkspace(database.db)
  await liveController('one')
})
afterAll(async () => database.close())

/** Asks for a crawl, and tells those who may crawl, as the database does. */
async function ask(...settings: [Parameters<typeof askForCrawl>[2]?]): Promise<number> {
  const jobId = await askForCrawl(database.db, workspaceId, ...settings)
  for (const look of looks) look()
  return jobId
}

const looks = new Set<() => void>()

/** What was lost is back before the time is over that its batch was given, which is 55 s at least. A machine that is busy
 *  with other tests takes its time. */
const BEFORE_LEASE_ENDS_MS = 45_000

async function liveController(id: string): Promise<void> {
  await database.db.query(
    {
      text: `insert into controllers (id, hostname, started_at, last_seen_at)
        values ($1, 'test', now(), now() + interval '1 hour')`,
    },
    [id],
  )
}

function crawlers(
  site: MadeSite,
  options: Partial<Parameters<typeof startCrawlers>[1]> = {},
): Crawlers {
  const started = startCrawlers(database.db, {
    agents: 1,
    controllerId: 'one',
    answer: (kind, input) => answerOf(site, kind, input),
    ...options,
  })
  looks.add(started.look)
  onTestFinished(async () => {
    looks.delete(started.look)
    await started.stop()
  })
  return started
}

const SMALL: MadeSite = {
  pages: {
    '/': { links: ['/a', '/b', '!/c', 'https://elsewhere.example/', '/file.pdf'] },
    '/a': { links: ['/', '/a1', '/old'] },
    '/b': { links: ['/a1', '/gone'] },
    '/c': {},
    '/a1': { links: ['/deep'] },
    '/old': { redirect: '/new' },
    '/new': {},
    '/deep': { links: [] },
    '/gone': { status: 404 },
    '/only-in-sitemap': { links: ['/from-sitemap'] },
    '/from-sitemap': {},
  },
  sitemap: ['/b', '/only-in-sitemap'],
}

test('a site is crawled level by level, what only the sitemap names at last', async () => {
  crawlers(SMALL)
  const jobId = await ask()
  expect(await ended(database.db, jobId)).toMatchObject({
    status: 'done',
    error: null,
    complete: true,
  })
  expect(await itemsOf(database.db, jobId)).toEqual([
    { seq: 0, path: '/', level: 0, statusCode: 200 },
    { seq: 1, path: '/a', level: 1, statusCode: 200 },
    { seq: 2, path: '/b', level: 1, statusCode: 200 },
    { seq: 3, path: '/a1', level: 2, statusCode: 200 },
    { seq: 4, path: '/old', level: 2, statusCode: 301 },
    { seq: 5, path: '/gone', level: 2, statusCode: 404 },
    { seq: 6, path: '/deep', level: 3, statusCode: 200 },
    { seq: 7, path: '/new', level: 3, statusCode: 200 },
    { seq: 8, path: '/only-in-sitemap', level: null, statusCode: 200 },
    { seq: 9, path: '/from-sitemap', level: null, statusCode: 200 },
  ])
})

test('settings decide how far a crawl goes', async () => {
  crawlers(SMALL)
  const pathsOf = async (settings: Parameters<typeof askForCrawl>[2]): Promise<string[]> => {
    const jobId = await ask(settings)
    await ended(database.db, jobId)
    return (await itemsOf(database.db, jobId)).map(({ path }) => path)
  }
  expect(await pathsOf({ maxDepth: 1, includeSitemap: false })).toEqual(
    expect.arrayContaining(['/', '/a', '/b']),
  )
  expect(await pathsOf({ maxDepth: 0 })).toEqual(['/', '/b', '/only-in-sitemap'])
  expect(await pathsOf({ exclude: ['/a*'] })).toEqual([
    '/',
    '/b',
    '/gone',
    '/only-in-sitemap',
    '/from-sitemap',
  ])
  expect(await pathsOf({ include: ['/b'] })).toEqual(['/', '/b'])
  expect(await pathsOf({ followNofollow: true, maxPages: 4 })).toEqual(['/', '/a', '/b', '/c'])
})

test('a cap says that the crawl is not complete', async () => {
  crawlers(SMALL)
  const jobId = await ask({ maxPages: 4 })
  expect(await ended(database.db, jobId)).toMatchObject({
    status: 'done',
    pages: 4,
    complete: false,
  })
})

test('a cap that the site just fits into is none', async () => {
  crawlers(SMALL)
  const jobId = await ask({ maxPages: 10 })
  expect(await ended(database.db, jobId)).toMatchObject({
    status: 'done',
    pages: 10,
    complete: true,
  })
})

/** The items that a crawl must have, by an independent walk. */
function expectedItems(site: MadeSite, maxPages: number): string[] {
  const items: string[] = []
  const known = new Set(['/'])
  let level = ['/']
  let isSitemapRead = false
  while (items.length < maxPages) {
    if (level.length === 0) {
      if (isSitemapRead) break
      isSitemapRead = true
      level = [...new Set(site.sitemap ?? [])].filter((path) => !known.has(path))
      for (const path of level) known.add(path)
      continue
    }
    const next: string[] = []
    for (const path of level) {
      if (items.length === maxPages) break
      const { links = [], outcome, redirect } = site.pages[path] ?? {}
      if (outcome === undefined || outcome === 'page') items.push(path)
      else continue
      for (const to of redirect === undefined ? links : [redirect]) {
        if (to.startsWith('!') || known.has(to)) continue
        known.add(to)
        next.push(to)
      }
    }
    level = next
  }
  return items
}

/** Sites of some dozen pages with links in all directions. */
const sites = fc
  .record({
    size: fc.integer({ min: 1, max: 40 }),
    links: fc.array(fc.tuple(fc.nat(39), fc.nat(60), fc.nat(9)), { maxLength: 160 }),
    others: fc.array(fc.nat(39), { maxLength: 8 }),
    redirects: fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 6 }),
    sitemap: fc.array(fc.nat(50), { maxLength: 10 }),
    maxPages: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ size, links, others, redirects, sitemap, maxPages }) => {
    const path = (at: number): string => (at % size === 0 ? '/' : `/p${at % size}`)
    const pages: Record<string, MadeSite['pages'][string]> = {}
    for (let at = 0; at < size; at += 1) {
      const own = links.filter(([from]) => from % size === at)
      pages[path(at)] = { links: own.map(([, to, kind]) => `${kind === 0 ? '!' : ''}${path(to)}`) }
    }
    for (const at of others) if (at % size !== 0) pages[path(at)] = { outcome: 'other' }
    for (const [from, to] of redirects) {
      if (from % size !== 0) pages[path(from)] = { redirect: path(to) }
    }
    return { site: { pages, sitemap: sitemap.map(path) }, maxPages }
  })

test('the same pages come whatever the order of answers, however many agents there are, and whoever is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      sites,
      fc.integer({ min: 1, max: 3 }),
      fc.infiniteStream(fc.nat(19)),
      async ({ site, maxPages }, agents, chance) => {
        const luck = (): number => Number(chance.next().value ?? 5)
        let losses = 0
        const started = startCrawlers(database.db, {
          agents,
          controllerId: 'one',
          answer: async (kind, input, agentId) => {
            const drawn = luck()
            if (drawn === 0 && losses < 2) {
              losses += 1
              // It leaves in the middle of its work and comes back.
              started.cut(agentId)
              started.add(agentId)
              return 'silence'
            }
            return slowly(answerOf(site, kind, input), drawn % 5)
          },
        })
        try {
          const jobId = await askForCrawl(database.db, workspaceId, { maxPages })
          started.look()
          await ended(database.db, jobId, BEFORE_LEASE_ENDS_MS)
          const paths = (await itemsOf(database.db, jobId)).map(({ path }) => path)
          expect(paths).toEqual(expectedItems(site, maxPages))
        } finally {
          await started.stop()
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
})

const firstOnly = ({ urls, ...input }: CrawlBatchInput): CrawlBatchInput => {
  return { ...input, urls: urls.slice(0, 1) }
}

describe('what goes wrong', () => {
  test('an address that every agent dies of is given up, and the rest is crawled', async () => {
    const started: Crawlers = crawlers(SMALL, {
      answer(kind, input, agentId) {
        const { urls } = input as CrawlBatchInput
        if (kind === 'crawlBatch' && urls.some(({ url }) => url.endsWith('/a'))) {
          started.cut(agentId)
          started.add(agentId)
          return 'silence'
        }
        return answerOf(SMALL, kind, input)
      },
    })
    const jobId = await ask()
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'done' })
    const paths = (await itemsOf(database.db, jobId)).map(({ path }) => path)
    expect(paths).not.toContain('/a')
    expect(paths).toContain('/b')
    const { rows } = await database.db.query<{ outcome: string; error: string }>(
      { text: `select outcome, error from crawl_urls where job_id = $1 and url like '%/a'` },
      [jobId],
    )
    expect(rows).toEqual([
      { outcome: 'failed', error: 'No agent came back with an answer, in 5 tries.' },
    ])
  })

  test('an address that is left out of an answer has had no try', async () => {
    const paths = Array.from({ length: 9 }, (_, place) => `/${place}`)
    const pages = paths.map((path) => [path, {}] as const)
    const site = { pages: { '/': { links: paths }, ...Object.fromEntries(pages) } }
    crawlers(site, {
      // As one whose host wants to be left alone after each page.
      answer: (kind, input) =>
        kind === 'crawlOpening'
          ? answerOf(site, kind, input)
          : answerOf(site, kind, firstOnly(input as CrawlBatchInput)),
    })
    const jobId = await ask()
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'done' })
    expect(await itemsOf(database.db, jobId)).toHaveLength(10)
    const { rows } = await database.db.query<{ attempts: number }>(
      { text: 'select distinct attempts from crawl_urls where job_id = $1' },
      [jobId],
    )
    expect(rows).toEqual([{ attempts: 1 }])
  })

  test('what a controller had that is gone is handed out by another one', async () => {
    const silent = startCrawlers(database.db, {
      agents: 1,
      controllerId: 'gone',
      answer: (kind, input) =>
        kind === 'crawlOpening' ? answerOf(SMALL, kind, input) : ('silence' as const),
    })
    const jobId = await ask()
    await waitFor(async () => {
      const { rows } = await database.db.query<{ count: number }>(
        {
          text: `select count(*)::int as count from crawl_urls where job_id = $1 and state = 'leased'`,
        },
        [jobId],
      )
      return (rows[0]?.count ?? 0) > 0
    })
    // It dies: nothing of it is heard any more.
    void silent.stop()
    crawlers(SMALL)
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'done', pages: 10 })
  })

  test('what was taken by a commit whose answer never came is handed out again', async () => {
    const started: Crawlers = crawlers(SMALL, {
      answer(kind, input, agentId) {
        if (kind === 'crawlBatch' && agentId !== 'agt_later') {
          started.cut(agentId)
          return 'silence'
        }
        return answerOf(SMALL, kind, input)
      },
    })
    const jobId = await ask()
    // Nobody is there to get the start page but the test, of which nobody waits for an answer.
    const by = { controllerId: 'one', agentId: 'agt_unknown' }
    await waitFor(async () => (await takeBatch(database.db, jobId, by)) !== null)
    started.add('agt_later')
    expect(await ended(database.db, jobId, BEFORE_LEASE_ENDS_MS)).toMatchObject({
      status: 'done',
      pages: 10,
    })
  })

  test('a host that refuses everything ends the crawl with a sentence', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `/p${at}`,
        { outcome: 'again' as const, status: 429 },
      ]),
    )
    const site: MadeSite = { pages: { ...pages, '/': { links: Object.keys(pages) } } }
    crawlers(site, {
      answer: (kind, input) =>
        answerOf(site, kind, input, (url) => ({
          ...madeRecord(site, url),
          ...(url.url.endsWith('/') ? {} : { error: 'shop.example answered with the status 429.' }),
        })),
    })
    const jobId = await ask()
    const state = await ended(database.db, jobId)
    expect(state).toMatchObject({ status: 'failed', pages: 1, complete: false })
    expect(state.error).toMatch(
      /^shop\.example refused \d+ requests in a row, so the crawl was ended\. The last answer: shop\.example answered with the status 429\.$/,
    )
  })

  test('a robots.txt that cannot be had fails the crawl, unless it is not asked', async () => {
    const refusal = 'The robots.txt of shop.example answers with the status 503.'
    crawlers({ ...SMALL, robots: { statusCode: 503, refusal } })
    const jobId = await ask()
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'failed', error: refusal })
    const other = await ask({ respectRobots: false })
    expect(await ended(database.db, other)).toMatchObject({ status: 'done', pages: 10 })
  })

  test('a start page that brings nothing says why', async () => {
    const error = 'robots.txt forbids this address.'
    crawlers({ pages: { '/': { outcome: 'blocked', error } } })
    const jobId = await ask()
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'failed', error, pages: 0 })
  })

  test('an agent that brings what is no page, or pages it was not asked for, harms nothing', async () => {
    const broken = (kind: string, input: unknown) => {
      const answer = answerOf(SMALL, kind, input, (url) => madeRecord(SMALL, url))
      if (kind !== 'crawlBatch' || typeof answer === 'string' || !('bytes' in answer)) return answer
      const stray = JSON.stringify(madeRecord(SMALL, { id: 4_711, url: 'https://shop.example/x' }))
      const bytes = Buffer.concat([
        Buffer.from(`${stray}\nnothing\n{"id":1}\n`),
        Buffer.from(answer.bytes ?? []),
      ])
      return { ...answer, bytes }
    }
    crawlers(SMALL, { answer: broken })
    const jobId = await ask()
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'done', pages: 10 })
  })

  test('a cancel keeps what is there, and nothing comes after it', async () => {
    crawlers(SMALL, {
      answer: (kind, input) => slowly(answerOf(SMALL, kind, input), kind === 'crawlBatch' ? 40 : 0),
    })
    const jobId = await ask()
    await waitFor(async () => ((await stateOf(database.db, jobId))?.pages ?? 0) > 0)
    await endCrawl(database.db, jobId, { status: 'cancelled', error: null })
    const state = await stateOf(database.db, jobId)
    expect(state).toMatchObject({ status: 'cancelled', complete: false, unfinished: 0 })
    const items = await itemsOf(database.db, jobId)
    expect(items).toHaveLength(state?.pages ?? -1)
  })
})

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
    await insertFixtureCrawl(database.db, { ...crawl, workspaceId })
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
  const slow = { host: 'slow.example', workspaceId, unfinished: 1 } as const
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

async function waitFor(look: () => Promise<boolean>): Promise<void> {
  let isThere = false
  let isLooking = false
  await eventually(() => {
    if (!isLooking) {
      isLooking = true
      void look().then((found) => {
        isThere = found
        isLooking = false
      })
    }
    return isThere
  })
}
