import { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import { createLogger } from '@sightline/shared/logger'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lighthouseAnalysis } from '../../../../agent/src/analyses/lighthouse.ts'
import type { Browser } from '../../../../agent/src/browser/browser.ts'
import { createBrowser } from '../../../../agent/src/browser/create-browser.ts'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { gatherLab } from '../../../../agent/src/gather/lab.ts'
import { createRunLighthouse } from '../../../../agent/src/lighthouse/run-lighthouse.ts'
import { CHROME, PATIENCE_MS, site } from '../../../helpers/browser.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'
import { CHROME_FOLDER } from '../../../helpers/shared-chrome.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const PAGE = `<!doctype html><html lang=en><head><meta charset=utf-8><title>A garden</title>
<meta name=viewport content="width=device-width"><link rel=stylesheet href=/style.css></head>
<body><main><h1>A garden</h1><p>${'Plants grow in it. '.repeat(30)}</p></main></body></html>`

const STYLE: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/css' })
  response.end(`h1 { color: #123 } ${'.unused { color: red } '.repeat(5_000)}`)
}

/** That of all tests: what one of them leaves ready is the next one's. */
const runLighthouse = createRunLighthouse()

/** A run has 55 s, whatever the machine does beside it: one that is four times as busy as it should be gets
 *  a second chance. */
const AGAIN = { retry: 1 }

/** A browser, and the folder that all of its processes name in their arguments. */
function browserIn(stateFolder: string): Browser {
  const browser = createBrowser({
    found: CHROME,
    dial: toolsFor().dial,
    pages: 4,
    dataFolder: CHROME_FOLDER,
    stateFolder,
    log: createLogger('test', 'silent'),
  })
  onTestFinished(() => browser.stop())
  return browser
}

/** Measures an address with all the time that a busy machine may need. */
const measure = (
  browser: Browser,
  url: string,
  { isBare = false, device = 'mobile', signal = AbortSignal.timeout(PATIENCE_MS) } = {},
) =>
  gatherLab({
    target: { url, isBare },
    options: { device },
    browser,
    fetch: createFetch(toolsFor()),
    runLighthouse,
    signal,
  } as Partial<Parameters<typeof gatherLab>[0]> as Parameters<typeof gatherLab>[0])

/** What the last that asked for a path called itself. */
const userAgentOf = (asked: readonly IncomingMessage[], wanted: string): string | undefined =>
  asked.findLast(({ url }) => url === wanted)?.headers['user-agent']

/** Processes whose arguments name a folder; none where the system does not tell (macOS). */
function processesOf(folder: string): string[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  })
}

/** Processes of Lighthouse that this one started. */
const ownRuns = (): string[] =>
  processesOf('agent/src/lighthouse/program.ts').filter((pid) => {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
    return Number(afterName.split(' ')[1]) === process.pid
  })

async function expectNothingLeft(stateFolder: string): Promise<void> {
  expect(readdirSync(path.join(stateFolder, 'browser'))).toEqual([])
  // The system takes a moment to clear away what was killed.
  await eventually(() => processesOf(stateFolder).length === 0, PATIENCE_MS)
}

