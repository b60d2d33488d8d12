import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import { digestOf } from '../../../../controller/src/crawl/url-digest.ts'
import type { CrawlPlace } from '../../../../controller/src/db/crawl-levels.ts'
import { openLinkedUrls, RANKS_A_PAGE } from '../../../../controller/src/db/crawl-levels.ts'
import { useCrawlDatabase } from '../../../helpers/crawl-database.ts'
import type { MadeSite } from '../../../helpers/crawled-site.ts'
import {
  answerOf,
  askForCrawl,
  ended,
  itemsOf,
  slowly,
  startCrawlers,
} from '../../../helpers/crawled-site.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import { eventually } from '../../../helpers/eventually.ts'

const database = useCrawlDatabase()

/** Pages below the start page: more than an agent gets at once. */
const WIDTH = 120

/** Each page of the first level leads to one of the second, and to one that pages before it may lead to. */
const SITE: MadeSite = {
  pages: Object.fromEntries([
    ['/', { links: Array.from({ length: WIDTH }, (_, n) => `/a${n}`) }],
    ...Array.from({ length: WIDTH }, (_, n) => [
      `/a${n}`,
      { links: [`/b${n}`, `/b${(n * 7) % WIDTH}`] },
    ]),
    ...Array.from({ length: WIDTH }, (_, n) => [`/b${n}`, { links: [`/c${n % 9}`, '/'] }]),
    ...Array.from({ length: 9 }, (_, n) => [`/c${n}`, {}]),
  ]) as MadeSite['pages'],
}

/** In the order of the site. */
function expectedPaths(maxPages: number): string[] {
  const paths = new Set(['/'])
  for (const path of paths) {
    for (const link of SITE.pages[path]?.links ?? []) paths.add(link)
  }
  return [...paths].slice(0, maxPages)
}

const pathsIn = (input: unknown): string[] =>
  (input as CrawlBatchInput).urls.map(({ url }) => new URL(url).pathname)

test('what is certain of the next level is crawled while a page of this one is not read yet', async () => {
  const asked: string[] = []
  let askedBeforeLast: string[] = []
  const last = `/a${WIDTH - 1}`
  const crawlers = startCrawlers(database.db, {
    agents: 1,
    controllerId: 'one',
    answer: async (kind, input) => {
      if (kind === 'crawlBatch') {
        const paths = pathsIn(input)
        asked.push(...paths)
        if (paths.includes(last)) {
          await eventually(() => asked.includes('/b1'))
          askedBeforeLast = [...asked]
        }
      }
      return answerOf(SITE, kind, input)
    },
  })
  try {
    const jobId = await askForCrawl(database.db, database.workspaceId, { maxPages: 1_000 })
    crawlers.look()
    expect(await ended(database.db, jobId)).toMatchObject({ status: 'done', complete: true })
    // It leads there first.
    expect(askedBeforeLast).not.toContain(`/b${WIDTH - 1}`)
    const items = await itemsOf(database.db, jobId)
    expect(items.map(({ path }) => path)).toEqual(expectedPaths(1_000))
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at))
    const levels = { a: 1, b: 2, c: 3 }
    for (const { path, level } of items.slice(1)) {
      expect(level).toBe(levels[path.charAt(1) as keyof typeof levels])
    }
  } finally {
    await crawlers.stop()
  }
})

test('a cap leaves out the same pages whatever the order of answers, and whoever is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(WIDTH, WIDTH + 1, WIDTH + 2, WIDTH + 30, 2 * WIDTH + 1, 2 * WIDTH + 5, 1_000),
      fc.integer({ min: 1, max: 3 }),
      fc.infiniteStream(fc.nat(19)),
      async (maxPages, agents, chance) => {
        let losses = 0
        const crawlers = startCrawlers(database.db, {
          agents,
          controllerId: 'one',
          answer: async (kind, input, agentId) => {
            const drawn = Number(chance.next().value ?? 5)
            if (drawn === 0 && losses < 2) {
              losses += 1
              crawlers.cut(agentId)
              crawlers.add(agentId)
              return 'silence'
            }
            return slowly(answerOf(SITE, kind, input), 10 * (drawn % 6))
          },
        })
        try {
          const jobId = await askForCrawl(database.db, database.workspaceId, { maxPages })
          crawlers.look()
          const { complete } = await ended(database.db, jobId)
          const expected = expectedPaths(maxPages)
          expect((await itemsOf(database.db, jobId)).map(({ path }) => path)).toEqual(expected)
          expect(complete).toBe(expected.length < maxPages)
          const { rows } = await database.db.query<{ why: string }>(
            {
              text: `select distinct left_out as why from crawl_urls
                where job_id = $1 and state <> 'done'`,
            },
            [jobId],
          )
          expect(rows).toEqual(complete === true ? [] : [{ why: 'cap' }])
        } finally {
          await crawlers.stop()
        }
      },
    ),
    { numRuns: 14, endOnFailure: true },
  )
})

/** More than are taken of one pattern. */
const CALENDAR = 700

/** Opens a level of addresses of one pattern. @param ends where each part of it ends, in pages  @returns what became of them */
async function openedIn(ends: readonly number[], levelsBefore: number): Promise<unknown[]> {
  const { db } = database
  const { id: jobId } = await insertFixtureCrawl(db, { pages: [{ path: '/' }] })
  await db.query(
    {
      text: `insert into crawl_urls (job_id, id, key, pattern, url, state, rank)
        select $1, n, key, $3, 'https://shop.example/calendar?day=' || n, 'found', n * $4::bigint
        from unnest($2::uuid[]) with ordinality as given (key, n)`,
    },
    [
      jobId,
      Array.from({ length: CALENDAR }, (_, n) => digestOf(`day ${n}`)),
      digestOf('calendar'),
      RANKS_A_PAGE,
    ],
  )
  await db.query(
    {
      text: `insert into crawl_patterns (job_id, pattern, urls, levels, last_level)
        values ($1, $2, 20, $3, 4)`,
    },
    [jobId, digestOf('calendar'), levelsBefore],
  )
  let at: CrawlPlace = { jobId, phase: 'links', level: 4, hops: 4, nextSeq: CALENDAR + 1, ahead: 0 }
  for (const end of [...ends, CALENDAR + 1]) {
    const opened = await openLinkedUrls(db, at, end)
    at = { ...at, nextSeq: at.nextSeq + opened, ahead: at.ahead + opened }
  }
  const { rows } = await db.query(
    {
      text: `select url, state, left_out, seq, u.level, p.urls, p.levels, p.last_level
        from crawl_urls u join crawl_patterns p using (job_id, pattern) where job_id = $1 order by url`,
    },
    [jobId],
  )
  return rows
}

test('a level that is opened in parts is the level that is opened at once, traps and all', async () => {
  for (const levelsBefore of [3, 199, 200]) {
    const atOnce = await openedIn([], levelsBefore)
    expect(atOnce).toHaveLength(CALENDAR)
    expect(await openedIn([100, 100, 480, 481, 650], levelsBefore)).toEqual(atOnce)
  }
})
