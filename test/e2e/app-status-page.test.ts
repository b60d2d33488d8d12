import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAppBrowser } from '../helpers/app-browser.ts'
import { violationsOf } from '../helpers/axe.ts'
import { CHROME } from '../helpers/browser.ts'
import { eventually } from '../helpers/eventually.ts'
import { openFleet } from '../helpers/fleet.ts'
import { listen } from '../helpers/listen.ts'
import { catchMail } from '../helpers/mail-catcher.ts'
import { mailedLink } from '../helpers/mailed-link.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
/** Subscribers are told once a minute. */
const TOLD_MS = 150_000
const LOOK_EVERY_MS = 500

interface Found {
  readonly monitor: { readonly id: string }
  readonly outages: readonly { readonly id: string }[]
}

describe.skipIf(CHROME.missing !== null)('a status page', () => {
  it('is made in the app, and read and subscribed to without a script, through an outage', async () => {
    const mail = await catchMail()
    const fleet = await openFleet()
    onTestFinished(fleet.close, 60_000)
    const { ready } = await fleet.startController('first', undefined, { SMTP_URL: mail.url })
    await fleet.startAgent('one', ['first'])
    let isWell = true
    const target = createServer((_, response) => response.writeHead(isWell ? 200 : 503).end('page'))
    const port = await listen(target)
    const call = async (method: string, path: string, body?: unknown) =>
      (await fleet.call('first', method, path, body)).body as Found
    const { monitor } = await call('POST', '/api/v1/monitors', {
      name: 'shop intern prod',
      url: `http://127.0.0.1:${port}/secret-path`,
      confirmation: { retries: 0 },
    })
    /** Checks it at once, not at its next minute. */
    const check = async () => {
      for (const action of ['pause', 'resume'])
        await call('POST', `/api/v1/monitors/${monitor.id}/${action}`)
    }

    const browser = await openAppBrowser()
    onTestFinished(browser.close)
    const owner = await browser.visit(String(ready.firstRun?.signUpUrl))
    await owner.page.type('input[name=email]', 'ada@example.com')
    await owner.page.type('input[name=name]', 'Ada')
    await owner.page.type('input[name=password]', 'correct horse battery')
    await owner.page.click('button')
    await owner.see('What do you want to watch?')
    await owner.go('/settings/status-pages')
    await owner.press('Make a page')
    await owner.see('What it shows')
    expect(await violationsOf(owner.page)).toEqual([])
    await owner.type('Title', `Example ${HOSTILE}`)
    await owner.type('Address', 'example')
    await owner.tick('shop intern prod')
    await owner.type('Public name', 'Shop')
    await owner.page.locator('label ::-p-text(Published)').click()
    await owner.press('Make the page')
    await owner.see('is saved, and published.')
    await owner.see('/status/example')

    const address = new URL('/status/example', ready.url).href
    const reader = await browser.visit('about:blank')
    await reader.page.setJavaScriptEnabled(false)
    /** Loads the page again until it says so. */
    async function reads(text: string): Promise<void> {
      const limitMs = performance.now() + TOLD_MS
      for (;;) {
        await reader.page.goto(address)
        const shown = await reader.text()
        if (shown.includes(text)) return
        if (performance.now() > limitMs) throw new Error(`"${text}" is not there: ${shown}`)
        await delay(LOOK_EVERY_MS)
      }
    }
    await reads('All systems operational')
    expect(await reader.text()).toContain(HOSTILE)
    await reader.page.type('input[name=email]', 'reader@example.com')
    await reader.page.click('form button')
    await reader.see('Look into your mail')
    const toReader = () => mail.mails.filter(({ to }) => to.includes('reader@example.com'))
    await eventually(() => toReader().length === 1, TOLD_MS)
    const { pathname, search } = mailedLink(mail, 'confirm')
    await reader.page.goto(new URL(`${pathname}${search}`, ready.url).href)
    await reader.page.click('form button')
    await reader.see('You are subscribed')

    isWell = false
    await check()
    await reads('Major outage')
    const subjects = () =>
      toReader()
        .map(({ headers }) => headers.get('subject') ?? '')
        .join('\n')
    await eventually(() => subjects().includes('Shop is down'), TOLD_MS)
    const [outage] = (await call('GET', '/api/v1/outages')).outages
    await owner.go(`/outages/${outage?.id}`)
    await owner.type('Write a note', 'A disk failed. <b>Soon.</b>')
    await owner.tick('Show on status pages, and tell their subscribers')
    await owner.press('Add')
    await owner.see('shown on status pages')
    await reads('A disk failed. <b>Soon.</b>')
    expect(await reader.page.content()).not.toMatch(/intern|secret-path|503|127\.0\.0\.1/)

    // The rules are a script, so a reader that runs some asks them.
    const looker = await browser.visit(address)
    for (const [width, scheme] of [
      [1_280, 'light'],
      [360, 'dark'],
    ] as const) {
      await looker.page.setViewport({ width, height: 900 })
      await looker.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      expect(await violationsOf(looker.page)).toEqual([])
      expect(await looker.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }

    isWell = true
    await check()
    await reads('All systems operational')
    expect(await reader.text()).toContain('A disk failed.')
    expect([...owner.complaints, ...reader.complaints, ...looker.complaints]).toEqual([])
  })
})
