import { readFileSync } from 'node:fs'
import type { HTTPRequest, Page } from 'puppeteer'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerReads, createReads, exampleAnalyses, withMarkup } from '../helpers/app-answers.ts'
import type { Visit } from '../helpers/app-browser.ts'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { violationsBesidesContrast, violationsOf, violationsOfColours } from '../helpers/axe.ts'
import { CHROME } from '../helpers/browser.ts'
import { fillWithLife } from '../helpers/lifelike/fill.ts'
import type { LifelikeIds } from '../helpers/lifelike/pages.ts'
import { lifelikePages } from '../helpers/lifelike/pages.ts'

const NO_IDS: LifelikeIds = {
  monitorId: 'M',
  outageId: 'O',
  jobId: 'C',
  olderJobId: 'D',
  statusPageId: 'S',
}
const NAMES = Object.keys(lifelikePages(NO_IDS))
const DAYS = 2

const DESKTOP = { width: 1_280, height: 900 }
const PHONE = { width: 360, height: 780 }

/** What makes the page wider than the screen. */
const OVERFLOW = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > innerWidth &&
    // What scrolls within itself may be wide.
    each.parentElement.closest('[role="region"][tabindex]') === null)
    .slice(0, 8).map((each) => each.outerHTML.slice(0, 200))`
/** Words that are broken into pieces of a few letters, for lack of room. */
const SQUEEZED = `[...document.querySelectorAll('main *')].filter((each) => {
    const isShown = each.offsetWidth > 1 && each.childElementCount === 0 && each.checkVisibility()
    const text = isShown ? each.innerText.trim() : ''
    const range = document.createRange()
    range.selectNodeContents(each)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    return text.length > 9 && lines.size > 2 && lines.size > text.length / 5
  }).slice(0, 8).map(({ outerHTML }) => outerHTML.slice(0, 200))`

/** Patterns of the addresses that the app knows pages for. */
const ROUTES = [
  ...readFileSync(new URL('../../controller/web/src/router.tsx', import.meta.url), 'utf8').matchAll(
    /(?:page|open)\('([^']+)'/g,
  ),
].map(([, path = '']) => path)

/** The route that an address leads to; its own path where there is none. */
function routeOf(address: string): string {
  const [path = ''] = address.split('?')
  const isOf = (route: string) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)
  return ROUTES.find(isOf) ?? path
}

/** Pages that the controller itself makes. */
const SERVED = /\/status\//

const LOOK_EVERY_MS = 50
const IS_CALM = `document.querySelector('[aria-label="Loading"], .animate-pulse, .animate-spin') === null`
/** The lines of a chart's grid. */
const GRID = { light: [0xe2, 0xe5, 0xeb], dark: [0x26, 0x2c, 0x37] } as const
/** Whether a chart has a pixel of a colour. */
const isDrawnIn = (colour: readonly number[]) => `(() => {
  const canvas = document.querySelector('.response-chart canvas')
  const pixels = canvas?.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return Array.from({ length: pixels.length / 4 }, (_, pixel) => pixels.slice(4 * pixel, 4 * pixel + 4).join())
    .includes('${[...colour, 255].join()}')
})()`

/** Most pages of a site are drawn in it. */
const ACCENT = { light: [0x33, 0x50, 0xc8], dark: [0x8f, 0xa5, 0xff] } as const
const hasPixel = (colour: readonly number[]) =>
  `colours.some((_, at) => at % 4 === 0 && ${colour.map((value, part) => `colours[at + ${part}] === ${value}`).join(' && ')})`
/** In which lights the picture of a site is drawn after an event, before anything else happens. */
const pageColoursAfter = (event: string) => `(() => {
  dispatchEvent(new Event('${event}'))
  const drawn = document.querySelector('canvas.sigma-nodes').getContext('webgl2')
  const { drawingBufferWidth: width, drawingBufferHeight: height } = drawn
  const colours = new Uint8Array(4 * width * height)
  drawn.readPixels(0, 0, width, height, drawn.RGBA, drawn.UNSIGNED_BYTE, colours)
  return { light: ${hasPixel(ACCENT.light)}, dark: ${hasPixel(ACCENT.dark)} }
})()`

/** Elements made of markup, links that run a script, and whether a script ran. */
const FROM_MARKUP = `[window.owned,
  ...document.querySelectorAll('img[src="x"], script:not([src]), a[href^="javascript:"], [onerror]')].map(String)`

describe.skipIf(CHROME.missing !== null)('the pages of the app', () => {
  const app = useAppInstallation({ hasAgent: false })
  let ids: LifelikeIds
  let plain: Visit
  let hostile: Visit
  beforeAll(async () => {
    ids = await fillWithLife(
      app.fleet.db,
      async (method, path, body) => (await app.call(method, path, body)).body,
      DAYS,
    )
    const read = createReads(`${app.cookie.name}=${app.cookie.value}`)
    const open = async (alter: Parameters<typeof answerReads>[1]['alter']) => {
      // A page of what is not there asks for it.
      const visit = await app.browser.visit('about:blank', {
        cookie: app.cookie,
        expected: /status of 40[34]/,
      })
      await answerReads(visit.page, { read, analyses: exampleAnalyses, alter })
      return visit
    }
    plain = await open((answer) => answer)
    hostile = await open(withMarkup)
    await hostile.page.setViewport(PHONE)
  })

  it('are all of them looked at', () => {
    const lookedAt = new Set(Object.values(lifelikePages(NO_IDS)).map(routeOf))
    expect(ROUTES.filter((route) => !lookedAt.has(route) && route !== '/settings')).toEqual([])
  })

  const pathOf = (name: string): string => lifelikePages(ids)[name] ?? '/'
  async function hasCome(page: Page): Promise<void> {
    await page.waitForSelector('h1')
    // By itself it would look before each frame, and have each drawn.
    await page.waitForFunction(IS_CALM, { polling: LOOK_EVERY_MS })
  }
  const isOfApp = (page: Page): boolean => page.url() !== 'about:blank' && !SERVED.test(page.url())
  async function load({ page }: Visit, name: string): Promise<void> {
    await page.goto(new URL(pathOf(name), app.url).href)
    await hasCome(page)
  }
  async function show(visit: Visit, name: string): Promise<void> {
    if (!isOfApp(visit.page) || SERVED.test(pathOf(name))) return load(visit, name)
    await visit.go(pathOf(name))
    await hasCome(visit.page)
  }

  it.each(NAMES)('are for everybody, in every light, on every screen: %s', async (name) => {
    const { page, complaints } = plain
    await page.setViewport(DESKTOP)
    await inScheme(page, 'light')
    await show(plain, name)
    const light = await violationsOf(page)
    await inScheme(page, 'dark')
    // Nothing may be on its way to a colour: what is looked at then is of neither light.
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    const dark = await violationsOfColours(page)
    await page.setViewport(PHONE)
    const phone = [...(await violationsBesidesContrast(page)), ...(await violationsOfColours(page))]
    expect({ light, dark, phone }).toEqual({ light: [], dark: [], phone: [] })
    expect(await page.evaluate(OVERFLOW)).toEqual([])
    expect(await page.evaluate(SQUEEZED)).toEqual([])
    expect(complaints.splice(0)).toEqual([])
  })

  it('are told apart by their colours where one text alone has others', async () => {
    const { page } = plain
    await page.setViewport(DESKTOP)
    await inScheme(page, 'light')
    await show(plain, 'outages')
    const paint = (selector: string, property: string, colour: string) =>
      page.evaluate(`document.querySelector('${selector}').style.${property} = '${colour}'`)
    expect(await violationsOfColours(page)).toEqual([])
    await paint('h1', 'color', '#999')
    expect(await violationsOfColours(page)).toEqual([expect.stringMatching(/^color-contrast: h1 /)])
    await paint('h1', 'color', '')
    await paint('main', 'background', '#555')
    expect(await violationsOfColours(page)).not.toEqual([])
    await paint('main', 'background', '')
    expect(await violationsOfColours(page)).toEqual([])
  })

  it('draw their charts in the light that they are in, and light on paper', async () => {
    const { page } = plain
    await page.setViewport(DESKTOP)
    await inScheme(page, 'dark')
    await show(plain, 'monitor')
    const isDrawn = (scheme: keyof typeof GRID) => page.waitForFunction(isDrawnIn(GRID[scheme]))
    await isDrawn('dark')
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await isDrawn('light')
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    await isDrawn('dark')
    await inScheme(page, 'light')
    await isDrawn('light')
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('draw the picture of a site light on paper', async () => {
    const { page } = plain
    await page.setViewport(DESKTOP)
    await inScheme(page, 'dark')
    await show(plain, 'crawl-picture')
    await page.waitForSelector('canvas.sigma-nodes')
    const drawnFor = (event: string) => page.evaluate(pageColoursAfter(event))
    expect(await drawnFor('beforeprint')).toEqual({ light: true, dark: false })
    expect(await drawnFor('afterprint')).toEqual({ light: false, dark: true })
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('undo what was chosen with "back", and what was typed as one', async () => {
    const { page, choose } = plain
    await page.setViewport(DESKTOP)
    await load(plain, 'monitors')
    const isAt = (search: string) => page.waitForFunction(`location.search === '${search}'`)
    await choose('Order', 'Name')
    await isAt('?sort=name')
    await page.locator('::-p-aria([name="Search"][role="searchbox"])').click()
    await page.keyboard.type('shop')
    await isAt('?sort=name&search=shop')
    await page.goBack()
    await isAt('?sort=name')
    await page.goBack()
    await isAt('')
    expect(await page.evaluate('location.pathname')).toBe('/monitors')
    await page.goForward()
    await isAt('?sort=name')
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('leave what is typed into a search where it was typed', async () => {
    const { page } = plain
    await page.setViewport(DESKTOP)
    await load(plain, 'monitors')
    const field = '::-p-aria([name="Search"][role="searchbox"])'
    await page.locator(field).click()
    await page.keyboard.type('shop')
    await page.keyboard.press('Home')
    await page.keyboard.type('the ')
    await page.waitForFunction(`location.search === '?search=the+shop'`)
    expect(await page.$eval(field, (element) => (element as { value?: string }).value)).toBe(
      'the shop',
    )
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('are as they were for who looked at one row of a list and comes back', async () => {
    const { page } = plain
    await page.setViewport(DESKTOP)
    await load(plain, 'crawl-pages')
    const field = '::-p-aria([name="Search"][role="searchbox"])'
    await page.locator(field).click()
    await page.keyboard.type('HELP')
    await page.locator('main td a, main th a').click()
    await page.waitForFunction(`location.pathname.endsWith('/page')`)
    await hasCome(page)
    await page.goBack()
    await page.waitForSelector(field)
    expect(await page.$eval(field, (element) => (element as { value?: string }).value)).toBe('HELP')
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('tell of a monitor when its certificate ends, and what was told of it', async () => {
    await show(plain, 'monitor')
    await plain.see('Checked every 5 minutes from 3 locations, within 10 s.')
    await plain.see('Its certificate ends in')
    await plain.see('E-mail to On call')
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('stay where they are when something on them is chosen', async () => {
    const { page } = plain
    await page.setViewport(PHONE)
    await load(plain, 'monitor')
    const isFarDown = 'scrollY > 100'
    await page.evaluate('scrollTo(0, 300)')
    await page.waitForFunction(isFarDown)
    await page.keyboard.press('3')
    await page.waitForFunction(`location.search.includes('period=')`)
    await hasCome(page)
    expect(await page.evaluate(isFarDown)).toBe(true)
    expect(plain.complaints.splice(0)).toEqual([])
  })

  it('ask at once for what the person looks at, and not for the list of old', async () => {
    const { page } = plain
    await page.setViewport(DESKTOP)
    await load(plain, 'monitors')
    const look = (name: string) => page.locator(`::-p-aria([name="${name}"][role="radio"])`).click()
    // Else what this page asks for its tiles may be counted as of the next.
    await Promise.all([
      page.waitForResponse((answer) => answer.url().includes('beats=24')),
      look('Tiles'),
    ])
    await page.waitForFunction(`location.search.includes('view=tiles')`)
    const asked: string[] = []
    const note = (request: HTTPRequest) => asked.push(new URL(request.url()).search)
    page.on('request', note)
    await load(plain, 'monitors')
    page.off('request', note)
    await look('List')
    expect(asked.filter((search) => search.includes('beats='))).toEqual([
      '?sort=status&order=asc&page=1&per=200&beats=24',
    ])
    expect(plain.complaints.splice(0)).toEqual([])
  })

  /** Routes whose page was loaded: each once. */
  const loaded = new Set<string>()
  it.each(NAMES)('show text as text, whatever it is: %s', async (name) => {
    const route = routeOf(pathOf(name))
    await (loaded.has(route) ? show : load)(hostile, name)
    loaded.add(route)
    expect(await hostile.page.evaluate(FROM_MARKUP)).toEqual(['undefined'])
    // It has words that are longer than a phone is wide.
    expect(await hostile.page.evaluate(OVERFLOW)).toEqual([])
    expect(hostile.complaints.splice(0)).toEqual([])
  })
})

const inScheme = (page: Page, value: 'light' | 'dark') =>
  page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value },
    // Colours are there at once.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
