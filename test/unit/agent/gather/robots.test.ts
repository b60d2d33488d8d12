import { expect, test } from 'vitest'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { fetchRobots } from '../../../../agent/src/gather/robots.ts'
import { isAllowed } from '../../../../agent/src/robots/agent-rules.ts'
import { robotsOf } from '../../../../agent/src/robots/robots-of-file.ts'
import { gatherOne, redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

const RULES = 'User-agent: *\nDisallow: /private\n'

test("the site's own robots.txt is fetched without the page", async () => {
  const { origin, asked } = await serveSite({ '/robots.txt': RULES })
  const file = await gatherOne('siteRobots', `${origin}/deep/page?q=1`)
  expect(file).toEqual({
    url: `${origin}/robots.txt`,
    fetchedUrl: `${origin}/robots.txt`,
    statusCode: 200,
    contentType: null,
    text: RULES,
    isTruncated: false,
    failure: null,
  })
  expect(asked).toEqual(['/robots.txt'])
})

test("the page's robots.txt is that of where the page came from", async () => {
  const end = await serveSite({ '/': 'page', '/robots.txt': RULES })
  const start = await serveSite({ '/': redirectTo(`${end.origin}/`) })
  const file = await gatherOne('robots', `${start.origin}/`)
  expect(file.url).toBe(`${end.origin}/robots.txt`)
  expect(start.asked).toEqual(['/'])
})

test.each([
  [200, false],
  [204, true],
  [404, true],
  [410, true],
  [500, false],
  [503, false],
])('with status %i a forbidden page is allowed: %s', async (statusCode, expected) => {
  const { origin } = await serveSite({
    '/robots.txt': (_, to) => to.writeHead(statusCode).end(RULES),
  })
  const robots = robotsOf(await gatherOne('siteRobots', origin))
  expect(isAllowed(robots, 'FooBot', `${origin}/private`).isAllowed).toBe(expected)
})

test('redirects are followed, and too many of them allow everything', async () => {
  const { origin } = await serveSite({
    '/robots.txt': redirectTo('/1'),
    '/1': redirectTo('/2', 302),
    '/2': redirectTo('/3', 307),
    '/3': redirectTo('/4', 308),
    '/4': redirectTo('/5', 303),
    '/5': RULES,
  })
  const file = await gatherOne('siteRobots', origin)
  expect(file).toMatchObject({
    url: `${origin}/robots.txt`,
    fetchedUrl: `${origin}/5`,
    text: RULES,
  })
  const endless = await serveSite({ '/robots.txt': redirectTo('/robots.txt') })
  const none = await gatherOne('siteRobots', endless.origin)
  expect(none).toMatchObject({ statusCode: 301, text: null, failure: { cause: 'redirectLoop' } })
  expect(robotsOf(none).access).toBe('everything')
})

test('only its beginning is read', async () => {
  const long = `${RULES}#${'x'.repeat(600 * 1024)}\nUser-agent: *\nDisallow: /late\n`
  const { origin } = await serveSite({ '/robots.txt': long })
  const file = await gatherOne('siteRobots', origin)
  expect(file.isTruncated).toBe(true)
  expect(file.text).toHaveLength(512 * 1024)
})

test('no answer is told to whoever asked, and so is an address that may not be reached', async () => {
  const silent = await serveSite({ '/robots.txt': (request) => request.socket.destroy() })
  await expect(gatherOne('siteRobots', silent.origin)).rejects.toMatchObject({
    name: 'WorkRefusal',
    code: 'upstreamFailed',
  })
  const leading = await serveSite({
    '/robots.txt': redirectTo('http://169.254.169.254/robots.txt'),
  })
  for (const target of ['http://169.254.169.254/', leading.origin]) {
    await expect(gatherOne('siteRobots', target)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('for a page no answer to its robots.txt is part of what was found, and forbids everything', async () => {
  const site = await serveSite({
    '/': 'page',
    '/robots.txt': (request) => request.socket.destroy(),
  })
  const file = await gatherOne('robots', site.origin)
  expect(file).toMatchObject({ statusCode: null, text: null })
  expect(robotsOf(file).access).toBe('nothing')
})

test('a bare host is asked over http where https cannot be reached', async () => {
  const { origin } = await serveSite({ '/robots.txt': RULES })
  const url = `${origin.replace('http:', 'https:')}/`
  const file = await gatherOne('siteRobots', { url, isBare: true })
  expect(file).toMatchObject({ url: `${origin}/robots.txt`, statusCode: 200 })
})

test("the agent's own trouble is not told as a robots.txt that cannot be had", async () => {
  const { origin } = await serveSite({
    '/': 'page',
    '/robots.txt': redirectTo('http://name.test/robots.txt'),
  })
  for (const name of ['robots', 'siteRobots'] as const) {
    await expect(gatherOne(name, `${origin}/`)).rejects.toMatchObject({ code: 'unavailable' })
  }
})

test('a robots.txt that never comes forbids everything, and hides no page', async () => {
  const { origin } = await serveSite({ '/robots.txt': () => {} })
  const fetch = createFetch(toolsFor())
  const file = await fetchRobots(origin, { fetch, signal: AbortSignal.timeout(50) })
  expect(file).toMatchObject({ statusCode: null, failure: { cause: 'timeout' } })
  expect(robotsOf(file).access).toBe('nothing')
})
