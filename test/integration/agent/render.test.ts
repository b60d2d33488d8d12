import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { webChecker } from '../../../agent/src/checks/web.ts'
import type { Browser } from '../../../agent/src/browser/browser.ts'
import { renderPage } from '../../../agent/src/checks/web/rendering.ts'
import {
  CHROME,
  PATIENCE_MS,
  SHOWN_PATH,
  site,
  TELLS_SHOWN,
  testBrowser,
} from '../../helpers/browser.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const browser = testBrowser()

/** Checks the front page of a site with render. */
async function check(
  pages: Readonly<Record<string, string | RequestListener>>,
  settings: { render?: object; [name: string]: unknown } = {},
  timeoutMs = PATIENCE_MS,
) {
  const { origin, asked } = await site(pages)
  const { render, ...others } = settings
  const outcome = await runChecker(
    webChecker,
    `${origin}/`,
    { ...others, render: { enabled: true, ...render } },
    { browser, timeoutMs },
  )
  return { outcome, asked, origin }
}

/** Checks a page whose time is to run out while it lacks something, in a longer time where the machine was
 *  too slow for it to come so far.
 *  @param reached what its site has been asked for by then */
async function checkOverdue(
  pages: Parameters<typeof check>[0],
  settings: Parameters<typeof check>[1],
  reached: string,
) {
  for (const limitMs of [6_000, 20_000]) {
    const checked = await check(pages, settings, limitMs)
    const hasCome = checked.asked.some(({ url }) => url === reached)
    if (hasCome && checked.outcome.status === 'down') return { ...checked, limitMs }
  }
  const limitMs = 45_000
  return { ...(await check(pages, settings, limitMs)), limitMs }
}

const WITH_SCRIPT = '<div id="app">loading</div><script src="/app.js"></script>'
const FAILS = '<p>shop</p><script>\nstart.shop()\n</script>'
const POLLING = '<p>shop</p><script>onload = () => fetch("/poll")</script>'
const hold: RequestListener = () => {}
const fault: RequestListener = (_, response) => {
  response.writeHead(500).end()
}

