import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'puppeteer'
import { describe, expect, it } from 'vitest'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { OWNER } from '../helpers/app-owner.ts'
import { CHROME } from '../helpers/browser.ts'
import { PASSWORD } from '../helpers/signed-in.ts'
import { codeOf } from '../helpers/totp.ts'

const REST_MS = 1_500
const MONITORS = '/api/v1/monitors'
const CONTACTS = '/api/v1/alerting/contacts'

/** Answers reads of an address in the place of the controller. @param answer null: it never comes */
async function answerWith(
  page: Page,
  path: string,
  answer: (query: URLSearchParams) => object | null,
): Promise<void> {
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== path) return void request.continue()
    const body = answer(searchParams)
    if (body === null) return undefined
    return void request.respond({
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  })
}

describe.skipIf(CHROME.missing !== null)('forms of the app', () => {
  const app = useAppInstallation()
  /** Nobody opens pages that fast: a person may ask 120 times in ten seconds. */
  async function visit(path: string) {
    await delay(REST_MS)
    return app.browser.visit(`${app.url}${path}`, { cookie: app.cookie })
  }
  const make = async (path: string, body: object) => {
    const answer = await app.call('POST', path, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }

  it('watch an address as the type that was chosen before it was typed', async () => {
    const { choose, type, press, page, complaints } = await visit('/monitors/new')
    await choose('Type', 'DNS')
    await type('Address', 'localhost')
    await press('Watch it')
    await page.locator('h1 ::-p-text(localhost)').wait()
    const { body } = await app.call('GET', MONITORS)
    expect(body.monitors).toMatchObject([{ type: 'dns', url: 'dns://localhost' }])
    expect(complaints).toEqual([])
  })

  it('make one like another of its type, whatever address is typed', async () => {
    const { monitor } = await make(MONITORS, {
      url: 'tcp://127.0.0.1:9',
      settings: { steps: [{ expect: '220' }] },
    })
    const { type, press, see, page, complaints } = await visit(`/monitors/new?like=${monitor.id}`)
    await see('Conversation')
    await type('Address', '127.0.0.1:10')
    await press('Watch it')
    await page.locator('h1 ::-p-text((copy))').wait()
    const { body } = await app.call('GET', `${MONITORS}?search=copy`)
    expect(body.monitors).toMatchObject([
      { type: 'tcp', url: 'tcp://127.0.0.1:10', settings: { steps: [{ expect: '220' }] } },
    ])
    expect(complaints).toEqual([])
  })

  it('take away from a monitor what it can do without, and leave a part open in which that is done', async () => {
    const { monitor } = await make(MONITORS, {
      url: 'http://127.0.0.1:9/',
      settings: {
        keyword: { value: 'Cart' },
        auth: { kind: 'basic', username: 'ada', password: 'secret' },
        userAgent: 'Shop',
        jsonChecks: [{ path: '$.left', operator: 'equals', value: 5 }],
      },
    })
    const { type, press, page, see, choose, complaints } = await visit(
      `/monitors/${monitor.id}/edit`,
    )
    await see('Text on the page')
    const valueOf = (name: string) =>
      page.$eval(`::-p-aria([name="${name}"][role="textbox"])`, (field) => field.value)
    expect(await valueOf('Value')).toBe('5')
    await choose('Must', 'be greater than')
    await type('Text on the page', 'x')
    await page.keyboard.press('Backspace')
    await type('User agent', 'x')
    await page.keyboard.press('Backspace')
    // Nothing in its part is set any more, and it is there yet.
    await type('User agent', 'x')
    await page.keyboard.press('Backspace')
    // What is typed over a password and emptied again is as before.
    await type('Password', 'x')
    await page.keyboard.press('Backspace')
    await see('Kept as it is')
    await press('Take it away: Password')
    await see('It is taken away when you save.')
    await choose('Kind', 'Token')
    await type('Token', 'abc')
    await press('Save')
    await see('127.0.0.1:9 is saved.')
    const after = await app.call('GET', `${MONITORS}/${monitor.id}`)
    expect(after.body.monitor.settings).toMatchObject({
      keyword: null,
      userAgent: null,
      auth: { kind: 'bearer', username: null, password: null, token: '***' },
      jsonChecks: [{ path: '$.left', operator: 'gt', value: 5 }],
    })
    expect(complaints).toEqual([])
  })

  it('go back from a protocol to a text of one’s own', async () => {
    const { monitor } = await make(MONITORS, {
      url: 'udp://127.0.0.1:9',
      settings: { preset: 'ntp' },
    })
    const { type, press, choose, see, complaints } = await visit(`/monitors/${monitor.id}/edit`)
    await see('Protocol')
    await choose('Protocol', 'Not chosen')
    await type('Text', String.raw`PING\r\n`)
    await press('Save')
    await see('127.0.0.1:9 is saved.')
    const after = await app.call('GET', `${MONITORS}/${monitor.id}`)
    expect(after.body.monitor.settings).toMatchObject({ preset: null, payload: 'PING\r\n' })
    expect(complaints).toEqual([])
  })

  it('take the token of a topic away, and say of none that it is kept', async () => {
    const url = 'http://127.0.0.1:9/alerts'
    await make(CONTACTS, { name: 'With', ntfyUrl: url, ntfyToken: 'tk_1' })
    await make(CONTACTS, { name: 'Without', ntfyUrl: url })
    const { press, see, miss, text, complaints } = await visit('/alerting')
    await press('Edit Without')
    await see('Where the topic needs one.')
    expect(await text()).not.toContain('Kept as it is')
    await press('Cancel')
    await press('Edit With')
    await see('Kept as it is')
    await press('Take it away: ntfy: Access token')
    await press('Keep it: ntfy: Access token')
    await press('Take it away: ntfy: Access token')
    await press('Save')
    await see('With is saved.')
    await miss('Edit contact')
    const { body } = await app.call('GET', CONTACTS)
    expect(body.contacts.map(({ ntfyToken }: { ntfyToken: unknown }) => ntfyToken)).toEqual([
      null,
      null,
    ])
    expect(complaints).toEqual([])
  })

  it('say of nobody that they are told by a team before people are read', async () => {
    const { body } = await app.call('GET', '/api/v1/people')
    const [ada] = body.people
    await make('/api/v1/alerting/teams', { name: 'Shop', memberIds: [ada.id], contactIds: [] })
    const { page, go, press, see, text, complaints } = await visit('/settings/account')
    await see('Name and address')
    await answerWith(page, '/api/v1/people', () => null)
    await go('/alerting?tab=teams')
    await page.waitForSelector('main [aria-label=Loading]')
    await see('Add team')
    expect(await text()).not.toContain('Nobody')
    await press('Add team')
    await see('Add a step while it lasts')
    expect(await text()).not.toContain('Nobody')
    await go('/alerting?tab=contacts')
    expect(complaints).toEqual([])
  })

  it('know all people of a workspace of some hundred', async () => {
    const people = Array.from({ length: 401 }, (_, index) => ({
      id: `psn_${index}`,
      name: `Person ${index}`,
      role: 'editor',
      email: null,
    }))
    const { page, go, see, complaints } = await visit('/settings/account')
    await answerWith(page, '/api/v1/people', (query) => {
      const [at, per] = ['page', 'per'].map((name) => Number(query.get(name) ?? 1)) as [
        number,
        number,
      ]
      return { total: people.length, page: at, per, people: people.slice((at - 1) * per, at * per) }
    })
    await go('/settings/people')
    await see('Person 400')
    expect(complaints).toEqual([])
  })

  it('pause and resume a monitor as soon as it is said that it is so', async () => {
    const { monitor } = await make(MONITORS, { url: 'http://127.0.0.1:9/paused' })
    const { page, press, see, complaints } = await visit(`/monitors/${monitor.id}`)
    await see('Last check')
    await page.waitForSelector('::-p-aria([name="Pause"][role="button"])')
    // It is told at once; what is read anew after it may take its time.
    await answerWith(page, `${MONITORS}/${monitor.id}`, () => null)
    await press('Pause')
    await press('Resume')
    await page.waitForSelector('::-p-aria([name="Pause"][role="button"])')
    const after = await app.call('GET', `${MONITORS}/${monitor.id}`)
    expect(after.body.monitor.active).toBe(true)
    expect(complaints).toEqual([])
  })

  it('say that there are more monitors to pick than are listed', async () => {
    const { page, go, press, see, complaints } = await visit('/settings/account')
    await see('Name and address')
    await answerWith(page, MONITORS, () => ({
      total: 1_203,
      page: 1,
      per: 50,
      monitors: [{ id: 'mon_1', name: 'Shop' }],
    }))
    await go('/settings/status-pages')
    await press('Make a page')
    await see('The first 1 of 1,203: search for the others.')
    expect(complaints).toEqual([])
  })

  it('name no limit of a plan that is not read', async () => {
    const { page, go, see, text, complaints } = await visit('/settings/account')
    await see('Name and address')
    await answerWith(page, '/api/v1/plans', () => null)
    await go('/settings/usage')
    await see('Monitors at most')
    const [, monitors, interval] =
      /Monitors at most\s+(\S.*)\s+Shortest interval\s+(\S.*)/.exec(await text()) ?? []
    expect([monitors, interval]).toEqual(['–', '–'])
    expect(complaints).toEqual([])
  })

  it('make new backup codes, after which those before work no longer', async () => {
    const { press, type, see, miss, page, complaints } = await visit('/settings/account')
    const codes = async () => {
      await page.waitForSelector('code[aria-label="Backup codes"]')
      const shown = await page.$eval('code[aria-label="Backup codes"]', (code) => code.textContent)
      return String(shown).trim().split('\n')
    }
    await press('Set up')
    await type('Your password', PASSWORD)
    await press('Go on')
    await see('Code it shows now')
    const [old = ''] = await codes()
    const address = String(
      await page.$eval('a[href^="otpauth:"]', (link) => link.getAttribute('href')),
    )
    await type('Code it shows now', codeOf(address))
    await press('Switch it on')
    await miss('Code it shows now')
    await press('New backup codes')
    await type('Your password', PASSWORD)
    await press('Make new ones')
    await see('They are shown this once.')
    const [code = ''] = await codes()
    await press('I have kept them')
    await miss('They are shown this once.')

    const other = await app.browser.visit(`${app.url}/sign-in`, { expected: /status of 401/ })
    await other.type('E-mail address', OWNER.email)
    await other.type('Password', PASSWORD)
    await other.press('Sign in')
    // A phone shows keys for digits alone where it is told to: codes of an authenticator are nothing else.
    const keys = () => other.page.$eval('input', (input) => input.getAttribute('inputmode'))
    await other.see('The six digits')
    expect(await keys()).toBe('numeric')
    await other.press('Use a backup code')
    await other.focusOn('Code')
    expect(await keys()).toBeNull()
    await other.type('Code', old)
    await other.press('Go on')
    await other.see('This is no backup code of yours that is unused.')
    await other.type('Code', code)
    await other.press('Go on')
    await other.page.locator('h1 ::-p-text(Overview)').wait()
    expect([...complaints, ...other.complaints]).toEqual([])
  })
})
