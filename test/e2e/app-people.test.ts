import { createServer } from 'node:http'
import type { ElementHandle } from 'puppeteer'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../controller/src/accounts/passwords.ts'
import { freePort } from '../helpers/free-port.ts'
import type { Visit } from '../helpers/app-browser.ts'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { OWNER } from '../helpers/app-owner.ts'
import { violationsOf } from '../helpers/axe.ts'
import { CHROME } from '../helpers/browser.ts'
import { eventually } from '../helpers/eventually.ts'
import { importedFiles } from '../helpers/imported-files.ts'
import { listen } from '../helpers/listen.ts'
import { catchMail } from '../helpers/mail-catcher.ts'
import { mailedLink } from '../helpers/mailed-link.ts'
import { PASSWORD } from '../helpers/signed-in.ts'
import { codeOf } from '../helpers/totp.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const PERSON = { name: 'Bob', email: 'bob@example.com' } as const

describe.skipIf(CHROME.missing !== null)('people in the app', () => {
  let smtpPort = 0
  const app = useAppInstallation({
    async environment() {
      smtpPort = await freePort()
      return { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, SIGHTLINE_CONFIRM_CONTACTS: '1' }
    },
  })
  let visit: Visit
  beforeAll(async () => {
    for (const [path, thing] of THINGS) {
      const { status, body } = await app.call('POST', path, thing)
      if (status !== 201) throw new Error(`${path} was refused: ${body.error}`)
    }
    visit = await app.browser.visit(app.url, { cookie: app.cookie })
  })

  it('plan maintenance, and drag one of its occurrences to another day', async () => {
    // The middle of the month after the next: its neighbours are in the same picture.
    const now = new Date()
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 12))
    const day = (number: number) => `${first.toISOString().slice(0, 8)}${number}`
    const { go, press, type, setTime, tick, see, miss, page } = visit
    await page.emulateTimezone('UTC')
    await go('/maintenance')
    await press('Plan maintenance')
    await type('What is done', 'Database upgrade')
    await setTime('Begins', `${day(12)}T22:00`)
    await setTime('Ends', `${day(12)}T23:30`)
    await tick('Shop')
    await press('Plan it')
    await see('Database upgrade')
    await go(`/maintenance?month=${first.toISOString().slice(0, 7)}`)
    const chip = await page.waitForSelector('td ::-p-text(Database upgrade)')
    const cell = await page.waitForSelector(
      `::-p-xpath(//td[not(contains(@class, "bg-canvas"))][span[.="14"]])`,
    )
    await chip?.drag((await centre(cell)) as never)
    await cell?.drop(chip as ElementHandle)
    await see(`Database upgrade is moved to ${day(14)}`)
    const windows = (await app.call('GET', '/api/v1/maintenance')).body.maintenance
    expect(windows[0].nextOccurrence).toMatchObject({
      from: `${day(14)}T22:00:00.000Z`,
      to: `${day(14)}T23:30:00.000Z`,
      moved: true,
    })
    await press('Undo')
    await miss('is moved to')
    expect(visit.complaints).toEqual([])
  })

  it('make a contact, and try it', async () => {
    const got: string[] = []
    const hook = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => got.push(text))
      request.on('end', () => response.end())
    })
    const { go, press, type, tick, see } = visit
    await go('/alerting')
    await press('Add contact')
    await type('Name', 'On call')
    await tick('Webhook')
    await type('Webhook: Address', `http://127.0.0.1:${await listen(hook)}/alerts`)
    await press('Add contact')
    await see('It is shown this once')
    await press('Close')
    await press('Send a test to On call')
    await see('Webhook: taken')
    expect(got.join('')).toContain('test')
    expect(visit.complaints).toEqual([])
  })

  it('say where the account of an incident service is', async () => {
    const { go, press, type, tick, choose, see } = visit
    await go('/alerting')
    await press('Add contact')
    await type('Name', 'In Europe')
    await tick('PagerDuty')
    await type('PagerDuty: Integration key', 'R0UT1NGK3Y0000000000000000000000')
    await choose('PagerDuty: Service region', 'EU')
    await press('Add contact')
    await see('In Europe')
    const { contacts } = (await app.call('GET', '/api/v1/alerting/contacts')).body
    const contact = contacts.find(({ name }: { name: string }) => name === 'In Europe')
    expect(contact).toMatchObject({ channels: ['pagerduty'], pagerdutyRegion: 'eu' })
    expect(visit.complaints).toEqual([])
  })

  it('have a mail address confirmed by whom it belongs to, before it is told anything', async () => {
    const mail = await catchMail(smtpPort)
    const { go, load, press, type, see, miss } = visit
    await go('/alerting')
    await press('Add contact')
    await type('Name', 'By mail')
    await type('E-mail address', 'oncall@example.com')
    await press('Add contact')
    await see('The e-mail address waits to be confirmed')
    await eventually(() => mail.mails.some(({ to }) => to.includes('oncall@example.com')))
    const theirs = await app.browser.visit(mailedLink(mail).href)
    expect(await violationsOf(theirs.page)).toEqual([])
    await theirs.page.click('button')
    await theirs.see('Your address is confirmed')
    await theirs.page.browserContext().close()
    await load('/alerting?search=By%20mail')
    await miss('The e-mail address waits to be confirmed')
    await press('Send a test to By mail')
    await see('E-mail: taken')
    // Others get mail meanwhile: Ada is told of what is down once there is a mail server.
    const theirMails = mail.mails.filter(({ to }) => to.includes('oncall@example.com'))
    expect(theirMails).toHaveLength(2)
    expect(theirMails.at(-1)?.headers.get('subject')).toMatch(/test/i)
    expect(visit.complaints).toEqual([])
  })

  it('make a passkey, sign in with it, and remove it', async () => {
    // Browsers know passkeys of localhost, and of no address.
    const here = app.url.replace('127.0.0.1', 'localhost')
    const cookie = { ...app.cookie, domain: 'localhost' }
    const theirs = await app.browser.visit(`${here}/settings/account`, { cookie })
    const { press, see, miss, type, page, complaints } = theirs
    const devtools = await page.createCDPSession()
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await press('Add a passkey')
    // The page below has a field of that name too.
    await see('To tell it from your others.')
    await type('Name', 'Laptop')
    await press('Go on')
    await see('You can sign in with Laptop now.')
    // Signing out would end the session of the other tests too.
    const context = page.browserContext()
    await context.deleteCookie(...(await context.cookies()))
    await theirs.load('/sign-in')
    await press('Sign in with a passkey')
    await page.locator('h1 ::-p-text(Overview)').wait()

    await theirs.load('/settings/account')
    await see('last used')
    await press('Remove Laptop')
    await type('Type Laptop to go on', 'Laptop')
    await press('Remove passkey')
    await miss('Laptop')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('call the workspace something else, which all see', async () => {
    const { go, press, type, see } = visit
    await go('/settings/workspaces')
    await press('Rename Main workspace')
    await type('Name', `Ours ${HOSTILE}`)
    await visit.page.keyboard.press('Enter')
    await see(`The workspace is called Ours ${HOSTILE} now.`)
    await go('/')
    await see(`Ours ${HOSTILE}`)
    expect(visit.complaints).toEqual([])
  })

  it('make a key, use it, and revoke it', async () => {
    const { go, press, type, see, page } = visit
    await go('/settings/appearance')
    await press('API keys')
    // Said to who does not see that another page is there.
    await page.waitForSelector('[role="status"] ::-p-text(API keys · Settings)')
    expect(await page.title()).toContain('API keys · Settings')
    await press('Make a key')
    await type('Name', 'Deploy script')
    // Whoever presses Enter twice before the answer is there still makes one.
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await page.emulateNetworkConditions({ download: -1, upload: -1, latency: 500 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await see('it is shown this once')
    await page.emulateNetworkConditions(null)
    expect(sent).toHaveLength(1)
    const key = await page.$eval('code[aria-label="Key"]', ({ textContent }) => textContent)
    const status = async () => {
      const headers = { 'x-api-key': String(key) }
      return (await fetch(`${app.url}/api/v1/monitors`, { headers })).status
    }
    expect(await status()).toBe(200)
    await press('Done')
    await press('Revoke Deploy script')
    await type('Type Deploy script to go on', 'Deploy script')
    await press('Revoke key')
    await see('Revoked.')
    expect(await status()).toBe(401)
    expect(visit.complaints).toEqual([])
  })

  const kinds = importedFiles()
  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    'bring their monitors along from %s',
    async (kind) => {
      const [file, name] = await kinds[kind](app.call)
      const { go, press, see, miss, page } = visit
      await go('/settings/import')
      const [chooser] = await Promise.all([page.waitForFileChooser(), press('Choose a file')])
      await chooser.accept([file])
      await see('Will be made')
      await see(name)
      await press('Make it')
      await see('Made')
      await miss('Will be made')
      const { monitors } = (await app.call('GET', `/api/v1/monitors?search=${name}`)).body
      expect(monitors).toMatchObject([{ name }])
      expect(visit.complaints).toEqual([])
    },
  )

  it('apply a document whose plan they saw', async () => {
    const { go, press, type, see, miss, page } = visit
    await go('/settings/apply')
    const contact = { key: 'hook', name: 'Applied hook', webhookUrl: 'https://127.0.0.1:9/a' }
    const document = (name: string) =>
      JSON.stringify({ set: 'app', contacts: [{ ...contact, name }] })
    const hasNoViolations = async () => expect(await violationsOf(page)).toEqual([])
    await type('Document', '{ "contacts": ')
    await press('Show the plan')
    await see('This is no JSON')
    await page.evaluate(`document.querySelector('textarea').select()`)
    await type('Document', document('Applied hook'))
    await press('Show the plan')
    await see('Will be made')
    await hasNoViolations()
    await press('Apply 1 change')
    await see('shown this once')
    await miss('Will be made')
    await hasNoViolations()

    await page.evaluate(`document.querySelector('textarea').select()`)
    await type('Document', document('Hook of another name'))
    await press('Show the plan')
    await see('Will be changed')
    await see('"Applied hook" → "Hook of another name"')
    await press('Apply 1 change')
    await see('Changed')
    await press('Show the plan')
    await see('Everything is as the document says')
    expect(visit.complaints).toEqual([])
  })

  it('invite somebody, who sees no button they may not press', async () => {
    const { go, press, type, choose, see, page } = visit
    await go('/settings/people')
    await press('Invite')
    await type('E-mail address', PERSON.email)
    await choose('Role', 'Viewer')
    await press('Invite')
    await see('Hand over this link')
    const link = await page.$eval('code[aria-label="Link"]', ({ textContent }) => textContent)
    const theirs = await app.browser.visit(String(link))
    await theirs.page.type('input[name=name]', PERSON.name)
    await theirs.page.type('input[name=password]', PASSWORD)
    await theirs.page.click('button')
    await theirs.press('Go on to Sightline')
    for (const [path, sign] of VIEWED) {
      await theirs.go(path)
      await theirs.see(sign)
      const names = await theirs.page.$$eval('main button, main a', (all) =>
        all.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
      )
      expect([path, names.filter((name) => CHANGES.test(name.trim()))]).toEqual([path, []])
    }
    const refused = await theirs.page.evaluate(`Promise.all(${JSON.stringify(REFUSED)}.map(
      async ([method, path, body]) => [method + ' ' + path, (await fetch(path, {
        method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).status]))`)
    expect(refused).toEqual(REFUSED.map(([method, path]) => [`${method} ${path}`, 403]))
    await theirs.page.browserContext().close()
  })

  it('are told that they belong to no workspace, and led to no page in vain', async () => {
    await app.fleet.db.query(
      {
        text: `with person as (
            insert into people (public_id, name, email, email_verified)
            values ('psn_nowhere', 'Nowhere', 'nowhere@example.com', true) returning id
          )
          insert into person_accounts (person_id, provider, account_id, password_hash)
          select id, 'credential', id::text, $1 from person`,
      },
      [await hashPassword(PASSWORD)],
    )
    const theirs = await app.browser.visit(`${app.url}/sign-in`)
    await theirs.type('E-mail address', 'nowhere@example.com')
    await theirs.type('Password', PASSWORD)
    await theirs.press('Sign in')
    for (const path of ['/', '/monitors', '/audit', '/crawls']) {
      await theirs.go(path)
      await theirs.see('You belong to no workspace')
      await theirs.see('Ask an owner or an admin of one to invite you')
    }
    const ways = await theirs.page.$$eval('nav a', (all) => all.map((each) => each.textContent))
    expect(ways).toEqual(['Settings'])
    await theirs.press('To your account')
    await theirs.see('nowhere@example.com')
    expect(theirs.complaints).toEqual([])
    await theirs.page.browserContext().close()
  })

  it('set up a second factor, and sign in with it', async () => {
    const { go, press, type, see, page } = visit
    await go('/settings/account')
    await press('Set up')
    await type('Your password', PASSWORD)
    await press('Go on')
    await see('Code it shows now')
    const address = String(
      await page.$eval('a[href^="otpauth:"]', (link) => link.getAttribute('href')),
    )
    await type('Code it shows now', codeOf(address))
    await press('Switch it on')
    await see('The second factor is on.')

    const other = await app.browser.visit(`${app.url}/sign-in`)
    await other.type('E-mail address', OWNER.email)
    await other.type('Password', PASSWORD)
    await other.press('Sign in')
    await other.type('Code', codeOf(address, Date.now() + 30_000))
    await other.press('Go on')
    await other.page.locator('h1 ::-p-text(Overview)').wait()
    expect([...visit.complaints, ...other.complaints]).toEqual([])
  })

  it('remove an agent, once its name was typed', async () => {
    const { go, press, type, miss } = visit
    const agents = async () => (await app.call('GET', '/api/v1/agents')).body.agents
    const [{ hostname }] = await agents()
    await go('/agents')
    await press(`Remove ${hostname}`)
    await type(`Type ${hostname} to go on`, hostname)
    await press('Remove agent')
    await miss(hostname)
    expect(await agents()).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})

async function centre(cell: ElementHandle | null) {
  const box = await cell?.boundingBox()
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

/** What is there before anybody does anything. */
const THINGS = [
  ['/api/v1/monitors', { name: 'Shop', url: 'http://127.0.0.1:9/' }],
  ['/api/v1/alerting/contacts', { name: 'Night shift', ntfyUrl: 'http://127.0.0.1:9/a' }],
  ['/api/v1/alerting/teams', { name: 'Operations' }],
  [
    '/api/v1/maintenance',
    {
      description: 'New switches',
      from: '2035-05-05T20:00:00Z',
      to: '2035-05-05T21:00:00Z',
      allMonitors: true,
    },
  ],
] as const

/** Pages that a viewer reads, and what says that they are there. */
const VIEWED = [
  ['/', 'Locations'],
  ['/monitors', 'Shop'],
  ['/outages', 'Outages'],
  ['/maintenance', 'New switches'],
  ['/alerting', 'Night shift'],
  ['/alerting?tab=teams', 'Operations'],
  ['/agents', 'Western Europe'],
  ['/settings/people', PERSON.name],
  ['/settings/import', 'Take everything with you'],
  ['/settings/changes', 'You may not see “Who changed what” in this workspace'],
  ['/monitors/new', 'You may not change monitoring in this workspace'],
  ['/welcome', 'You may not change monitoring in this workspace'],
] as const

/** What buttons are called that change something for others. */
const CHANGES =
  /^(?:Add|Apply|Edit|Delete|Remove|Plan maintenance|Pause|Resume|Invite|Send a test|Make|Revoke|Withdraw|Choose a file|Pick|Watch)/

/** Calls that a viewer may not make. */
const REFUSED = [
  ['POST', '/api/v1/monitors', { url: 'https://example.com' }],
  ['POST', '/api/v1/maintenance', {}],
  ['POST', '/api/v1/alerting/contacts', {}],
  ['POST', '/api/v1/alerting/teams', {}],
  ['POST', '/api/v1/invitations', { email: 'x@example.com', role: 'owner' }],
  ['POST', '/api/v1/agents/tokens', { region: 'eu-west' }],
] as const
