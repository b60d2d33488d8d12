import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { HTTPRequest, Page } from 'puppeteer'
import { describe, expect, it } from 'vitest'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { OWNER } from '../helpers/app-owner.ts'
import { CHROME } from '../helpers/browser.ts'
import { listen } from '../helpers/listen.ts'
import { PASSWORD } from '../helpers/signed-in.ts'

const REST_MS = 1_500
const MONITORS = '/api/v1/monitors'
const CONTACTS = '/api/v1/alerting/contacts'

interface Refusal {
  readonly status: number
  readonly body: object
}

/** Answers in the place of the controller. @param answer undefined: the controller does */
async function answerSome(
  page: Page,
  answer: (path: string, request: HTTPRequest) => Refusal | undefined,
): Promise<void> {
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const own = answer(new URL(request.url()).pathname, request)
    if (own === undefined) return void request.continue()
    return void request.respond({
      status: own.status,
      contentType: 'application/json',
      body: JSON.stringify(own.body),
    })
  })
}

describe.skipIf(CHROME.missing !== null)('people who use the app', () => {
  const app = useAppInstallation()
  /** Nobody opens pages that fast: a person may ask 120 times in ten seconds. */
  let open: Page | undefined
  async function visit(path: string, expected?: RegExp) {
    await open?.browserContext().close()
    await delay(REST_MS)
    const visited = await app.browser.visit(`${app.url}${path}`, {
      cookie: app.cookie,
      ...(expected === undefined ? {} : { expected }),
    })
    open = visited.page
    return visited
  }
  const make = async (path: string, body: object) => {
    const answer = await app.call('POST', path, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }

  it('lose nothing of what they typed into a dialog by a key, a press beside it or going back', async () => {
    const { page, go, press, type, see, miss, focusOn, text, complaints } =
      await visit('/settings/account')
    await go('/alerting')
    await press('Add contact')
    await type('Name', 'Typed already')
    await page.mouse.click(5, 5)
    // It comes back by itself.
    await focusOn('Name')
    await page.keyboard.press('Escape')
    await see('Leave without saving?')
    await press('Stay here')
    await miss('Leave without saving?')
    const names = () =>
      page.$$eval('[role=dialog] input', (all) => all.map((one) => Object(one).value))
    expect(await names()).toContain('Typed already')
    await page.evaluate('history.back()')
    await see('Leave without saving?')
    await press('Stay here')
    await miss('Leave without saving?')
    expect(page.url()).toMatch(/\/alerting$/)
    expect(await names()).toContain('Typed already')
    await press('Close')
    await press('Leave')
    await miss('Tell it by')
    // What nothing was typed into closes as ever.
    await press('Add contact')
    await see('Tell it by')
    await page.keyboard.press('Escape')
    await miss('Tell it by')
    expect(await text()).not.toContain('Leave without saving?')
    expect(complaints).toEqual([])
  })

  it('have the focus on the page again when they stay there and do not sign out, on a phone', async () => {
    const { page, press, type, see, miss, focusOn, complaints } = await visit('/monitors/new')
    await page.setViewport({ width: 375, height: 800 })
    await type('Name', 'Typed already')
    await press('Pages')
    await page.locator('[role=dialog] button ::-p-text(Main workspace)').click()
    await page.locator('[role=menuitem] ::-p-text(Sign out)').click()
    await see('Leave without saving?')
    await press('Stay here')
    await miss('Leave without saving?')
    await focusOn('Monitors')
    await page.keyboard.press('Tab')
    await focusOn('Monitors')
    expect(complaints).toEqual([])
  })

  it('lose nothing of what was refused by going back', async () => {
    const { page, go, press, type, see, miss, complaints } = await visit(
      '/settings/account',
      /status of 400/,
    )
    await go('/alerting')
    await press('Add contact')
    await type('Name', 'Typed already')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=dialog] [role=alert], [role=dialog] [aria-invalid=true]')
    await page.evaluate('history.back()')
    await see('Leave without saving?')
    await press('Stay here')
    await miss('Leave without saving?')
    expect(page.url()).toMatch(/\/alerting$/)
    expect(complaints).toEqual([])
  })

  it('lose nothing of what they typed of a status page by going elsewhere', async () => {
    const { page, press, type, see, miss, complaints } = await visit(
      '/settings/status-pages?page=new',
    )
    await type('Title', 'Half done')
    await press('Outages')
    await see('Leave without saving?')
    await press('Stay here')
    await miss('Leave without saving?')
    await press('Make the page')
    await see('Half done is saved.')
    await press('Outages')
    await page.locator('h1 ::-p-text(Outages)').wait()
    expect(complaints).toEqual([])
  })

  it('are asked about what they typed before they sign out or go to another workspace', async () => {
    await open?.browserContext().close()
    // A session of its own: it ends.
    const visited = await app.browser.visit(`${app.url}/sign-in?to=/monitors/new`)
    const { page, press, type, see, miss, load, complaints } = visited
    open = page
    const second = async () => {
      await see('Main workspace')
      const body = JSON.stringify({ name: 'Second' })
      const sent = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }`
      expect(
        await page.evaluate(`fetch('/api/v1/workspaces', ${sent}).then((answer) => answer.status)`),
      ).toBe(201)
      await load('/monitors/new')
    }
    const pick = async (entry: string, workspace: string) => {
      await page.locator(`aside button ::-p-text(${workspace})`).click()
      await page.locator(`[role=menuitem] ::-p-text(${entry})`).click()
    }
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const ofBrowser: string[] = []
    page.on('dialog', (dialog) => {
      ofBrowser.push(dialog.message())
      void dialog.accept()
    })
    /** Says first that they stay, then that they leave. */
    const leave = async (entry: string, workspace: string, path: string) => {
      await type('Name', 'Typed already')
      asked.length = 0
      await pick(entry, workspace)
      await see('Leave without saving?')
      await press('Stay here')
      await miss('Leave without saving?')
      const values = await page.$$eval('input', (all) => all.map((one) => Object(one).value))
      expect(values).toContain('Typed already')
      expect(asked).not.toContain(path)
      await pick(entry, workspace)
      await see('Leave without saving?')
      await press('Leave')
    }
    await type('E-mail address', OWNER.email)
    await type('Password', PASSWORD)
    await press('Sign in')
    await second()
    await leave('Go to Second', 'Main workspace', '/api/v1/me/workspace')
    await page.waitForFunction(`location.pathname === '/'`)
    await load('/monitors/new')
    await leave('Sign out', 'Second', '/api/auth/sign-out')
    await page.waitForFunction(`location.pathname === '/sign-in'`)
    await see('E-mail address')
    expect(asked).toContain('/api/auth/sign-out')
    expect(ofBrowser).toEqual([])
    expect(complaints).toEqual([])
  })

  it('go where a dialog leads that closes with what was typed into it', async () => {
    const { page, go, press, type, see, miss, complaints } = await visit('/settings/account')
    await make(MONITORS, { name: 'Looked at', url: 'http://127.0.0.1:9/looked' })
    await go('/monitors?sort=name')
    await press('Views')
    await type('Save what is shown now as', 'By name')
    await press('Save')
    await see('The view By name is saved.')
    await go('/monitors')
    await press('Views')
    await type('Save what is shown now as', 'Another')
    await press('By name')
    await miss('Saved views')
    await page.waitForFunction(`location.search.includes('sort=name')`)
    expect(complaints).toEqual([])
  })

  it('are beside what they deleted, and not at the top of the page', async () => {
    for (const name of ['Ada', 'Bea', 'Cleo']) {
      await make(CONTACTS, { name, ntfyUrl: `http://127.0.0.1:9/${name}` })
    }
    const { page, press, type, miss, focusOn, complaints } = await visit('/alerting')
    const besideWhom = () =>
      page.evaluate(`document.activeElement.closest('li').querySelector('h3').innerText`)
    await press('Delete Bea')
    await type('Type Bea to go on', 'Bea')
    await page.keyboard.press('Enter')
    await miss('Delete this contact?')
    await focusOn('Send a test')
    expect(await besideWhom()).toBe('Ada')
    await press('Delete Ada')
    await type('Type Ada to go on', 'Ada')
    await page.keyboard.press('Enter')
    await miss('Delete this contact?')
    await focusOn('Send a test')
    expect(await besideWhom()).toBe('Cleo')
    expect(complaints).toEqual([])
  })

  it('are told that a monitor is gone that they look at', async () => {
    const { monitor } = await make(MONITORS, { name: 'Soon gone', url: 'http://127.0.0.1:9/gone' })
    const { press, see, miss, complaints } = await visit(`/monitors/${monitor.id}`, /status of 404/)
    await see('Soon gone')
    await app.call('DELETE', `${MONITORS}/${monitor.id}`)
    await press('Pause')
    await see('There is no monitor')
    await miss('Soon gone')
    expect(complaints).toEqual([])
  })

  it('begin with another address where they go there by the palette from the same form', async () => {
    const { page, press, see, complaints } = await visit('/monitors/new?url=a.example')
    await see('Add a monitor')
    await press('Go to')
    await page.locator('::-p-aria([name="Go to"][role="searchbox"])').fill('b.example')
    await page.locator('[role=menuitem] ::-p-text(Watch b.example)').click()
    await page.locator('input[value="b.example"]').wait()
    expect(complaints).toEqual([])
  })

  it('go on with what was made where another thing that they picked is refused', async () => {
    const { page, press, tick, type, see, complaints } = await visit('/welcome', /status of 409/)
    const second = { url: 'http://127.0.0.1:9/second' }
    await answerSome(page, (path, request) => {
      if (path === `${MONITORS}/propose`) {
        const what = { what: 'page', reason: 'Looks important.', monitorId: null }
        return { status: 200, body: { proposals: [{ ...what, monitor: second }] } }
      }
      const isSecond = request.method() === 'POST' && request.postData()?.includes('second')
      if (path !== MONITORS || !isSecond) return undefined
      return { status: 409, body: { error: 'The plan has no place left.' } }
    })
    await type('Address', 'http://127.0.0.1:9/first')
    await see('Also worth watching')
    await tick('http://127.0.0.1:9/secondLooks important.')
    await press('Watch these 2')
    await see('The plan has no place left.')
    await tick('http://127.0.0.1:9/secondLooks important.')
    await press('Watch it')
    await page.locator('h1 ::-p-text(127.0.0.1:9/first)').wait()
    expect(complaints).toEqual([])
  })

  it('see an agent connect whatever the clock of their machine shows', async () => {
    const { page, load, press, type, see, complaints } = await visit('/agents')
    await page.evaluateOnNewDocument(
      'const now = Date.now.bind(Date); Date.now = () => now() + 3_600_000',
    )
    await load('/agents')
    await press('Add an agent')
    await type('Location', 'us-east')
    await press('Make a token')
    await see('Waiting for it to connect')
    await app.fleet.startAgent('another', ['first'], { region: 'us-east' })
    await see('is connected.')
    expect(complaints).toEqual([])
  })

  it('have a port sent bytes, and its answer matched by an expression', async () => {
    const port = await listen(
      createServer((socket) =>
        socket
          .on('error', () => undefined)
          .on('data', (sent) => socket.end(`got ${sent.length}\n`)),
      ),
    )
    const { page, press, choose, type, see, complaints } = await visit('/monitors/new')
    await type('Address', `tcp://127.0.0.1:${port}`)
    await page.locator('summary ::-p-text(What is said)').click()
    await press('Add')
    await choose('Send', 'Bytes')
    await type('Send: bytes, hexadecimal', '00ff0a')
    await choose('Expect', 'Match')
    await type('Expect: match of an expression', String.raw`got \d`)
    await press('Watch it')
    await page.locator('main ::-p-text(Up)').wait()
    const { body } = await app.call('GET', `${MONITORS}?type=tcp`)
    expect(body.monitors).toMatchObject([
      { settings: { steps: [{ sendHex: '00ff0a', expectRegex: String.raw`got \d` }] } },
    ])
    await press('Edit')
    await see('Send: bytes, hexadecimal')
    expect(complaints).toEqual([])
  })

  describe('with many monitors', () => {
    /** A list of so many like one, of which some pages cannot be read. */
    async function visitMany(count: number, unreadFrom = Number.POSITIVE_INFINITY) {
      await app.call('POST', MONITORS, { name: 'One of many', url: 'http://127.0.0.1:9/many' })
      const visited = await visit('/settings/account', /status of 400/)
      const { body } = await app.call('GET', `${MONITORS}?search=One%20of%20many&beats=40`)
      let areUnread = true
      await answerSome(visited.page, (path, request) => {
        const query = new URL(request.url()).searchParams
        if (path !== MONITORS || request.method() !== 'GET' || query.has('status')) return undefined
        const [page, per] = [Number(query.get('page')), Number(query.get('per'))]
        if (page >= unreadFrom && areUnread) return { status: 400, body: { error: 'Not today.' } }
        const first = (page - 1) * per
        const monitors = Array.from({ length: Math.min(per, count - first) }, (_, index) => ({
          ...body.monitors[0],
          id: `mon_${first + index}`,
          name: `Many ${first + index}`,
        }))
        return { status: 200, body: { ...body, total: count, monitors } }
      })
      return {
        ...visited,
        readAll: () => {
          areUnread = false
        },
      }
    }

    it('are told why no more can be picked', async () => {
      const { page, go, see, complaints } = await visitMany(120)
      await go('/monitors')
      await see('Many 0')
      for (let row = 0; row < 101; row += 1) {
        const box = await page.waitForSelector(`input[aria-label="Pick Many ${row}"]`)
        await box?.evaluate((one) => Object(one).click())
        if (row % 10 === 9) await box?.scrollIntoView()
      }
      await see('No more than 100 can be picked at once.')
      await see('100 monitors picked')
      expect(complaints).toEqual([])
    })

    it('are told which rows could not be read, and can ask again', async () => {
      const { page, go, press, see, miss, complaints, readAll } = await visitMany(300, 2)
      await go('/monitors')
      await see('Many 0')
      const END = `scrollTo(0, 1e6), document.body.innerText.includes('Not today.')`
      await page.waitForFunction(END)
      readAll()
      await press('Try again')
      await see('Many 299')
      await miss('Not today.')
      // Of an order that cannot be read at all there are no rows.
      await go('/monitors?status=nope')
      await see('it must be one of')
      expect(await page.$('[role=table]')).toBeNull()
      expect(complaints).toEqual([])
    })

    it('are told of those that could not be paused', async () => {
      const { page, go, press, see, complaints } = await visitMany(2)
      await go('/monitors')
      await see('Many 0')
      const box = await page.waitForSelector('input[aria-label="Pick Many 1"]')
      await box?.evaluate((one) => Object(one).click())
      await press('Pause')
      await see('1 could not be paused.')
      expect(complaints).toEqual([])
    })
  })

  it('find every outage of a monitor, though there are more than a page of them', async () => {
    const { monitor } = await make(MONITORS, {
      name: 'Often down',
      url: 'http://127.0.0.1:9/often',
    })
    // Else it goes down by itself too where the machine is slow.
    expect((await app.call('POST', `${MONITORS}/${monitor.id}/pause`)).status).toBe(200)
    await app.fleet.db.query(
      {
        text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
          select 'out_often' || n, m.id, at, at, at + interval '1 minute', 'global', '{eu-west}', 'connection_refused', 'Outage ' || n
          from generate_series(1, 60) n cross join lateral (select now() - n * interval '1 hour' as at) made
          join monitors m on m.public_id = $1`,
      },
      [monitor.id],
    )
    const { press, see, miss, complaints } = await visit(`/monitors/${monitor.id}?period=7d`)
    await see('1 to 25 of 60')
    await press('Next page')
    await see('26 to 50 of 60')
    await press('Next page')
    await see('Outage 60')
    await miss('Outage 1\n')
    expect(complaints).toEqual([])
  })

  it('are asked before a note or a subscriber is gone for good', async () => {
    const { monitor } = await make(MONITORS, { name: 'Noted', url: 'http://127.0.0.1:9/noted' })
    const { statusPage } = await make('/api/v1/status-pages', { slug: 'noted', title: 'Noted' })
    const { db } = app.fleet
    await db.query(
      {
        text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, ended_at, scope, regions, cause, summary)
          select 'out_noted', id, now() - interval '2 hours', now() - interval '2 hours', now() - interval '1 hour', 'global', '{eu-west}', 'connection_refused', 'Refused'
          from monitors where public_id = $1`,
      },
      [monitor.id],
    )
    await make('/api/v1/outages/out_noted/notes', { text: 'A disk failed.' })
    await db.query({
      text: `insert into status_page_subscribers (public_id, page_id, email, email_key, confirmed_at, unsubscribe_token, created_at)
        select 'sub_noted', id, 'reader@example.com', 'reader@example.com', now(), 'noted', now() from status_pages where slug = 'noted'`,
    })
    const { go, press, see, miss, complaints } = await visit('/outages/out_noted')
    await press('Delete the note')
    await see('Delete this note?')
    await press('Keep it')
    await see('A disk failed.')
    await press('Delete the note')
    await press('Delete')
    await miss('A disk failed.')
    await go(`/settings/status-pages?page=${statusPage.id}`)
    await press('Remove reader@example.com')
    await see('Remove this subscriber?')
    await press('Remove')
    await miss('reader@example.com')
    expect(complaints).toEqual([])
  })

  it('are not kept waiting by a site of which no page leads to another', async () => {
    const { page, go, see, text, complaints } = await visit('/settings/account')
    const at = new Date().toISOString()
    const crawl = { jobId: 'crw_wide', host: 'example.com', startUrl: 'https://example.com/' }
    const state = { status: 'done', score: 80, region: 'eu-west', error: null, complete: true }
    const times = { createdAt: at, startedAt: at, finishedAt: at }
    const pages = { pagesCrawled: 9_000, pagesQueued: 0, maxPages: 10_000 }
    const items = Array.from({ length: 9_000 }, (_, index) => ({
      url: `https://example.com/lone/${index}`,
    }))
    const answers: Readonly<Record<string, object>> = {
      '/api/v1/crawl/crw_wide': { ...crawl, ...state, ...times, ...pages },
      '/api/v1/crawl/crw_wide/figures': { statuses: [], grades: [], depths: [] },
      '/api/v1/crawl/crw_wide/orphans': { items, orphanCount: items.length },
    }
    await answerSome(page, (path) => {
      const body = answers[path]
      return body === undefined ? undefined : { status: 200, body }
    })
    await go('/crawls/crw_wide?tab=structure')
    await see('The first 200 of 9,000; the export of pages has all.')
    expect((await text()).match(/lone/g)).toHaveLength(200)
    expect(complaints).toEqual([])
  })

  it('see no answer of what they tried before beside what they type now', async () => {
    const port = await listen(createServer((socket) => socket.destroy()))
    const { page, press, type, see, miss, complaints } = await visit('/monitors/new')
    await type('Address', `tcp://127.0.0.1:${port}`)
    await press('Test now')
    await page.locator('[role=status] ::-p-text(eu-west)').wait()
    await miss('has not answered yet')
    await type('Address', 'tcp://127.0.0.1:9')
    await see('Nothing is saved.')
    expect(complaints).toEqual([])
  })

  it('are told on a wall that what hangs there is of a while ago', async () => {
    await app.call('POST', MONITORS, { name: 'On the wall', url: 'http://127.0.0.1:9/wall' })
    const { page, see, press, miss } = await visit('/monitors?view=wall', /./)
    await see('On the wall')
    await app.stopController()
    await see('The connection is lost.')
    /** Whether it is seen, and read out. */
    const LIES_ABOVE = `(() => {
      const above = (element) => Number(getComputedStyle(element).zIndex)
      const note = [...document.querySelectorAll('[role=status]')].find((one) => one.innerText.includes('is lost'))
      const wall = document.querySelector('[role=dialog]').closest('.fixed')
      return note.closest('[aria-hidden=true], [inert]') === null && above(note) > above(wall)
    })()`
    expect(await page.evaluate(LIES_ABOVE)).toBe(true)
    await app.startController()
    await miss('The connection is lost.')
    await press('Leave the wall')
  })

  it('see what is chosen where their system decides the colours', async () => {
    const { page, go, press, see, complaints } = await visit('/settings/appearance')
    const session = await page.createCDPSession()
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    })
    /** What is behind them; nothing shows the page. */
    const colours = async (selector: string) => {
      const of = async (name: string) =>
        (await page.evaluate(
          `[...document.querySelectorAll(${JSON.stringify(name)})].map((one) => getComputedStyle(one).backgroundColor)`,
        )) as string[]
      const [canvas] = await of('html')
      const found = await of(selector)
      return new Set(found.map((colour) => (colour.endsWith(', 0)') ? canvas : colour)))
    }
    for (const of of ['nav[aria-label=Pages] a', 'nav[aria-label=Settings] a', '[role=radio]']) {
      await page.waitForSelector(of)
      expect([of, (await colours(of)).size]).toEqual([of, 2])
    }
    await go('/monitors/new')
    await see('Who is told')
    await page.locator('summary ::-p-text(Who is told)').click()
    const tracks = 'label:has([role=switch]) .rounded-full:has(.rounded-full)'
    expect((await colours(tracks)).size).toBe(2)
    await press('Web Type')
    await page.locator('[role=option] ::-p-text(Ping)').hover()
    expect((await colours('[role=option]')).size).toBe(2)
    expect(complaints).toEqual([])
  })

  it('are told that schedules could not be read, and that no page is like what they look for', async () => {
    const { page, go, see, complaints } = await visit('/settings/account', /status of 400/)
    await answerSome(page, (path) =>
      path === '/api/v1/crawl/schedules'
        ? { status: 400, body: { error: 'Not today.' } }
        : undefined,
    )
    await go('/crawls')
    await see('Not today.')
    expect(complaints).toEqual([])
  })
})
