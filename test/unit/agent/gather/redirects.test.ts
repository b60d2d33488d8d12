import { expect, test } from 'vitest'
import { redirectChainsAnalysis } from '../../../../agent/src/analyses/redirect-chains.ts'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { followTarget } from '../../../../agent/src/gather/redirects.ts'
import { RedirectChainsResult } from '../../../../shared/src/analyses/redirect-chains.ts'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherOne, redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

const html =
  (body: string, headers: Record<string, string> = {}): Answer =>
  (_, to) => {
    to.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
  }

/** Follows a path of a site and judges the trail. */
async function follow(answers: Readonly<Record<string, Answer>>, path = '/') {
  const { origin, asked } = await serveSite(answers)
  const redirects = await gatherOne('redirects', origin + path)
  const result = await redirectChainsAnalysis.analyse({ redirects }, {})
  return { origin, asked, result: RedirectChainsResult.parse(result) }
}

test('a page without redirects is its own end', async () => {
  const { origin, result } = await follow({ '/': html('<p>hello') })
  expect(result).toMatchObject({
    url: `${origin}/`,
    fetchedUrl: `${origin}/`,
    statusCode: 200,
    finalUrl: `${origin}/`,
    finalStatusCode: 200,
    hops: 0,
    isChain: false,
    isLoop: false,
    hasHttpsDowngrade: false,
    hasTemporary: false,
    chain: [{ step: 1, type: 'final', location: null, permanent: false, protocol: 'HTTP/1.1' }],
    issues: [],
  })
})

test('every hop is told with what it is', async () => {
  const { origin, result } = await follow({
    '/': redirectTo('/a#part', 301),
    '/a': redirectTo('b', 302),
    '/b': html('<base href="/dir/"><meta http-equiv=refresh content="0; url=c?x=1&amp;y=2">'),
    '/dir/c?x=1&y=2': html('moved', { refresh: '5; url=/d' }),
    '/d': (_, to) => to.writeHead(200, { server: 'test/1' }).end('end'),
  })
  expect(result.chain).toMatchObject([
    { url: `${origin}/`, type: 'http', statusCode: 301, location: '/a#part', permanent: true },
    { url: `${origin}/a`, type: 'http', statusCode: 302, location: 'b', permanent: false },
    {
      url: `${origin}/b`,
      type: 'meta-refresh',
      location: 'c?x=1&y=2',
      delaySeconds: 0,
      permanent: true,
    },
    { url: `${origin}/dir/c?x=1&y=2`, type: 'meta-refresh', delaySeconds: 5, permanent: false },
    { url: `${origin}/d`, type: 'final', statusCode: 200, server: 'test/1' },
  ])
  expect(result).toMatchObject({
    finalUrl: `${origin}/d`,
    hops: 4,
    isChain: true,
    hasTemporary: true,
  })
  expect(result.issues).toEqual([
    'The chain has 4 hops: link to its end at once.',
    '2 hops are temporary (302, meta refresh after 5 s): search engines may keep the old address.',
    'A meta refresh redirects: a redirect by status is faster and surer.',
  ])
})

test.each([
  ['after more than 10 seconds', html('<meta http-equiv=refresh content="11; url=/a">')],
  ['to the page itself', html('<meta http-equiv=refresh content="0; url=/#top">')],
  [
    'in a text',
    ((_, to) =>
      to
        .writeHead(200, { 'content-type': 'text/plain' })
        .end('<meta http-equiv=refresh content="0; url=/a">')) satisfies Answer,
  ],
  ['to a script', html('<meta http-equiv=refresh content="0; url=javascript:a()">')],
])('a refresh %s is no redirect', async (_name, answer) => {
  const { result } = await follow({ '/': answer })
  expect(result).toMatchObject({ hops: 0, chain: [{ type: 'final' }] })
})

test('a loop ends where it leads back, whatever cookies it sets', async () => {
  const { origin, asked, result } = await follow({
    '/': redirectTo('/a'),
    '/a': (_, to) => to.writeHead(302, { location: '/', 'set-cookie': 'n=1' }).end(),
  })
  expect(result).toMatchObject({
    isLoop: true,
    hops: 2,
    finalUrl: `${origin}/a`,
    finalStatusCode: 302,
  })
  expect(result.issues[0]).toContain('loop')
  expect(result.issues[0]).toContain('cookies')
  expect(asked).toEqual(['/', '/a'])
})

