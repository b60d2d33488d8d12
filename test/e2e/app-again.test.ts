import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { OWNER } from '../helpers/app-owner.ts'
import { CHROME } from '../helpers/browser.ts'
import { listen } from '../helpers/listen.ts'
import { PASSWORD } from '../helpers/signed-in.ts'

/** Longer than what was read stays fresh. */
const LATER_MS = 120_000

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
})
