import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Told } from '../../../../helpers/load-events.ts'
import {
  answers,
  asks,
  DOCUMENT,
  fails,
  finishes,
  gives,
  head,
  last,
  logged,
  PAGE,
  rawHead,
  ZERO_S,
} from '../../../../helpers/load-events.ts'

test('a request is told with its times, its sizes, and what it is', () => {
  expect(
    logged([
      DOCUMENT,
      answers(40.04, 'D', head(200)),
      gives('D', 3_000, 900),
      gives('D', 2_000, 700),
      ['Network.resourceChangedPriority', 55, { requestId: 'D', newPriority: 'VeryHigh' }],
      finishes(61.27, 'D', 1_712),
    ]).requests,
  ).toEqual([
    {
      url: PAGE,
      resourceType: 'Fetch',
      mimeType: 'text/html',
      statusCode: 200,
      startMs: 0,
      endMs: 61.3,
      transferBytes: 1_712,
      resourceBytes: 5_000,
      protocol: 'h2',
      priority: 'VeryHigh',
      initiatorType: 'other',
      isFromCache: false,
      isFinished: true,
      error: null,
    },
  ])
})

test('every redirect is a request of its own', () => {
  const { requests } = logged([
    asks(0, 'D', 'http://shop.example/'),
    asks(20, 'D', PAGE, { redirectResponse: head(301, { encodedDataLength: 180 }) }),
    asks(50, 'D', `${PAGE}home`, { redirectResponse: head(302, { encodedDataLength: 210 }) }),
    answers(80, 'D', head(200)),
    finishes(90, 'D', 700),
  ])
  expect(
    requests.map((each) => [
      each.url,
      each.statusCode,
      each.startMs,
      each.endMs,
      each.transferBytes,
    ]),
  ).toEqual([
    ['http://shop.example/', 301, 0, 20, 180],
    [PAGE, 302, 20, 50, 210],
    [`${PAGE}home`, 200, 50, 90, 700],
  ])
})

describe('the status that came over the network', () => {
  const hops = [
    asks(0, 'D', 'http://shop.example/', { redirectHasExtraInfo: false }),
    // By the browser itself (HSTS), so that nothing came over the network.
    asks(1, 'D', PAGE, { redirectResponse: head(307), redirectHasExtraInfo: false }),
    asks(50, 'D', `${PAGE}home`, { redirectResponse: head(302), redirectHasExtraInfo: true }),
    answers(80, 'D', head(200), true),
    finishes(90, 'D', 100),
  ]
  const raw = [rawHead('D', 302), rawHead('D', 304)]

  test.each([
    ['before', [...raw, ...hops]],
    ['after', [...hops, ...raw]],
    ['between', [hops[0], hops[1], raw[0], ...hops.slice(2), raw[1]]],
  ])('counts where it is told %s the answers', (_, events) => {
    const { requests } = logged(events as Told[])
    expect(requests.map(({ statusCode }) => statusCode)).toEqual([307, 302, 304])
  })

  test('is known of an answer that the page may not have', () => {
    const corsErrorStatus = { corsError: 'MissingAllowOriginHeader', failedParameter: '' }
    const events = [
      asks(10, '2', 'https://api.example/'),
      rawHead('2', 200),
      fails(30, '2', 'net::ERR_FAILED', { corsErrorStatus }),
    ]
    expect(last(events)).toMatchObject({
      statusCode: 200,
      error:
        'It was not loaded: its server does not let scripts of this page read it (CORS: MissingAllowOriginHeader).',
    })
  })
})

describe('what comes from a cache', () => {
  const url = `${PAGE}logo.png`
  test.each<[string, readonly Told[]]>([
    [
      'of the memory',
      [['Network.requestServedFromCache', 10, { requestId: '2' }], answers(10, '2', head(200))],
    ],
    ['of the disk', [answers(10, '2', head(200, { fromDiskCache: true }))]],
    ['of what was fetched ahead', [answers(10, '2', head(200, { fromPrefetchCache: true }))]],
  ])('%s took no bytes over the network', (_, events) => {
    const request = last([
      asks(10, '2', url),
      ...events,
      gives('2', 500, 500),
      finishes(11, '2', 500),
    ])
    expect(request).toMatchObject({
      isFromCache: true,
      statusCode: 200,
      transferBytes: 0,
      resourceBytes: 500,
    })
  })
})

test.each([
  ['data:image/gif;base64,R0lGODlhAQABAAAAACw='],
  ['blob:https://shop.example/2c5f'],
  ['about:blank'],
  ['chrome-error://chromewebdata/'],
])('%s is no request', (url) => {
  const { requests } = logged([
    DOCUMENT,
    asks(10, '2', url),
    answers(11, '2', head(200)),
    finishes(12, '2', 9),
  ])
  expect(requests.map((each) => each.url)).toEqual([PAGE])
})

