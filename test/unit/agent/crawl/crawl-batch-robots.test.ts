import { expect, test } from 'vitest'
import { html, PAGE, ROBOTS } from '../../../helpers/crawled-pages.ts'
import { crawlSome } from '../../../helpers/crawling.ts'
import { serveSite } from '../../../helpers/gathering.ts'

test('what robots.txt forbids is not asked for, unless it is not to be respected', async () => {
  const { origin, asked } = await serveSite({
    '/robots.txt': `${ROBOTS}\nUser-agent: FooBot\nDisallow: /trees\n`,
    '/trees': html(PAGE),
    '/private': html(PAGE),
  })
  const urls = [`${origin}/trees`, `${origin}/private`]
  const outcomes = async (plan: Parameters<typeof crawlSome>[1]) => {
    const { records } = await crawlSome(urls, plan)
    return urls.map((url) => records[url]?.outcome)
  }
  expect(await outcomes({})).toEqual(['page', 'blocked'])
  expect(asked).toEqual(['/robots.txt', '/trees'])
  expect(await outcomes({ respectRobots: false })).toEqual(['page', 'page'])
  // Only the group that is meant for the crawler counts.
  const userAgent = 'Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.test/)'
  expect(await outcomes({ userAgent })).toEqual(['blocked', 'page'])
})

test('robots.txt that was sent is not asked for', async () => {
  const { origin, asked } = await serveSite({ '/': html(PAGE), '/robots.txt': ROBOTS })
  const first = await crawlSome([`${origin}/`])
  const second = await crawlSome([`${origin}/`, `${origin}/private`], { robots: first.robots })
  expect(second.robots).toBeNull()
  expect(second.records[`${origin}/private`]).toMatchObject({
    outcome: 'blocked',
    statusCode: null,
    error: 'robots.txt forbids it.',
  })
  expect(asked).toEqual(['/robots.txt', '/', '/'])
})

test('a robots.txt that cannot be had forbids everything', async () => {
  const { origin, asked } = await serveSite({
    '/': html(PAGE),
    '/robots.txt': (_, to) => to.writeHead(503).end(),
  })
  const { robots, records } = await crawlSome([`${origin}/`])
  const refusal = `${origin}/robots.txt cannot be had, so nothing of the site may be crawled: It answers with status 503.`
  expect(robots).toMatchObject({ statusCode: 503, text: null, refusal })
  expect(records[`${origin}/`]).toMatchObject({ outcome: 'blocked', error: refusal })
  expect(asked).toEqual(['/robots.txt'])
})

test('a robots.txt that hangs forbids everything', async () => {
  const { origin } = await serveSite({ '/robots.txt': () => {}, '/': html(PAGE) })
  const limits = { addressMs: 300, robotsMs: 50 }
  const { robots, records } = await crawlSome([`${origin}/`], {}, { limits })
  expect(robots).toMatchObject({ statusCode: null, failure: { cause: 'timeout' } })
  expect(records[`${origin}/`]).toMatchObject({ outcome: 'blocked', error: robots?.refusal })
})

test('a robots.txt that hangs until the batch is given up tells nothing of the site', async () => {
  const ended = new AbortController()
  const { origin } = await serveSite({ '/robots.txt': () => ended.abort(), '/': html(PAGE) })
  const crawled = crawlSome([`${origin}/`], {}, { signal: ended.signal })
  await expect(crawled).rejects.toMatchObject({ code: 'unavailable' })
})
