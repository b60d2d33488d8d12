import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { PageLoad, Screenshot } from '../../../../agent/src/gather/artifacts.ts'
import type { GatherContext } from '../../../../agent/src/gather/gatherer.ts'
import { pageLoadGatherer } from '../../../../agent/src/gather/page-load.ts'
import { renderDocument } from '../../../../agent/src/gather/rendered.ts'
import { screenshotGatherer } from '../../../../agent/src/gather/screenshot.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'
import { CHROME, PATIENCE_MS, site, testBrowser } from '../../../helpers/browser.ts'
import { readPng } from '../../../helpers/png.ts'

const BLUE = '#0000ff'
const GREEN = '#008000'
const never: RequestListener = () => {}
/** Something to see, and then what the test is about. */
const blueThen = (rest: string): string =>
  `<!doctype html><title>Blue</title><body bgcolor="blue"><p>Blue</p>${rest}`

/** A page that never ends is looked at after this time; what shows nothing then is given up. */
const TIMES = { enoughMs: 5_000, giveUpMs: 40_000 }

describe.skipIf(CHROME.missing !== null)('a page that does what it should not', () => {
  const browser = testBrowser({ pages: 8 })

  const contextOf = (url: string): GatherContext =>
    ({
      target: { url, isBare: false },
      browser,
      signal: AbortSignal.timeout(PATIENCE_MS),
      options: {},
    }) as unknown as GatherContext

  const shoot = (url: string, times = TIMES): Promise<Screenshot> =>
    screenshotGatherer(times)(contextOf(url))
  const load = (url: string): Promise<PageLoad> => pageLoadGatherer(TIMES)(contextOf(url))
  const colourOf = ({ image }: Screenshot): string => readPng(image).colourAt(200, 700)

  async function expectUnharmed(): Promise<void> {
    const { origin } = await site({
      '/': '<!doctype html><title>Green</title><body bgcolor=green>',
    })
    const shot = await shoot(`${origin}/`, { enoughMs: PATIENCE_MS, giveUpMs: PATIENCE_MS })
    expect([shot.isComplete, colourOf(shot)]).toEqual([true, GREEN])
  }

  test('never ends loading: it is shown, and told, as far as it came', async () => {
    // Not told of a Chrome that only starts.
    await expectUnharmed()
    const { origin } = await site({ '/': blueThen('<img src="/never.png">'), '/never.png': never })
    const url = `${origin}/`
    const shown = Promise.all([shoot(url), load(url)])
    const times = { limitMs: PATIENCE_MS, restMs: TIMES.enoughMs }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const rendered = renderDocument(pageOf('<p>Blue', { url }), browser, times, signal)
    const [shot, pageLoad] = await shown
    expect(shot).toMatchObject({ isComplete: false, statusCode: 200, width: 412, height: 823 })
    expect(colourOf(shot)).toBe(BLUE)
    expect(pageLoad).toMatchObject({ isComplete: false, moments: { loadMs: null } })
    expect(pageLoad.requests).toMatchObject([
      { url, statusCode: 200, isFinished: true },
      { url: `${url}never.png`, statusCode: null, isFinished: false },
    ])
    expect(await rendered).toMatchObject({
      isComplete: false,
      html: expect.stringContaining('<p>Blue</p>'),
    })
    await expectUnharmed()
  })

  test('asks for 500 things, of which some never come', async () => {
    const images = Array.from({ length: 500 }, (_, i) => `<img src="/${i}.png" alt="">`).join('')
    const answers = Array.from({ length: 500 }, (_, i): [string, RequestListener] => [
      `/${i}.png`,
      i % 10 === 3 ? never : (_request, response) => void response.writeHead(404).end(),
    ])
    const { origin } = await site({ '/': blueThen(images), ...Object.fromEntries(answers) })
    const [shot, pageLoad] = await Promise.all([shoot(`${origin}/`), load(`${origin}/`)])
    expect(shot.isComplete).toBe(false)
    expect(pageLoad).toMatchObject({ isComplete: false, statusCode: 200 })
    expect(pageLoad.requests.some(({ isFinished }) => isFinished)).toBe(true)
    expect(pageLoad.requests.some(({ isFinished }) => !isFinished)).toBe(true)
    await expectUnharmed()
  })

  test('shows nothing until it is given up: it says what it waited for', async () => {
    const { origin } = await site({
      '/': '<!doctype html><link rel="stylesheet" href="/never.css"><p>Not to be seen',
      '/never.css': never,
    })
    await expect(shoot(`${origin}/`, { enoughMs: 100, giveUpMs: 6_000 })).rejects.toMatchObject({
      code: 'upstreamFailed',
      message: expect.stringMatching(
        /^The page was not loaded .* No complete answer yet: \S+never\.css/,
      ),
    })
    await expectUnharmed()
  })

  const PAGES: Readonly<Record<string, string>> = {
    'loops in a script for ever': blueThen('<script>for (;;);</script>'),
    'loops in a script for ever once it is loaded': blueThen(
      '<script>onload = () => setTimeout(() => { for (;;); })</script>',
    ),
    'loops in a promise for ever': blueThen(
      '<script>const again = () => Promise.resolve().then(again); onload = again</script>',
    ),
    'alerts for ever': blueThen('<script>for (;;) alert("Stay")</script>'),
    'allocates without end':
      '<script>const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1), new Array(1e6))</script>',
    'leads on for ever': '<script>location.reload()</script>',
  }
  const asPath = (what: string): string => `/${what.replaceAll(' ', '-')}`
  test('that shows nothing, or keeps the browser busy, is at fault itself', async () => {
    const { origin } = await site({
      ...Object.fromEntries(Object.entries(PAGES).map(([what, page]) => [asPath(what), page])),
      '/never': never,
    })
    const paths = [...Object.keys(PAGES).map(asPath), '/never']
    const shots = paths.map(async (path) => {
      // The last one comes to its turn when the others have the processors.
      const giveUpMs = path === '/never' ? 20_000 : 10_000
      const code = await shoot(origin + path, { enoughMs: 1_000, giveUpMs }).then(
        () => 'an image',
        (refusal: { code?: string }) => refusal.code,
      )
      return [path, code]
    })
    const all = paths.map((path) => [path, 'upstreamFailed'])
    expect(await Promise.all(shots)).toEqual(all)
    await expectUnharmed()
  })

  test.each([
    ['opens windows for ever', 'setInterval(() => open("/window"))'],
    ['refreshes itself in vain', 'setInterval(() => { location = "/none" }, 5)'],
    ['says things for ever', 'setInterval(() => console.error("x".repeat(1e4)))'],
    ['asks for ever', 'setInterval(() => fetch("/more" + Math.random()))'],
  ])('%s: it is shown', async (_what, script) => {
    const { origin } = await site({
      '/': blueThen(`<script>${script}</script>`),
      '/none': (_, response) => void response.writeHead(204).end(),
    })
    expect(colourOf(await shoot(`${origin}/`))).toBe(BLUE)
    await expectUnharmed()
  })
})
