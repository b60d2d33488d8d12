import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import type {
  ConsoleError,
  RenderedPage,
  RenderFailure,
} from '../../../../../agent/src/browser/browser.ts'
import { judgeRendering } from '../../../../../agent/src/checks/web/judge-rendering.ts'

const PAGE: RenderedPage = {
  ok: true,
  url: 'https://shop.example/',
  documentUrl: 'https://shop.example/',
  statusCode: 200,
  html: '<html><head><title>Shop</title></head><body><p>welcome</p></body></html>',
  isHtmlTruncated: false,
  title: 'Shop',
  consoleErrors: [],
  failedRequests: [],
  wasCut: false,
  loadMs: 12,
  isLoaded: true,
}
const BROKEN: RenderFailure = {
  ok: false,
  kind: 'notReached',
  message: 'No element matched the selector #app.',
  url: 'https://shop.example/',
  statusCode: 200,
  consoleErrors: [],
  failedRequests: [],
  wasCut: false,
  netError: null,
}
const THROWN: ConsoleError = {
  kind: 'exception',
  text: 'TypeError: x is not a function',
  source: 'https://shop.example/app.js?token=secret',
  line: 12,
}
const LOGGED: ConsoleError = { kind: 'console', text: 'oops', source: null, line: null }

const judge = (
  rendered: RenderedPage | RenderFailure,
  settings: object = {},
  given: { headers?: ReadonlyMap<string, string>; timeNote?: string } = {},
) =>
  judgeRendering(
    rendered,
    TYPE_DESCRIPTIONS.web.shape.parse(settings),
    { headers: given.headers ?? new Map(), timeNote: given.timeNote ?? null },
    AbortSignal.timeout(5_000),
  )

test.for<[settings: object, page: Partial<RenderedPage>]>([
  [{}, {}],
  [{}, { consoleErrors: [THROWN] }],
  [{}, { statusCode: null }],
  [{}, { html: '' }],
  [{ expectedStatus: ['404'] }, { statusCode: 404 }],
  [{ keyword: { value: 'WELCOME' } }, {}],
  [{ keyword: { value: 'Tom & Jerry' } }, { html: '<p>Tom &amp; Jerry</p>' }],
  [{ keyword: { value: 'Tom &amp; Jerry' } }, { html: '<p>Tom &amp; Jerry</p>' }],
  [{ keyword: { value: '^<p>a < b', mode: 'regex' } }, { html: '<p>a &lt; b</p>' }],
  [{ keyword: { value: 'oops', mode: 'absent' } }, { html: '<script>"oops"</script>' }],
  // As much of it as the monitor has read.
  [{ keyword: { value: 'oops', mode: 'absent' }, maxBodyBytes: 5 }, { html: 'hellooops' }],
])('%j is content with %j', async ([settings, page]) => {
  expect(await judge({ ...PAGE, ...page }, settings)).toBeNull()
})

