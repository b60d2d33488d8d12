import { setTimeout as delay } from 'node:timers/promises'
import { imageHeader } from '@sightline/shared/analyses/image-header'
import { expect, onTestFinished, test } from 'vitest'
import { CHROME, site } from '../helpers/browser.ts'
import type { SmallInstallation } from '../helpers/small-installation.ts'
import { startSmallInstallation } from '../helpers/small-installation.ts'

/** Enough for another check where a busy machine was late at the first. */
const OUTAGE_LIMIT_MS = 200_000
/** As root there is no sandbox for Chrome. */
const WITH_BROWSER = { SIGHTLINE_CHROME_SANDBOX: process.geteuid?.() === 0 ? 'off' : 'on' }
/** Far from the limit of calls of a key. */
const POLL_MS = 1_000

interface Told {
  readonly verdict: { readonly cause: string; readonly explanation: string } | null
}

/** Makes a monitor. @returns its id */
async function watch(
  { call }: SmallInstallation,
  url: string,
  render: object,
  timeoutMs: number,
): Promise<string> {
  const answer = await call('POST', '/api/v1/monitors', {
    url,
    intervalMinutes: 1,
    timeoutMs,
    settings: { render: { enabled: true, ...render } },
    confirmation: { retries: 0 },
  })
  const { monitor, error } = (await answer.json()) as { monitor?: { id: string }; error?: string }
  expect(error).toBeUndefined()
  return monitor?.id ?? ''
}

/** The reason why a monitor is down, as soon as it is told. */
async function toldOf({ call }: SmallInstallation, id: string): Promise<Told['verdict']> {
  const until = performance.now() + OUTAGE_LIMIT_MS
  while (performance.now() < until) {
    const answer = await call('GET', `/api/v1/monitors/${id}/analysis`)
    const { verdict = null } = (await answer.json()) as Partial<Told>
    if (verdict !== null) return verdict
    await delay(POLL_MS)
  }
  throw new Error(`nothing is told of ${id}`)
}

/** What the page showed is kept, soon after the reason is told. */
async function isPictured({ call }: SmallInstallation, id: string): Promise<void> {
  const listed = await call('GET', `/api/v1/outages?monitorId=${id}`)
  const { outages } = (await listed.json()) as { outages: { id: string }[] }
  const until = performance.now() + OUTAGE_LIMIT_MS
  for (;;) {
    const answer = await call('GET', `/api/v1/outages/${outages[0]?.id}/screenshot`)
    if (answer.status === 200) {
      const image = Buffer.from(await answer.arrayBuffer())
      expect(imageHeader(image)).toMatchObject({ mimeType: 'image/webp' })
      return
    }
    if (performance.now() > until) throw new Error(await answer.text())
    await delay(POLL_MS)
  }
}

test.skipIf(CHROME.missing !== null)(
  'pages that do not render are told over the API, and why',
  async () => {
    const installation = await startSmallInstallation()
    onTestFinished(installation.close)
    await installation.startAgent('one', 'eu-west', WITH_BROWSER)
    await installation.startAgent('two', 'us-east', WITH_BROWSER)
    const { origin } = await site({
      '/throws': '<h1>Shop</h1><script>cart.open()</script>',
      '/unfinished': '<div id="app"></div><script src="/app.js"></script>',
      '/app.js': (_, response) => {
        response.writeHead(500).end()
      },
    })
    const throwing = await watch(
      installation,
      `${origin}/throws`,
      { failOnConsoleError: true },
      50_000,
    )
    const unfinished = await watch(
      installation,
      `${origin}/unfinished`,
      { waitFor: 'selector', selector: '#app .ready' },
      // The test waits for it.
      12_000,
    )
    const [ofThrowing, ofUnfinished] = await Promise.all(
      [throwing, unfinished].map((id) => toldOf(installation, id)),
    )
    expect(ofThrowing).toMatchObject({
      cause: 'renderError',
      category: 'content',
      scope: 'global',
      explanation: expect.stringContaining('cart is not defined'),
    })
    expect(ofUnfinished).toMatchObject({
      cause: 'renderError',
      explanation: expect.stringMatching(/#app \.ready .*\/app\.js/),
    })
    await isPictured(installation, throwing)
    const answer = await installation.call('GET', `/api/v1/monitors/${throwing}/results`)
    const { results } = (await answer.json()) as { results: object[] }
    const text = expect.stringContaining('cart is not defined')
    // Beside others the agent's browser may fail at the newest check, which says nothing of the page.
    expect(results).toContainEqual(
      expect.objectContaining({
        status: 'down',
        statusCode: 200,
        failureSource: 'target',
        phase: 'content',
        cause: 'renderError',
        details: expect.objectContaining({ consoleErrors: [expect.objectContaining({ text })] }),
      }),
    )
  },
)
