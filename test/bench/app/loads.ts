import type { Page } from 'puppeteer'
import { median } from '../report.ts'
import type { Figure } from '../report.ts'

const ROUNDS = 5

/** Notes when the page is there: its heading, and nothing of it still coming. Runs before the page's own scripts. */
export const WATCH = `(() => {
  const isThere = () => document.querySelector('main h1') !== null &&
    document.querySelector('main [aria-label="Loading"], main .animate-pulse') === null
  window.shown = (path) => new Promise((resolve) => {
    const look = () => isThere() && location.pathname === path
      ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })
})()`

/** Compressed bytes of the scripts that a load fetches. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  const client = await page.createCDPSession()
  const scripts = new Set<string>()
  let bytes = 0
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(url)
  await page.evaluate(`shown('/')`)
  await client.send('Network.setCacheDisabled', { cacheDisabled: false })
  await client.detach()
  return bytes
}

/** From the beginning of the navigation until the page is there, with nothing in the browser's cache, ms. */
async function firstLoadMs(page: Page, url: string, path: string): Promise<number> {
  const client = await page.createCDPSession()
  await client.send('Network.clearBrowserCache')
  await client.detach()
  await page.goto('about:blank')
  await page.goto(new URL(path, url).href, { waitUntil: 'domcontentloaded' })
  return Number(await page.evaluate(`shown('${path}')`))
}

/** From a press on a way to another page until that is there, ms. */
async function routeMs(page: Page, name: string, path: string): Promise<number> {
  const link = await page.waitForSelector(`nav[aria-label="Pages"] a[href="${path}"]`)
  // As before a press of people: pages are loaded when they are pointed at.
  await link?.hover()
  return Number(
    await page.evaluate(`(async () => {
      const from = performance.now()
      document.querySelector('nav[aria-label="Pages"] a[href="${path}"]').click()
      return (await shown('${path}')) - from
    })()`),
  )
}

const ROUTES = {
  Monitors: '/monitors',
  Outages: '/outages',
  Alerting: '/alerting',
  Maintenance: '/maintenance',
  Agents: '/agents',
  Overview: '/',
} as const

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const runs: number[] = []
  // The first one starts what stays.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = await measure()
    if (round > 0) runs.push(took)
  }
  return runs
}

/** The first load and the ways from page to page. */
export async function measureLoads(page: Page, url: string): Promise<Figure[]> {
  const kb = (await scriptBytes(page, url)) / 1_000
  const first = await repeat(() => firstLoadMs(page, url, '/'))
  const routes = await repeat(async () => {
    const times: number[] = []
    for (const [name, path] of Object.entries(ROUTES)) times.push(await routeMs(page, name, path))
    return Math.max(...times)
  })
  return [
    { name: 'script of the first load, compressed', value: kb, unit: 'kB', target: 'under 200' },
    {
      name: 'first load, nothing cached, until the page is there',
      value: median(first),
      unit: 'ms',
      runs: first,
      target: 'under 1,000',
    },
    {
      name: `the slowest of ${Object.keys(ROUTES).length} ways between pages`,
      value: median(routes),
      unit: 'ms',
      runs: routes,
      target: 'under 100',
    },
  ]
}

/** A list of many monitors: until it is there, its scrolling, and a filter typed. */
export async function measureList(page: Page, url: string, count: number): Promise<Figure[]> {
  const loads = await repeat(() => firstLoadMs(page, url, '/monitors'))
  const frames = (await page.evaluate(SCROLL)) as number[]
  const typed = Number(await page.evaluate(FILTER))
  const name = `list of ${count.toLocaleString('en')} monitors`
  return [
    {
      name: `${name}, until it is there`,
      value: median(loads),
      unit: 'ms',
      runs: loads,
      target: 'under 1,000',
    },
    {
      name: `${name}, frames over 50 ms in 5 s of scrolling`,
      value: frames.filter((ms) => ms > 50).length,
      unit: `of ${frames.length}`,
      target: '0',
    },
    { name: `${name}, its longest frame`, value: Math.max(...frames), unit: 'ms' },
    { name: `${name}, a filter typed until it is narrowed`, value: typed, unit: 'ms' },
  ]
}

/** As a wheel does it: some rows a frame. @returns how long each frame took, ms */
const SCROLL = `new Promise((resolve) => {
  const frames = []
  const endsAt = performance.now() + 5000
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    scrollBy(0, 180)
    if (now < endsAt) requestAnimationFrame(step)
    else { scrollTo(0, 0); resolve(frames.slice(1)) }
  }
  requestAnimationFrame(step)
})`

const FILTER = `new Promise((resolve) => {
  const input = document.querySelector('input[type=search]')
  const from = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'Bench 777')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  const look = () => Number(document.querySelector('[role=table]')?.getAttribute('aria-rowcount')) < 100
    ? resolve(performance.now() - from) : requestAnimationFrame(look)
  requestAnimationFrame(look)
})`