test('a request that is still open goes to the end of the look, with what came so far', () => {
  const events = [asks(10, '2', `${PAGE}poll`), answers(20, '2', head(200)), gives('2', 900, 300)]
  expect(last(events, { readAtMs: 730 })).toMatchObject({
    startMs: 10,
    endMs: 730,
    transferBytes: 400,
    isFinished: false,
    error: null,
  })
})

describe('the moments of a page', () => {
  const comes = (loaderId: string, more: object = {}): Told => [
    'Page.frameNavigated',
    60,
    { frame: { id: 'F', loaderId, ...more } },
  ]
  const timing = { requestTime: ZERO_S + 0.01, receiveHeadersStart: 30.4, receiveHeadersEnd: 31 }
  const first = [
    DOCUMENT,
    answers(45, 'D', head(200, { timing })),
    finishes(50, 'D', 200),
    comes('D'),
    ['Page.domContentEventFired', 70, {}],
  ] as const

  test('are told from the start of the navigation', () => {
    const frame = comes('X', { parentId: 'F' })
    expect(logged([...first, ['Page.loadEventFired', 99.96, {}], frame]).moments).toEqual({
      firstByteMs: 40.4,
      domContentLoadedMs: 70,
      loadMs: 100,
    })
  })

  test('are those of the document that it led on to', () => {
    const next = [asks(200, 'E', `${PAGE}next`), answers(250, 'E', head(200)), comes('E')]
    expect(logged([...first, ['Page.loadEventFired', 100, {}], ...next]).moments).toEqual({
      firstByteMs: null,
      domContentLoadedMs: null,
      loadMs: null,
    })
  })
})

describe('a page without end', () => {
  test('is followed for 3,000 requests', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => asks(i, `R${i}`, `${PAGE}${i}`))
    const { requests, isCut } = logged(many)
    expect([requests.length, isCut]).toEqual([3_000, false])
    const more = logged([...many, asks(1, 'more', PAGE)])
    expect([more.requests.length, more.isCut]).toEqual([3_000, true])
  })

  test('has its addresses cut', () => {
    const request = last([asks(10, '2', `${PAGE}${'x'.repeat(100_000)}`)])
    expect(request?.url).toHaveLength(2_049)
    expect(request?.url).toMatch(/x…$/)
  })
})

test('events of requests that are not followed change nothing', () => {
  const names: readonly Told[] = [
    answers(10, '?', head(200)),
    gives('?', 1, 1),
    finishes(11, '?', 1),
    fails(12, '?', 'net::ERR_FAILED'),
    rawHead('?', 200),
    ['Network.requestServedFromCache', 10, { requestId: '?' }],
    ['Network.resourceChangedPriority', 10, { requestId: '?', newPriority: 'Low' }],
    ['Network.webSocketClosed', 10, { requestId: '?' }],
  ]
  expect(logged(names).requests).toEqual([])
  expect(logged([DOCUMENT, ...names]).requests).toHaveLength(1)
})

test('whatever comes in whatever order is a list of requests with sensible figures', () => {
  const id = fc.constantFrom('D', '2', '3')
  const kinds = [
    (atMs: number, its: string, n: number) => asks(atMs, its, `${PAGE}${n}`),
    (atMs: number, its: string, n: number) =>
      asks(atMs, its, `${PAGE}${n}`, { redirectResponse: head(302), redirectHasExtraInfo: n > 0 }),
    (atMs: number, its: string, n: number) => answers(atMs, its, head(200), n > 0),
    (_: number, its: string, n: number) => gives(its, Math.abs(n), n),
    (atMs: number, its: string, n: number) => finishes(atMs, its, n),
    (atMs: number, its: string) => fails(atMs, its, 'net::ERR_FAILED'),
    (_: number, its: string) => rawHead(its, 304),
    (atMs: number, its: string): Told => ['Network.webSocketClosed', atMs, { requestId: its }],
  ]
  const told = fc.record({
    kind: fc.integer({ min: 0, max: kinds.length - 1 }),
    atMs: fc.integer({ min: 0, max: 900 }),
    its: id,
    n: fc.integer({ min: -5, max: 5_000 }),
  })
  fc.assert(
    fc.property(fc.array(told, { maxLength: 40 }), (given) => {
      const events = given.map(({ kind, atMs, its, n }) => kinds[kind]?.(atMs, its, n)) as Told[]
      const { requests } = logged(events)
      expect(requests).toHaveLength(events.filter(([name]) => name.endsWith('WillBeSent')).length)
      for (const { startMs, endMs, transferBytes, statusCode, isFinished, error } of requests) {
        expect(startMs).toBeGreaterThanOrEqual(0)
        expect(endMs).toBeGreaterThanOrEqual(startMs)
        expect(transferBytes).toBeGreaterThanOrEqual(0)
        expect([null, 200, 302, 304]).toContain(statusCode)
        expect(error === null || isFinished).toBe(true)
      }
    }),
  )
})
