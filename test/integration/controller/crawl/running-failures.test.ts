import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import { describe, expect, test } from 'vitest'
import { takeBatch } from '../../../../controller/src/crawl/take-batch.ts'
import { endCrawl } from '../../../../controller/src/db/crawl-jobs.ts'
import { BEFORE_LEASE_ENDS_MS, SMALL, useCrawlDatabase } from '../../../helpers/crawl-database.ts'
import type { Crawlers, MadeSite } from '../../../helpers/crawled-site.ts'
import {
  answerOf,
  ended,
  itemsOf,
  madeRecord,
  slowly,
  startCrawlers,
  stateOf,
} from '../../../helpers/crawled-site.ts'
import { eventually } from '../../../helpers/eventually.ts'

const database = useCrawlDatabase()
const { ask, crawlers } = database

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
