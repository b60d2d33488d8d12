import { createServer } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { OWNER } from '../helpers/app-owner.ts'
import { CHROME } from '../helpers/browser.ts'
import { listen } from '../helpers/listen.ts'
import { PATIENT } from '../helpers/patient.ts'
import { PASSWORD } from '../helpers/signed-in.ts'

/** Longer than what was read stays fresh. */
const LATER_MS = 120_000

/** What the list tells of a crawl. */
const CRAWL = {
  status: 'done',
  score: 90,
  pagesCrawled: 12,
  createdAt: '2026-11-23T12:00:00.000Z',
} as const

describe.skipIf(CHROME.missing !== null)('what was read in the app before', () => {
  const app = useAppInstallation()

  it('is looked at again when the person asks for it', async () => {
    let title = 'Chairs'
    const port = await listen(
      createServer((_, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(`<!doctype html><html lang="en"><title>${title}</title><h1>Shop</h1>`),
      ),
    )
    const url = `http://127.0.0.1:${port}/`
    const { type, press, see, complaints, page } = await app.browser.visit(`${app.url}/audit`, {
      cookie: app.cookie,
      // Its agent has no browser.
      expected: /status of 503/,
    })
    await type('Address of the page', url)
    await press('Look at it')
    await see('Chairs')
    title = 'Stools'
    await press('Look again')
    await see('Stools')
    await see('Both in numbers')
    title = 'Tables'
    await press('Look at it')
    await see('Tables')
    // The page still looks, and the site is gone with this test.
    await page.goto(`${app.url}/crawls`)
    expect(complaints).toEqual([])
  })

  it('is no reason to undo what somebody else changed of a status page meanwhile', async () => {
    const path = '/api/v1/status-pages'
    const { body } = await app.call('POST', path, { title: 'Shop', slug: 'shop', components: [] })
    const { id } = body.statusPage
    const { page, type, press, see, complaints } = await app.browser.visit(
      `${app.url}/settings/status-pages?page=${id}`,
      { cookie: app.cookie },
    )
    await see('What it shows')
    await app.call('PATCH', `${path}/${id}`, { description: 'How our tills are doing.' })
    // Whoever comes back to the window later has the list read again.
    const read = page.waitForResponse((answer) => answer.url().includes('/status-pages?'))
    await page.evaluate(`{
      const now = Date.now.bind(Date)
      Date.now = () => now() + ${LATER_MS}
      dispatchEvent(new Event('visibilitychange'))
    }`)
    await read
    await type('Title', 'The shop')
    await press('Save')
    await see('The shop is saved.')
    const after = await app.call('GET', `${path}/${id}`)
    expect(after.body.statusPage).toMatchObject({
      title: 'The shop',
      description: 'How our tills are doing.',
    })
    expect(complaints).toEqual([])
  })

  it('is led back to by signing in, as it was narrowed', async () => {
    const { page, type, press, see } = await app.browser.visit(`${app.url}/outages?status=open`)
    await see('Sign in')
    await type('E-mail address', OWNER.email)
    await type('Password', PASSWORD)
    await press('Sign in')
    await see('Nothing is down')
    expect(new URL(page.url()).search).toBe('?status=open')
  })

  it('the password can be asked for again where a code is: it may be too late, or wrong too often', async () => {
    const { page, type, press, see, miss, complaints } = await app.browser.visit(
      `${app.url}/sign-in`,
    )
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      if (!request.url().endsWith('/sign-in/email')) return void request.continue()
      return void request.respond({
        contentType: 'application/json',
        body: JSON.stringify({ signedIn: false, needs: 'secondFactor' }),
      })
    })
    await type('E-mail address', OWNER.email)
    await type('Password', PASSWORD)
    await press('Sign in')
    await see('The six digits')
    await press('Back to the password')
    await miss('The six digits')
    await see('Password')
    expect(complaints).toEqual([])
  })

  it('is all to be found among the crawls, though there are more than a page of them', async () => {
    const { page, go, press, see, complaints } = await app.browser.visit(
      `${app.url}/settings/account`,
      {
        cookie: app.cookie,
      },
    )
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname !== '/api/v1/crawl') return void request.continue()
      const [at, per] = ['page', 'per'].map((name) => Number(searchParams.get(name) ?? 1))
      const jobs = [{ ...CRAWL, jobId: `crw_${at}`, startUrl: `https://shop-${at}.example.com/` }]
      return void request.respond({
        contentType: 'application/json',
        body: JSON.stringify({ total: 51, page: at, per, jobs }),
      })
    })
    await go('/crawls')
    await see('https://shop-1.example.com/')
    await press('Next page')
    await see('https://shop-2.example.com/')
    await page.goBack()
    await see('https://shop-1.example.com/')
    expect(complaints).toEqual([])
  })

  it('gives way on a phone to the page that its menu of the person leads to', async () => {
    const { page, press, see, miss, complaints } = await app.browser.visit(`${app.url}/outages`, {
      cookie: app.cookie,
    })
    await page.setViewport({ width: 375, height: 800 })
    await press('Pages')
    await page.locator('[role=dialog] button ::-p-text(Main workspace)').click()
    await page.locator('[role=menuitem] ::-p-text(Your account)').click()
    await see('Name and address')
    await page.waitForSelector('[role=dialog]', { hidden: true })
    await miss('Appearance:')
    expect(complaints).toEqual([])
  })

  it('is there again in the zone that was chosen, and in the one of before', async () => {
    const { page, choose, see, complaints } = await app.browser.visit(
      `${app.url}/settings/appearance`,
      { cookie: app.cookie },
    )
    const told: unknown[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') told.push(request.postData())
    })
    await choose('Times are shown in', 'Asia/Tokyo')
    await see('GMT+9')
    await choose('Times are shown in', 'UTC')
    await see('UTC. Mails tell you times in it too.')
    // Mails too go back to it.
    const zones = ['Asia/Tokyo', 'UTC'].map((zone) => JSON.stringify({ zone }))
    await vi.waitFor(() => expect(told).toEqual(zones), PATIENT)
    expect(complaints).toEqual([])
  })
})
