import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Database } from '../../controller/src/db/pool.ts'
import type { Crawlers, MadeSite } from './crawled-site.ts'
import { answerOf, askForCrawl, startCrawlers } from './crawled-site.ts'
import { insertWorkspace } from './rows.ts'
import type { TestDatabase } from './test-database.ts'
import { openTestDatabase } from './test-database.ts'

/** What was lost is back before the time is over that its batch was given, which is 55 s at least. A machine that is busy
 *  with other tests takes its time. */
export const BEFORE_LEASE_ENDS_MS = 45_000

/** A database with a workspace, and agents that crawl sites of the test's making for a controller "one" that is alive. */
export interface CrawlDatabase {
  readonly db: Database
  readonly url: string
  readonly workspaceId: number
  /** Asks for a crawl, and tells those who may crawl, as the database does. */
  readonly ask: (settings?: Parameters<typeof askForCrawl>[2]) => Promise<number>
  /** Agents that crawl until the test ends: one of the controller that is alive, unless told otherwise, that finds what
   *  the site has. */
  readonly crawlers: (
    site: MadeSite,
    options?: Partial<Parameters<typeof startCrawlers>[1]>,
  ) => Crawlers
}

/** Opens it for the tests of a file, and closes it after them. */
export function useCrawlDatabase(): CrawlDatabase {
  let database: TestDatabase
  let workspaceId: number
  const looks = new Set<() => void>()

  beforeAll(async () => {
    database = await openTestDatabase()
    workspaceId = await insertWorkspace(database.db)
    await database.db.query({
      text: `insert into controllers (id, hostname, started_at, last_seen_at)
        values ('one', 'test', now(), now() + interval '1 hour')`,
    })
  })
  afterAll(() => database.close())

  return {
    get db() {
      return database.db
    },
    get url() {
      return database.url
    },
    get workspaceId() {
      return workspaceId
    },
    async ask(...settings) {
      const jobId = await askForCrawl(database.db, workspaceId, ...settings)
      for (const look of looks) look()
      return jobId
    },
    crawlers(site, options = {}) {
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
    },
  }
}

/** A site of ten pages on four levels, of which two stand only in its sitemap. */
export const SMALL: MadeSite = {
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
