import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../helpers/app-browser.ts'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { CHROME } from '../helpers/browser.ts'
import { listen } from '../helpers/listen.ts'

const LAST = 12

/** A key may ask 30 times in 10 s: this leaves room for what a test asks itself. */
const ASKING_AGAIN_MS = 500

/** A small shop whose pages name each other; one is missing. */
function shop(title: () => string) {
  return createServer((request, response) => {
    const number = request.url === '/' ? 0 : Number(/^\/p(\d+)$/.exec(request.url ?? '')?.[1])
    response.writeHead(number <= LAST ? 200 : 404, { 'content-type': 'text/html' })
    const links = [number * 2 + 1, number * 2 + 2, LAST + 1]
      .filter((to) => to <= LAST + 1)
      .map((to) => `<a href="/p${to}">Chair number ${to}</a>`)
    const heading = title() === 'Chairs' ? `<h1>Chair ${number}</h1>` : ''
    response.end(
      `<!doctype html><html lang="en"><title>${title()} ${number}</title>${heading}${links.join(' ')}`,
    )
  })
}

describe.skipIf(CHROME.missing !== null)('audits and crawls in the app', () => {
  const app = useAppInstallation({
    ofAgent: { SIGHTLINE_CHROME_SANDBOX: process.geteuid?.() === 0 ? 'off' : 'on' },
  })
  let visit: Visit
  beforeAll(async () => {
    // Beside other tests the agent's browser may be busy: the app asks again.
    visit = await app.browser.visit(app.url, { cookie: app.cookie, expected: /status of 503/ })
    await browserIsTried()
  })

  /** The agent unpacks its Chrome and tries it before it says that it has one. */
  async function browserIsTried(): Promise<void> {
    for (;;) {
      const { body } = await app.call('GET', '/api/v1/agents')
      if (JSON.stringify(body).includes('"browser"')) return
      await delay(ASKING_AGAIN_MS)
    }
  }

  /** What the agent's browser makes. Beside other tests it may be busy for longer than the app waits: then people are
   *  offered to try again. */
  async function seeOfBrowser(selector: string): Promise<void> {
    const { page, text, press } = visit
    while ((await page.$(selector)) === null) {
      if ((await text()).includes('Try again')) await press('Try again')
      await delay(ASKING_AGAIN_MS)
    }
  }

  async function crawlIsDone(id: string): Promise<void> {
    for (;;) {
      const { body } = await app.call('GET', `/api/v1/crawl/${id}`)
      if (body.status === 'done') return
      await delay(ASKING_AGAIN_MS)
    }
  }

  it('show what is wrong with a page, how it looks and how it loads, and keep it', async () => {
    let title = 'Chairs'
    const site = shop(() => title)
    const url = `http://127.0.0.1:${await listen(site)}/`
    const { go, type, press, see, page } = visit
    await go('/audit')
    await type('Address of the page', url)
    await press('Look at it')
    await see('What is wrong')
    await see('Chairs 0')
    await seeOfBrowser('img[src^="data:image"]')
    await seeOfBrowser('caption ::-p-text(Requests of the load)')
    // It can be sent to a colleague.
    expect(new URL(page.url()).searchParams.get('url')).toBe(url)
    const { body: kept } = await app.call('GET', '/api/v1/audits')
    const [{ id }] = kept.audits
    // As it was then: the page is another one by now, and is not asked.
    title = 'Stools'
    let asked = 0
    site.on('request', () => {
      asked += 1
    })
    await go(`/audit/${id}`)
    await see('As it was found on')
    await see('Chairs 0')
    expect(asked).toBe(0)
    await press('Look again')
    await see('Stools 0')
    await see('Both in numbers')
    await see('Other looks at this site')
    // The page still looks, and the site is gone with this test.
    await go('/crawls')
    expect(visit.complaints).toEqual([])
  })

  it('follow a site to its end, tell what is wrong with it, and what changed', async () => {
    let title = 'Chairs'
    const url = `http://127.0.0.1:${await listen(shop(() => title))}/`
    const { go, type, press, see, page } = visit
    const crawlFrom = async (start: () => Promise<void>): Promise<string> => {
      const from = new URL(page.url()).pathname
      await start()
      await page.waitForFunction(
        `location.pathname.startsWith('/crawls/crw_') && location.pathname !== '${from}'`,
      )
      const id = new URL(page.url()).pathname.slice('/crawls/'.length)
      // Its own word: the list, which tells of the crawl before it too, stands until the page is there.
      await crawlIsDone(id)
      await see('Done')
      return id
    }
    await go('/crawls')
    const before = await crawlFrom(async () => {
      await press('Crawl a site')
      await type('Site', url)
      await press('Start')
    })
    await press('Pages')
    await see('/p7')
    await press('Structure')
    await see('Clicks from the start')
    title = 'Stools'
    const after = await crawlFrom(() => press('Crawl again'))
    const { status, body } = await app.call('GET', `/api/v1/crawl/${after}/compare?with=${before}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('Stools 7')
    // From what got worse to its pages, and back from one of them to where one was.
    const noHeading = body.issues.find(({ trend }: { trend: string }) => trend === 'new')
    await press('Compare')
    await press(noHeading.title)
    const link = `li:has([aria-expanded=true]) a ::-p-text(/p7)`
    await page.locator(link).click()
    await see('Audit it now')
    await page.evaluate('history.back()')
    await page.locator(link).wait()
    expect(new URL(page.url()).searchParams.get('issue')).toBe(noHeading.id)
    expect(visit.complaints).toEqual([])
  })
})