test('twenty hops are followed, and no more', async () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, n) => [`/${n}`, redirectTo(`/${n + 1}`)] as const),
    )
  const whole = await follow({ ...chain(20), '/20': html('end') }, '/0')
  expect(whole.result).toMatchObject({ hops: 20, isCut: false, finalStatusCode: 200 })
  const { result, asked } = await follow({ ...chain(25), '/25': html('end') }, '/0')
  expect(result).toMatchObject({ hops: 21, isCut: true, finalStatusCode: 301 })
  expect(asked).toHaveLength(21)
})

test.each([
  ['mailto:a@b.test', 'no http or https address'],
  ['http://', 'no http or https address'],
  ['javascript:a()', 'no http or https address'],
])('a redirect to %s breaks the chain off', async (location, problem) => {
  const { result } = await follow({ '/': redirectTo(location) })
  expect(result).toMatchObject({ hops: 0, chain: [{ type: 'final', statusCode: 301, location }] })
  expect(result.issues[0]).toContain(problem)
})

test('a redirect without an address leads nowhere, and an error page is an end', async () => {
  const nowhere = await follow({ '/': (_, to) => to.writeHead(302).end() })
  expect(nowhere.result.issues).toEqual(['Status 302 at the end of the chain leads nowhere.'])
  const missing = await follow({ '/': redirectTo('/gone') })
  expect(missing.result).toMatchObject({ finalStatusCode: 404, hops: 1 })
  expect(missing.result.issues).toEqual(['The chain ends with status 404.'])
})

test.each([300, 304, 305])('status %d is no redirect, whatever it names', async (status) => {
  const { result } = await follow({
    '/': (_, to) => to.writeHead(status, { location: '/a' }).end(),
  })
  expect(result).toMatchObject({ hops: 0, finalStatusCode: status })
  expect(result.issues).toEqual([
    `The chain ends with status ${status}, which browsers do not follow.`,
  ])
})

test('a later hop without an answer is a finding; the first one is none', async () => {
  const { origin, result } = await follow({
    '/': redirectTo('/dead'),
    '/dead': (request) => request.socket.destroy(),
  })
  expect(result).toMatchObject({
    statusCode: 301,
    fetchedUrl: `${origin}/`,
    finalUrl: `${origin}/dead`,
    finalStatusCode: null,
    hops: 1,
  })
  expect(result.issues[0]).toMatch(/^The chain breaks off: /)
  const dead = await serveSite({ '/': (request) => request.socket.destroy() })
  await expect(gatherOne('redirects', dead.origin)).rejects.toMatchObject({
    code: 'upstreamFailed',
  })
})

test('every hop is judged: one to a private address is forbidden', async () => {
  for (const answer of [
    redirectTo('http://169.254.169.254/latest'),
    html('<meta http-equiv=refresh content="0; url=http://169.254.169.254/latest">'),
  ]) {
    const { origin } = await serveSite({ '/': answer })
    await expect(gatherOne('redirects', origin)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('what was found before an address that never answers is told', async () => {
  const { origin } = await serveSite({ '/': redirectTo('/never'), '/never': () => {} })
  const trail = await followTarget({
    target: { url: `${origin}/`, isBare: false },
    fetch: createFetch(toolsFor()),
    signal: AbortSignal.timeout(500),
  })
  expect(trail).toMatchObject({
    steps: [{ statusCode: 301 }, { url: `${origin}/never`, statusCode: null }],
    failure: { cause: 'timeout' },
  })
})

test("the agent's own trouble is not told as the end of a trail", async () => {
  const { origin } = await serveSite({ '/': redirectTo('http://name.test/') })
  await expect(gatherOne('redirects', origin)).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['the same address', '/a', { hops: 1, finalStatusCode: 200, issues: [] }],
  ['another address', '/b', { hops: 0, issues: [expect.stringContaining('two addresses')] }],
])('a Location that comes twice, with %s', async (_name, other, expected) => {
  const { result } = await follow({
    '/': (_, to) =>
      to
        .writeHead(
          301,
          [
            ['location', '/a'],
            ['location', other],
          ].flat(),
        )
        .end(),
    '/a': 'end',
  })
  expect(result).toMatchObject(expected)
})