test.for<[settings: object, page: Partial<RenderedPage>, cause: string, message: RegExp]>([
  [
    { render: { failOnConsoleError: true } },
    { consoleErrors: [THROWN] },
    'renderError',
    /^A script of the page failed: "TypeError: x is not a function" \(https:\/\/shop\.example\/app\.js:12\)\.$/,
  ],
  [
    { render: { failOnConsoleError: true } },
    { consoleErrors: [LOGGED, THROWN, THROWN] },
    'renderError',
    /^The page reports an error: "oops"\. There are 2 more in its console\.$/,
  ],
  [
    { render: { failOnConsoleError: true } },
    { consoleErrors: [{ ...THROWN, text: 'x'.repeat(9_000) }, THROWN] },
    'renderError',
    /^A script of the page failed: "x{300}…" .*There is 1 more in its console\.$/,
  ],
  [
    {},
    { statusCode: 403 },
    'renderError',
    /^A browser was answered 403 at https:\/\/shop\.example\/ where 200-299 was expected/,
  ],
  [{}, { statusCode: 403, html: 'px-captcha' }, 'botBlocked', /^HUMAN/],
  [
    { keyword: { value: 'gone' } },
    {},
    'keywordMissing',
    /^The text "gone" is not in the rendered page\.$/,
  ],
  [
    { keyword: { value: 'x' } },
    { html: '<script>x</script>y' },
    'keywordMissing',
    /rendered page\.$/,
  ],
  [
    { keyword: { value: 'welcome' }, maxBodyBytes: 20 },
    {},
    'keywordMissing',
    /in the first 20 bytes of the rendered page, and only those were looked at\.$/,
  ],
  [{ keyword: { value: 'x', mode: 'regex' } }, {}, 'keywordMissing', /^The expression "x" matches/],
  [
    { keyword: { value: 'welcome', mode: 'absent' } },
    {},
    'keywordPresent',
    /^The text "welcome" is in the rendered page, where it should not be\.$/,
  ],
  [
    { keyword: { value: 'welcome' } },
    { html: '<html><body><div id="app"></div><script>"welcome"</script></body></html>' },
    'emptyBody',
    /^The page is blank when a browser has rendered it/,
  ],
  [
    { keyword: { value: 'welcome' }, expectedStatus: ['202'] },
    { statusCode: 202, html: '<script>gokuProps</script>wait' },
    'botBlocked',
    /^AWS WAF answered 202/,
  ],
])('%j with %j is %s', async ([settings, page, cause, message]) => {
  const failure = await judge({ ...PAGE, ...page }, settings)
  expect(failure).toMatchObject({ source: 'target', phase: expect.any(String), cause })
  expect(failure?.message).toMatch(message)
})

test.for<[failure: Partial<RenderFailure>, message: string]>([
  [{}, 'No element matched the selector #app.'],
  [
    { consoleErrors: [{ ...THROWN, line: null }, LOGGED] },
    'No element matched the selector #app. The first error in its console: "TypeError: x is not a function" (https://shop.example/app.js).',
  ],
  [{ kind: 'crashed', message: 'The page crashed.' }, 'The page crashed.'],
  [{ kind: 'navigation', message: 'No.', statusCode: null, netError: 'ERR_FAILED' }, 'No.'],
])('%j is the fault of the page', async ([failure, message]) => {
  expect(await judge({ ...BROKEN, ...failure })).toEqual({
    source: 'target',
    phase: 'content',
    cause: 'renderError',
    message,
  })
})

test('says when the time limit struck', async () => {
  const failure = await judge(BROKEN, {}, { timeNote: 'The limit of 10 s struck meanwhile.' })
  expect(failure?.message).toBe(
    'No element matched the selector #app. The limit of 10 s struck meanwhile.',
  )
})

test.for(['unavailable', 'noRoom', 'stopping'] as const)(
  'a browser that is %s says nothing about the page',
  async (kind) => {
    const failure = await judge({ ...BROKEN, kind, statusCode: null, message: 'No browser.' })
    expect(failure).toEqual({
      source: 'agent',
      phase: 'content',
      cause: 'agentFault',
      message: 'No browser.',
    })
  },
)

test('a selector that is none is the fault of the settings', async () => {
  const failure = await judge({ ...BROKEN, kind: 'badSelector', message: '# is none.' })
  expect(failure).toMatchObject({ source: 'agent', cause: 'monitorMisconfigured' })
})

test('a page that leads on to a forbidden address is judged as a redirect there is', async () => {
  const message = '10.0.0.1 is a private address, which may not be checked.'
  const failure = await judge({ ...BROKEN, kind: 'blocked', message, statusCode: null })
  expect(failure).toMatchObject({ source: 'agent', cause: 'monitorMisconfigured', message })
})

test('what the agent kept from a page is not held against it', async () => {
  expect(await judge({ ...BROKEN, wasCut: true })).toMatchObject({
    source: 'agent',
    cause: 'agentFault',
    message:
      'The page asks for more than an agent renders, and the rest was refused. What was seen: No element matched the selector #app.',
  })
  expect(await judge({ ...PAGE, wasCut: true })).toBeNull()
  const unwanted = { keyword: { value: 'welcome', mode: 'absent' } }
  expect(await judge({ ...PAGE, wasCut: true }, unwanted)).toMatchObject({
    source: 'target',
    cause: 'keywordPresent',
  })
})
