import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEFORE_LEASE_ENDS_MS, SMALL, useCrawlDatabase } from '../../../helpers/crawl-database.ts'
import type { MadeSite } from '../../../helpers/crawled-site.ts'
import {
  answerOf,
  askForCrawl,
  ended,
  itemsOf,
  slowly,
  startCrawlers,
} from '../../../helpers/crawled-site.ts'

const database = useCrawlDatabase()
const { ask, crawlers } = database

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
          const jobId = await askForCrawl(database.db, database.workspaceId, { maxPages })
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
