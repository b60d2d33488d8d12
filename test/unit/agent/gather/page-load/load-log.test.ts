import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LoadedRequest } from '../../../../../agent/src/gather/page-load/followed-request.ts'
import type { LoadEventName } from '../../../../../agent/src/gather/page-load/load-events.ts'
import type { LoggedLoad } from '../../../../../agent/src/gather/page-load/load-log.ts'
import { createLoadLog } from '../../../../../agent/src/gather/page-load/load-log.ts'

/** Chrome's clock when the navigation began, in seconds. */
const ZERO_S = 5_000
const PAGE = 'https://shop.example/'
const PRIVATE = 'http://10.0.0.1/x.png'

/** What Chrome says, without what nobody reads: its name, ms after the navigation began, and more. */
type Told = readonly [name: LoadEventName, atMs: number, more: object]

interface World {
  /** When the log is read. */
  readonly readAtMs?: number
  readonly wasCut?: boolean
}

/** What is written down of some events, each of which takes 2 ms to come. */
function logged(
  events: readonly Told[],
  { readAtMs = 1_000, wasCut = false }: World = {},
): LoggedLoad {
  let nowMs = 0
  const refusal = { message: '10.0.0.1 is a private address.', isBlocked: true }
  const proxy = {
    refusalOf: (url: string) => (url === PRIVATE ? refusal : null),
    wasCut: () => wasCut,
  }
  const log = createLoadLog(() => nowMs, proxy)
  const handlers = log.handlers as Record<LoadEventName, (event: object) => void>
  for (const [name, atMs, more] of events) {
    nowMs = atMs + 2
    handlers[name]({ timestamp: ZERO_S + atMs / 1_000, ...more })
  }
  nowMs = readAtMs + 2
  return log.read()
}

const asks = (atMs: number, requestId: string, url: string, more: object = {}): Told => [
  'Network.requestWillBeSent',
  atMs,
  {
    requestId,
    request: { url, initialPriority: 'High' },
    type: 'Fetch',
    initiator: { type: 'script' },
    redirectHasExtraInfo: false,
    ...more,
  },
]

const head = (status: number, more: object = {}) => ({
  status,
  mimeType: 'text/html',
  protocol: 'h2',
  encodedDataLength: 100,
  ...more,
})

const answers = (atMs: number, requestId: string, response: object, hasExtraInfo = false): Told => [
  'Network.responseReceived',
  atMs,
  { requestId, type: 'Fetch', response, hasExtraInfo },
]

const gives = (requestId: string, dataLength: number, encodedDataLength: number): Told => [
  'Network.dataReceived',
  50,
  { requestId, dataLength, encodedDataLength },
]

const finishes = (atMs: number, requestId: string, encodedDataLength: number): Told => [
  'Network.loadingFinished',
  atMs,
  { requestId, encodedDataLength },
]

const fails = (atMs: number, requestId: string, errorText: string, more: object = {}): Told => [
  'Network.loadingFailed',
  atMs,
  { requestId, type: 'Fetch', errorText, ...more },
]

const rawHead = (requestId: string, statusCode: number): Told => [
  'Network.responseReceivedExtraInfo',
  0,
  { requestId, statusCode },
]

const DOCUMENT = asks(0, 'D', PAGE, { type: 'Document', initiator: { type: 'other' } })

/** The last request of some events after the document's. */
function last(events: readonly Told[], world: World = {}): LoadedRequest | undefined {
  return logged([DOCUMENT, ...events], world).requests.at(-1)
}

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

