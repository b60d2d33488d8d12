import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../helpers/app-browser.ts'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { CHROME } from '../helpers/browser.ts'
import { listen } from '../helpers/listen.ts'
import { PASSWORD } from '../helpers/signed-in.ts'
import { serviceOfEachType } from '../helpers/service-of-each-type.ts'

/** What is typed besides the address, where the defaults do not do. */
const MORE: Readonly<Partial<Record<MonitorType, (visit: Visit, settings: Settings) => unknown>>> =
  {
    async udp({ page, tick }) {
      await page.locator('summary ::-p-text(What it must answer)').click()
      await tick('Any reply will do')
    },
    async dns({ page, type }, { resolver }) {
      await page.locator('summary ::-p-text(Whom it asks)').click()
      await type('Server', String(resolver))
    },
  }
type Settings = Readonly<Record<string, unknown>>

describe.skipIf(CHROME.missing !== null)('monitors in the app', () => {
  const app = useAppInstallation()
  let visit: Visit
  beforeAll(async () => {
    visit = await app.browser.visit(app.url, { cookie: app.cookie })
  })

  it('are made of each type by the form, tried before', async () => {
    const services = await serviceOfEachType()
    const { go, press, type, see, page } = visit
    for (const kind of MONITOR_TYPES) {
      const { url, settings = {} } = services[kind]
      await go('/monitors/new')
      await type('Address', url)
      await type('Name', `One of ${kind}`)
      await MORE[kind]?.(visit, settings as Settings)
      await press('Test now')
      await page.locator('[role=status] ::-p-text(eu-west)').wait()
      expect(await visit.text()).not.toContain('Asking the locations')
      await press('Watch it')
      await page.locator(`h1 ::-p-text(One of ${kind})`).wait()
      await page.locator('main ::-p-text(Up)').wait()
      // Nobody makes a monitor a second: a person may ask 120 times in ten.
      await delay(1_500)
    }
    await go('/monitors')
    await see('One of web')
    expect(visit.complaints).toEqual([])
  })

  it('go down and come back before the eyes of who looks at the list', async () => {
    let isWell = true
    const target = createServer((_, response) => response.writeHead(isWell ? 200 : 503).end('page'))
    const url = `http://127.0.0.1:${await listen(target)}/`
    const { body } = await app.call('POST', '/api/v1/monitors', {
      name: 'Shop',
      url,
      confirmation: { retries: 0 },
    })
    const { id } = body.monitor
    /** Checks it at once, not at its next minute. */
    const check = async () => {
      for (const action of ['pause', 'resume'])
        await app.call('POST', `/api/v1/monitors/${id}/${action}`)
    }
    await visit.go('/monitors?search=Shop')
    const row = (text: string) => visit.page.locator(`[role=row] ::-p-text(${text})`).wait()
    await row('Up')
    isWell = false
    await check()
    await row('Down')
    await row('The server answered 503')
    isWell = true
    await check()
    await row('Up')
    expect(visit.complaints).toEqual([])
  })

  it('are made, found, paused and taken in hand by keys alone', async () => {
    const target = createServer((_, response) => response.writeHead(503).end())
    const url = `http://127.0.0.1:${await listen(target)}/`
    const { go, keyTo, focusOn, see, page } = visit
    const { keyboard } = page
    /** Types in the palette, and takes what comes first. */
    const palette = async (typed: string, place: string) => {
      await keyboard.down('Control')
      await keyboard.press('k')
      await keyboard.up('Control')
      await page.locator('::-p-aria([name="Go to"][role="searchbox"])').wait()
      await keyboard.type(typed)
      await focusOn(place)
      await keyboard.press('Enter')
    }

    await go('/')
    await page.locator('h1 ::-p-text(Overview)').wait()
    await palette('Add a mon', 'Add a monitor')
    // The first field has the focus.
    await page.locator('::-p-aria([name="Address"][role="textbox"])').wait()
    await keyboard.sendCharacter(url)
    await keyTo('Name')
    await keyboard.type('By keys')
    await keyTo('Retries before it counts')
    await keyboard.type('0')
    await keyTo('Watch it')
    await keyboard.press('Enter')
    await page.locator('h1 ::-p-text(By keys)').wait()
    await see('Why, with the evidence')

    await keyTo('Why, with the evidence')
    await keyboard.press('Enter')
    await see('What happened')
    await keyTo('I have it in hand')
    await keyboard.press('Enter')
    await see('Ada has it in hand.')

    await palette('by k', 'By keys')
    await page.locator('h1 ::-p-text(By keys)').wait()
    await keyTo('Pause')
    await keyboard.press('Enter')
    await page.locator('main ::-p-text(Paused)').wait()
    expect(visit.complaints).toEqual([])
  })

  it('say that nobody hears of them, until somebody can be told', async () => {
    const target = createServer((_, response) => response.end('page'))
    const { body } = await app.call('POST', '/api/v1/monitors', {
      url: `http://127.0.0.1:${await listen(target)}/`,
    })
    const { id } = body.monitor
    await visit.go(`/monitors/${id}`)
    await visit.see('Nobody is told when it breaks')
    await visit.press('Add a contact')
    await visit.see('No contacts yet')
    const contact = await app.call('POST', '/api/v1/alerting/contacts', {
      name: 'On call',
      webhookUrl: `http://127.0.0.1:${await listen(createServer())}/`,
    })
    const contactIds = [contact.body.contact.id]
    await app.call('PATCH', `/api/v1/monitors/${id}`, { alerts: { contactIds } })
    await visit.load(`/monitors/${id}`)
    await visit.see('Last check')
    await visit.miss('Nobody is told when it breaks')
    expect(visit.complaints).toEqual([])
  })

  it('are looked at again as they were, in any browser of the person', async () => {
    const { go, press, type, see, miss } = visit
    await go('/monitors?search=Shop')
    await press('Views')
    await see('No view is saved yet')
    await type('Save what is shown now as', 'The shop')
    await press('Save')
    await see('The view The shop is saved.')
    const other = await app.browser.visit(`${app.url}/monitors`, { cookie: app.cookie })
    await other.press('Views')
    await other.press('The shop')
    await other.page.waitForFunction(`location.search.includes('search=Shop')`)
    await other.page.browserContext().close()
    await press('Views')
    await press('Remove The shop')
    await see('No view is saved yet')
    await miss('Remove The shop')
    expect(visit.complaints).toEqual([])
  })

  it('changed by two people at once show each what the other did', async () => {
    const target = createServer((_, response) => response.end('page'))
    const { body } = await app.call('POST', '/api/v1/monitors', {
      name: 'Till',
      url: `http://127.0.0.1:${await listen(target)}/`,
    })
    const { id } = body.monitor
    const browser = await app.browser.visit(`${app.url}/monitors/${id}/edit`, {
      cookie: app.cookie,
      expected: /status of 409/,
    })
    const { type, see, press, page } = browser
    await type('Name', 'Till of the shop')
    await app.call('PATCH', `/api/v1/monitors/${id}`, { name: 'Till 2', tags: ['theirs'] })
    await press('Save')
    await see('Somebody changed it meanwhile')
    await see('Till 2')
    expect((await app.call('GET', `/api/v1/monitors/${id}`)).body.monitor.name).toBe('Till 2')
    await press('Save it so')
    await page.locator('h1 ::-p-text(Till of the shop)').wait()
    const { monitor } = (await app.call('GET', `/api/v1/monitors/${id}`)).body
    expect(monitor).toMatchObject({ name: 'Till of the shop', tags: ['theirs'] })
    expect(browser.complaints).toEqual([])
    await page.browserContext().close()
  })

  it('are told of an address that another one has, and not that somebody changed theirs', async () => {
    const target = createServer((_, response) => response.end('page'))
    const url = `http://127.0.0.1:${await listen(target)}/`
    await app.call('POST', '/api/v1/monitors', { name: 'Taken', url })
    const { body } = await app.call('POST', '/api/v1/monitors', { name: 'Other', url: `${url}b` })
    const browser = await app.browser.visit(`${app.url}/monitors/${body.monitor.id}/edit`, {
      cookie: app.cookie,
      expected: /status of 40[09]/,
    })
    await browser.type('Address', 'no url')
    await browser.press('Save')
    // It is far above the button.
    await browser.focusOn('Address')
    await browser.see('Address: It cannot be used')
    await browser.type('Address', url)
    await browser.press('Save')
    await browser.see('This target is already monitored in the workspace')
    await browser.see('Open that monitor')
    // What would follow is read from the controller first; the stream of what happens goes on.
    await browser.page.waitForNetworkIdle({ concurrency: 1 })
    expect(await browser.text()).not.toContain('Somebody changed it meanwhile')
    expect(browser.complaints).toEqual([])
    await browser.page.browserContext().close()
  })

  it('lose nothing of what is typed while the controller is away', async () => {
    const target = createServer((_, response) => response.end('page'))
    const url = `http://127.0.0.1:${await listen(target)}/`
    const browser = await app.browser.visit(`${app.url}/monitors/new`, {
      cookie: app.cookie,
      // The line is cut on purpose.
      expected: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|ERR_NETWORK|status of 50\d/,
    })
    const { type, see, miss, press, page } = browser
    await type('Address', url)
    await type('Name', 'Typed before')
    const elsewhere = await browser.tab('/monitors')
    await elsewhere.see('Add monitor')
    await app.stopController()
    await see('The connection is lost. Trying again.')
    await press('Watch it')
    await see('The controller does not answer. What you typed is kept')
    // Of a page whose script was not loaded before.
    await elsewhere.press('Maintenance')
    await app.startController()
    await elsewhere.see('Failures during planned work open no outage')
    await miss('The connection is lost. Trying again.')
    expect(await page.$$eval('input', (all) => all.map((input) => Object(input).value))).toEqual(
      expect.arrayContaining([url, 'Typed before']),
    )
    await press('Watch it')
    await page.locator('h1 ::-p-text(Typed before)').wait()
    // Whatever happens from now on is told again.
    await page.locator('main ::-p-text(Up)').wait()
    expect(browser.complaints).toEqual([])
    await page.browserContext().close()
  })

  it('lose nothing of what is typed when the session is over', async () => {
    const target = createServer((_, response) => response.end('page'))
    const url = `http://127.0.0.1:${await listen(target)}/`
    const { page, type, see, miss, press, complaints } = await app.browser.visit(
      `${app.url}/monitors/new`,
      { cookie: app.cookie },
    )
    await type('Address', url)
    await type('Name', 'Typed in time')
    const context = page.browserContext()
    await context.deleteCookie(...(await context.cookies()))
    await press('Watch it')
    await see('Your session is over')
    // Whoever comes back from another tab is asked for again, and is nobody yet.
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/v1/me'))
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    expect((await asked).status()).toBe(401)
    await type('Password', PASSWORD)
    await press('Sign in')
    await miss('sign in in a new tab')
    await press('Watch it')
    await page.locator('h1 ::-p-text(Typed in time)').wait()
    expect(complaints).toEqual([])
    await page.browserContext().close()
  })

  it('lose nothing of what is typed when a part of the app cannot be loaded', async () => {
    const browser = await app.browser.visit(`${app.url}/monitors/new`, {
      cookie: app.cookie,
      // As after an update.
      expected: /status of 404/,
    })
    const { type, see, page } = browser
    await type('Name', 'Typed before')
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const isPart = /\/assets\/select-list-/.test(request.url())
      void (isPart ? request.respond({ status: 404 }) : request.continue())
    })
    await page.locator('::-p-xpath(//label[.="Type"]/following-sibling::button)').click()
    await see('A part of the app could not be loaded')
    expect(await page.$$eval('input', (all) => all.map((input) => Object(input).value))).toContain(
      'Typed before',
    )
    expect(browser.complaints).toEqual([])
    await page.browserContext().close()
  })

  it('typed in a tab that was left in another workspace are kept there, and made nowhere else', async () => {
    const first = await app.browser.visit(`${app.url}/monitors/new`, {
      cookie: app.cookie,
      // What is pressed in the tab that was left behind is refused.
      expected: /status of 409/,
    })
    await first.type('Address', 'http://127.0.0.1:9/')
    await first.type('Name', 'Typed here')
    const second = await first.tab('/settings/workspaces')
    await second.press('Make a workspace')
    await second.type('Name', 'Elsewhere')
    await second.press('Make it')
    await second.see('Nothing is watched yet')
    await second.go('/monitors')
    await second.see('A monitor checks a page')
    // Where there is none, there is none to look for or to order.
    await second.miss('Failed first')
    expect((await second.text()).split('Add monitor')).toHaveLength(2)
    await first.see('You went elsewhere in another tab')
    await first.press('Come back to “Main workspace”')
    await first.miss('You went elsewhere in another tab')
    expect(
      await first.page.$$eval('input', (all) => all.map((input) => Object(input).value)),
    ).toEqual(expect.arrayContaining(['http://127.0.0.1:9/', 'Typed here']))
    await first.press('Watch it')
    await first.page.locator('h1 ::-p-text(Typed here)').wait()
    const { monitors } = (await app.call('GET', '/api/v1/monitors?search=Typed%20here')).body
    expect(monitors).toHaveLength(1)
    await first.page.browserContext().close()
  })
})
