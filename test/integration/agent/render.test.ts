import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { webChecker } from '../../../agent/src/checks/web.ts'
import { CHROME, site, testBrowser } from '../../helpers/browser.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const browser = testBrowser()

/** Checks the front page of a site with render. */
async function check(
  pages: Readonly<Record<string, string | RequestListener>>,
  settings: { render?: object; [name: string]: unknown } = {},
  timeoutMs = 10_000,
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
    // Enough for a busy machine to come as far as what is missing.
    const limitMs = 6_000
    const selector = { waitFor: 'selector', selector: '#app .ready' }
    const [unfinished, restless, held] = await Promise.all([
      check({ '/': WITH_SCRIPT, '/app.js': fault }, { render: selector }, limitMs),
      check({ '/': POLLING, '/poll': hold }, { render: { waitFor: 'networkIdle' } }, limitMs),
      check({ '/': '<img src="/never.png">', '/never.png': hold }, {}, limitMs),
    ])
    for (const { outcome } of [unfinished, restless, held]) {
      expect(outcome).toMatchObject({
        status: 'down',
        statusCode: 200,
        failure: { source: 'target', phase: 'content', cause: 'renderError' },
      })
      expect(outcome.failure?.message).toMatch(
        /The limit of 6 s struck meanwhile; the plain request had taken \d/,
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

  test('is blamed on its slowness when no time is left for a browser', async () => {
    const { outcome, asked } = await check({ '/': 'shop' }, {}, 900)
    expect(outcome).toMatchObject({ status: 'down', failure: { cause: 'timeout' } })
    expect(outcome.failure?.message).toMatch(
      /^The limit of 0\.9 s left no time to render the page: the plain request had taken 0/,
    )
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