describe('a request that fails', () => {
  const url = 'https://cdn.example/a.js'
  test.each<[string, object, string, World]>([
    ['net::ERR_CONNECTION_RESET', {}, 'It was not loaded: the connection was reset.', {}],
    ['net::ERR_NEW', {}, 'It was not loaded: Chrome says ERR_NEW.', {}],
    ['net::ERR_ABORTED', { canceled: true }, 'The page gave the request up.', {}],
    [
      'net::ERR_BLOCKED_BY_CSP',
      { blockedReason: 'csp', canceled: true },
      'It was not loaded: the content security policy of the page forbids it.',
      {},
    ],
    [
      'net::ERR_BLOCKED_BY_CLIENT',
      { blockedReason: 'inspector' },
      'It was not loaded: Chrome blocked it (inspector).',
      {},
    ],
    [
      'net::ERR_TUNNEL_CONNECTION_FAILED',
      {},
      'It was not loaded: the page asks for more than a rendering may load.',
      { wasCut: true },
    ],
  ])('for %s %j says why', (errorText, more, error, world) => {
    expect(last([asks(10, '2', url), fails(30, '2', errorText, more)], world)).toMatchObject({
      statusCode: null,
      mimeType: '',
      protocol: null,
      startMs: 10,
      endMs: 30,
      transferBytes: 0,
      isFinished: true,
      error,
    })
  })

  test('because the guard refused it is told with its reason', () => {
    const failed = [asks(10, '2', PRIVATE), fails(30, '2', 'net::ERR_EMPTY_RESPONSE')]
    expect(last(failed)).toMatchObject({ error: '10.0.0.1 is a private address.' })
  })

  test('in the middle of its answer is told with what came of it', () => {
    const begun = [asks(10, '2', url), answers(20, '2', head(200)), gives('2', 900, 300)]
    expect(last([...begun, fails(30, '2', 'net::ERR_CONTENT_LENGTH_MISMATCH')])).toMatchObject({
      statusCode: 200,
      transferBytes: 400,
      resourceBytes: 900,
      error: 'It was not loaded: its body ended before the length that its header names.',
    })
    expect(last([...begun, fails(30, '2', 'net::ERR_ABORTED')])).toMatchObject({
      error: 'The page did not read the answer to its end.',
    })
  })
})

test('the page that Chrome shows in place of an empty one took no bytes', () => {
  const { requests } = logged([
    DOCUMENT,
    answers(20, 'D', head(500)),
    fails(21, 'D', 'net::ERR_HTTP_RESPONSE_CODE_FAILURE'),
    answers(22, 'D', head(200)),
    gives('D', 250_000, 250_000),
    finishes(60, 'D', 250_000),
  ])
  expect(requests).toMatchObject([
    {
      statusCode: 500,
      endMs: 21,
      transferBytes: 100,
      resourceBytes: 0,
      error: 'It was not loaded: its answer has an error status and no content.',
    },
  ])
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

describe('a WebSocket', () => {
  const created: Told = [
    'Network.webSocketCreated',
    30,
    { requestId: 'W', url: 'wss://shop.example/live', initiator: { type: 'script' } },
  ]
  const opened: Told = [
    'Network.webSocketHandshakeResponseReceived',
    60,
    { requestId: 'W', response: { status: 101, headersText: 'HTTP/1.1 101 OK\r\n\r\n' } },
  ]
  const frame = (opcode: number, payloadData: string): Told => [
    'Network.webSocketFrameReceived',
    70,
    { requestId: 'W', response: { opcode, payloadData } },
  ]
  const closed: Told = ['Network.webSocketClosed', 90, { requestId: 'W' }]

  test('is a request from when it was made until it is closed', () => {
    expect(last([created, opened, frame(1, 'grün'), frame(2, 'AAAA'), closed])).toEqual({
      url: 'wss://shop.example/live',
      resourceType: 'WebSocket',
      mimeType: '',
      statusCode: 101,
      startMs: 30,
      endMs: 90,
      transferBytes: 19 + 5 + 3,
      resourceBytes: 5 + 3,
      protocol: 'websocket',
      priority: null,
      initiatorType: 'script',
      isFromCache: false,
      isFinished: true,
      error: null,
    })
  })

  test.each([
    [
      'Error in connection establishment: net::ERR_CONNECTION_REFUSED',
      'It was not loaded: Chrome says ERR_CONNECTION_REFUSED.',
    ],
    [
      'Error in connection establishment: net::ERR_TIMED_OUT',
      'It was not loaded: it did not answer in time.',
    ],
  ])('that breaks with %j says why, and ends once', (errorMessage, error) => {
    const broken: Told = ['Network.webSocketFrameError', 80, { requestId: 'W', errorMessage }]
    expect(last([created, broken, closed])).toMatchObject({ statusCode: null, endMs: 80, error })
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