describe.skipIf(CHROME.missing !== null)('a page that is rendered', () => {
  test('is up with what its scripts put there, and keeps the figures of the plain request', async () => {
    const { outcome, asked } = await check(
      { '/': WITH_SCRIPT, '/app.js': 'app.textContent = "wel" + "come"' },
      { keyword: { value: 'welcome' }, userAgent: 'Mine/1', headers: { 'X-Own': 'yes' } },
    )
    expect(outcome).toMatchObject({
      status: 'up',
      statusCode: 200,
      failure: null,
      timings: { firstByteMs: expect.any(Number) },
      details: {
        render: { loadMs: expect.any(Number), consoleErrorCount: 0, failedRequestCount: 0 },
      },
    })
    expect(Object.keys(outcome.details ?? {})).toEqual(['httpVersion', 'render'])
    const own = asked.filter(({ url }) => url !== '/favicon.ico')
    expect(own.map(({ url }) => url)).toEqual(['/', '/', '/app.js'])
    for (const { headers } of own) {
      expect(headers).toMatchObject({ 'user-agent': 'Mine/1', 'x-own': 'yes' })
    }
  })

  test.for([
    [{ value: 'loading' }, 'keywordMissing'],
    [{ value: 'sorry', mode: 'absent' }, 'keywordPresent'],
  ] as const)('is judged as its scripts left it: %j is %s', async ([keyword, cause]) => {
    const { outcome } = await check(
      { '/': WITH_SCRIPT, '/app.js': 'app.textContent = "so" + "rry"' },
      { keyword },
    )
    expect(outcome).toMatchObject({ status: 'down', failure: { source: 'target', cause } })
  })

  test('is down when a script throws and errors are a failure, else up', async () => {
    const failing = await check({ '/': FAILS }, { render: { failOnConsoleError: true } })
    expect(failing.outcome).toMatchObject({
      status: 'down',
      statusCode: 200,
      failure: { source: 'target', phase: 'content', cause: 'renderError' },
      details: {
        consoleErrors: [
          { kind: 'exception', text: expect.stringContaining('start is not defined'), line: 2 },
        ],
      },
    })
    expect(failing.outcome.failure?.message).toMatch(
      /^A script of the page failed: "Uncaught ReferenceError: start is not defined.*\(http:\/\/127\.0\.0\.1:\d+\/:2\)\.$/,
    )
    const tolerant = await check({ '/': FAILS })
    expect(tolerant.outcome).toMatchObject({
      status: 'up',
      details: { render: { consoleErrorCount: 1 } },
    })
  })

  test('is down when what it waits for does not come in time, and says what broke', async () => {
    const selector = { waitFor: 'selector', selector: '#app .ready' }
    const [unfinished, restless, held] = await Promise.all([
      checkOverdue(
        { '/': WITH_SCRIPT + TELLS_SHOWN, '/app.js': fault },
        { render: selector },
        SHOWN_PATH,
      ),
      checkOverdue(
        { '/': `<script>fetch('/poll')</script>${TELLS_SHOWN}`, '/poll': hold },
        { render: { waitFor: 'networkIdle' } },
        SHOWN_PATH,
      ),
      checkOverdue({ '/': '<img src="/never.png">', '/never.png': hold }, {}, '/never.png'),
    ])
    for (const { outcome, limitMs } of [unfinished, restless, held]) {
      expect(outcome).toMatchObject({
        status: 'down',
        statusCode: 200,
        failure: { source: 'target', phase: 'content', cause: 'renderError' },
      })
      expect(outcome.failure?.message).toContain(
        `The limit of ${limitMs / 1_000} s struck meanwhile; the plain request had taken `,
      )
    }
    const messages = [unfinished, restless, held].map(({ outcome }) => outcome.failure?.message)
    expect(messages[0]).toMatch(/^No element matched the selector #app \.ready within the time/)
    expect(messages[0]).toContain('status of 500')
    expect(messages[0]).toContain(`(${unfinished.origin}/app.js)`)
    expect(messages[1]).toMatch(/^The page did not stop making requests .*\/poll/)
    expect(messages[2]).toMatch(/^The page was not loaded within the time limit.*\/never\.png/)
  })

  test('is up at its load event, whatever it keeps asking for', async () => {
    const { outcome } = await check({ '/': POLLING, '/poll': hold })
    expect(outcome.status).toBe('up')
  })

  test('is down when a browser is answered otherwise', async () => {
    let asked = 0
    const { outcome } = await check({
      '/': (_, response) => {
        asked += 1
        response.writeHead(asked === 1 ? 200 : 503).end('sorry')
      },
    })
    expect(outcome).toMatchObject({ statusCode: 200, failure: { cause: 'renderError' } })
    expect(outcome.failure?.message).toContain('was answered 503')
  })

  test('is no worse for addresses that agents may not reach', async () => {
    const { outcome } = await check(
      { '/': '<img src="http://10.0.0.1/a.png"><p>shop</p>' },
      { render: { failOnConsoleError: true }, keyword: { value: 'shop' } },
    )
    expect(outcome).toMatchObject({
      status: 'up',
      details: { render: { consoleErrorCount: 0, failedRequestCount: 1 } },
    })
  })

  test('is not rendered when its plain request is bad', async () => {
    const { outcome, asked } = await check({ '/': fault })
    expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'serverError' } })
    expect(asked).toHaveLength(1)
  })

  test.for([{ kind: 'basic' }, { kind: 'digest' }])('signs in (%j)', async (auth) => {
    const challenge =
      auth.kind === 'basic' ? 'Basic realm="a"' : 'Digest realm="a", nonce="b", qop="auth"'
    const { outcome } = await check(
      {
        '/': (request, response) => {
          if (request.headers.authorization?.startsWith(auth.kind === 'basic' ? 'Basic' : 'Digest'))
            response.end('<p>welcome</p>')
          else response.writeHead(401, { 'www-authenticate': challenge }).end()
        },
      },
      { auth: { ...auth, username: 'u', password: 'p' }, keyword: { value: 'welcome' } },
    )
    expect(outcome).toMatchObject({ status: 'up', failure: null })
  })

  test('keeps its cookies, those of the monitor and those it is set', async () => {
    const cookies: (string | undefined)[] = []
    const { outcome } = await check(
      {
        '/': (request, response) => {
          cookies.push(request.headers.cookie)
          response.setHeader('set-cookie', 'session=1')
          response.end('<script src="/app.js"></script>')
        },
        '/app.js': (request, response) => {
          cookies.push(request.headers.cookie)
          response.end('')
        },
      },
      { headers: { Cookie: 'consent=yes' } },
    )
    expect(outcome.status).toBe('up')
    expect(cookies).toEqual(['consent=yes', 'consent=yes', 'consent=yes; session=1'])
  })
})

/** Renders a page whose plain request took so long of its limit.
 *  @param render the browser's part */
async function renderAfter(spentMs: number, timeoutMs: number, render: Browser['render']) {
  const page = { url: new URL('http://a.example/'), headers: new Map(), timeoutMs, spentMs }
  const given = { browser: { missing: null, render }, signal: new AbortController().signal }
  return renderPage(page, TYPE_DESCRIPTIONS.web.shape.parse({ render: { enabled: true } }), given)
}

describe('a page that leaves a browser little time', () => {
  test('is blamed for that when none is left, and is not rendered', async () => {
    const { failure, details } = await renderAfter(100, 1_099, () =>
      Promise.reject(new Error('a page was rendered that had no time')),
    )
    expect(failure).toEqual({
      source: 'target',
      phase: 'content',
      cause: 'timeout',
      message:
        'The limit of 1.1 s left no time to render the page: the plain request had taken 0.1 s of it.',
    })
    expect(details).toEqual({})
  })

  test.for([
    [250, 'target', /^Nothing came\. The limit of 1 s struck meanwhile/],
    [251, 'agent', /^The browser of this agent was ready only after 0\.3 s.*Nothing came\./],
  ] as const)(
    'is not blamed when the browser took more than half of it: %d ms of 500 is the fault of the %s',
    async ([waitedMs, source, message]) => {
      const { failure } = await renderAfter(0, 1_000, async ({ url }, signal) => {
        const { promise: over, resolve } = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => resolve())
        await over
        return {
          ok: false,
          kind: 'notReached',
          message: 'Nothing came.',
          netError: null,
          url: url.href,
          statusCode: null,
          consoleErrors: [],
          failedRequests: [],
          wasCut: false,
          waitedMs,
        }
      })
      expect(failure).toMatchObject({ source, message: expect.stringMatching(message) })
    },
  )
})