describe.skipIf(CHROME.missing)('Lighthouse', () => {
  test('measures the page that an address leads to, as a phone has it', AGAIN, async () => {
    const folder = temporaryFolder()
    const { origin, asked } = await site({
      '/': (_, response) => void response.writeHead(302, { location: '/home' }).end(),
      '/home': PAGE,
      '/style.css': STYLE,
    })
    const lab = await measure(browserIn(folder), `${origin}/`)
    const result = await lighthouseAnalysis.analyse({ lab }, { device: 'mobile' })
    expect(LighthouseResult.parse(result)).toEqual(result)
    expect(result).toMatchObject({
      url: `${origin}/`,
      fetchedUrl: `${origin}/home`,
      statusCode: 200,
      strategy: 'mobile',
      complete: true,
      lighthouseVersion: expect.stringMatching(/^13\./),
    })
    const { metrics, diagnostics, opportunities, scores } = result
    expect(metrics.firstContentfulPaint.value).toBeGreaterThan(0)
    expect(metrics.firstContentfulPaint.display).toMatch(/^[\d.]+ s$/)
    expect(diagnostics.totalByteWeight.value).toBeGreaterThan(100_000)
    expect(diagnostics.domSize.value).toBeGreaterThan(2)
    expect(scores.seo).toBeLessThan(100)
    expect(opportunities.find(({ id }) => id === 'unused-css-rules')).toMatchObject({
      savingsBytes: expect.closeTo(115_000, -4),
      score: 0,
    })
    expect(userAgentOf(asked, '/style.css')).toContain('Android')
    await expectNothingLeft(folder)
  })

  test('measures an error page of a bare host over http, as a computer has it', AGAIN, async () => {
    const folder = temporaryFolder()
    const { port, asked } = await site({
      '/gone': (_, response) => {
        response.writeHead(404, { 'content-type': 'text/html' }).end(PAGE)
      },
    })
    const url = `https://127.0.0.1:${port}/gone`
    const { askedUrl, findings } = await measure(browserIn(folder), url, {
      isBare: true,
      device: 'desktop',
    })
    expect(askedUrl).toBe(url)
    expect(findings).toMatchObject({ fetchedUrl: `http://127.0.0.1:${port}/gone`, statusCode: 404 })
    expect(userAgentOf(asked, '/gone')).toContain('Macintosh')
  })

  test('measures nothing that leads to an address that may not be reached', async () => {
    const folder = temporaryFolder()
    const { origin } = await site({
      '/redirect': (_, response) => {
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      },
      '/script': '<p>soon</p><script>location = "http://169.254.169.254/latest"</script>',
    })
    const browser = browserIn(folder)
    for (const way of ['/redirect', '/script']) {
      await expect(measure(browser, `${origin}${way}`)).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('169.254.169.254 is a link-local address'),
      })
    }
    await expectNothingLeft(folder)
  })

  test(
    'tells of a page whose load never ends that it did not wait for all of it',
    AGAIN,
    async () => {
      const { origin } = await site({
        '/': `${PAGE}<img src=/never.png alt="" width=1 height=1>`,
        '/style.css': STYLE,
        '/never.png': () => {},
      })
      const run = await browserIn(temporaryFolder()).withOwnChrome(
        { family: 'any' },
        AbortSignal.timeout(PATIENCE_MS),
        ({ proxy: { port, credentials }, signal, ...own }) => {
          // Of so little time the load gets 5 s, as of none.
          const job = { url: `${origin}/`, device: 'mobile', timeoutMs: 1_000, ...own } as const
          return runLighthouse({ ...job, proxy: { port, credentials } }, signal)
        },
      )
      expect(run).toMatchObject({
        ok: true,
        value: { kind: 'findings', findings: { statusCode: 200, complete: false } },
      })
    },
  )

  test('is ended with its browser when the time is over', async () => {
    const folder = temporaryFolder()
    const time = new AbortController()
    const { origin } = await site({
      '/': '<p>Hello</p><img src=/picture>',
      // Never answered.
      '/picture': () => time.abort(),
    })
    const browser = browserIn(folder)
    await expect(measure(browser, `${origin}/`, { signal: time.signal })).rejects.toMatchObject({
      code: 'upstreamFailed',
      message: expect.stringContaining('within the time limit'),
    })
    await expectNothingLeft(folder)
  })

  test('is unavailable where its process or its browser cannot start', async () => {
    const folder = temporaryFolder()
    const job = {
      url: 'http://127.0.0.1/',
      device: 'mobile',
      timeoutMs: PATIENCE_MS,
      program: { file: path.join(folder, 'no-chrome'), environment: {}, isSandboxed: false },
      proxy: { port: 1, credentials: { username: '', password: '' } },
    } as const
    const { signal } = new AbortController()
    expect(await runLighthouse({ ...job, folder: path.join(folder, 'none') }, signal)).toEqual({
      kind: 'broken',
    })
    const hasChrome = () => runLighthouse({ ...job, folder }, signal)
    const noChrome = {
      kind: 'noChrome',
      message: expect.stringContaining('does not start'),
    }
    expect(await hasChrome()).toMatchObject(noChrome)
    const [waiting] = ownRuns()
    // The next run takes the process that waits, whatever became of the one before, and leaves another.
    expect(await hasChrome()).toMatchObject(noChrome)
    const [next, ...more] = ownRuns()
    expect(more).toEqual([])
    // Where memory is short, or the system does not tell, there is none.
    if (waiting !== undefined) expect(next).not.toBe(waiting)
  })
})
