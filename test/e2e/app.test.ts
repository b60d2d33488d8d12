import { createServer } from 'node:http'
import type { Page } from 'puppeteer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAppBrowser } from '../helpers/app-browser.ts'
import { CHROME } from '../helpers/browser.ts'
import { openFleet } from '../helpers/fleet.ts'
import { listen } from '../helpers/listen.ts'
import { catchNotifications, lendPushService } from '../helpers/notified-browser.ts'

const HOSTILE = '<img src=x onerror="document.title=\'owned\'">'

/** What keeps people from installing the app: what Chrome says, and what of its manifest is not there. */
async function installationProblems(page: Page): Promise<unknown[]> {
  const session = await page.createCDPSession()
  const { url, data = '{}', errors } = await session.send('Page.getAppManifest')
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const { icons, shortcuts } = JSON.parse(data) as Manifest
  const missing: string[] = []
  for (const { src, type } of [
    ...icons,
    ...shortcuts.map((each) => ({ ...each, src: each.url })),
  ]) {
    const answer = await fetch(new URL(src, url))
    const isIt = answer.ok && (answer.headers.get('content-type') ?? '').startsWith(type ?? 'text/')
    if (!isIt) missing.push(src)
  }
  return [...errors, ...installabilityErrors, ...missing]
}

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly type?: string }[]
  readonly shortcuts: readonly { readonly url: string; readonly type?: string }[]
}

interface List {
  readonly monitors: readonly { readonly id: string }[]
}

describe.skipIf(CHROME.missing !== null)('the app', () => {
  it('leads from the sign-up link to the first answer, and to an outage and its story', async () => {
    const fleet = await openFleet()
    onTestFinished(fleet.close, 60_000)
    const { ready } = await fleet.startController('first')
    await fleet.startAgent('one', ['first'])
    let isWell = true
    const target = createServer((_request, response) =>
      response.writeHead(isWell ? 200 : 503).end('page'),
    )
    const address = `127.0.0.1:${await listen(target)}`

    const browser = await openAppBrowser()
    onTestFinished(browser.close)
    const { page, complaints, load, press, type, see } = await browser.visit(
      String(ready.firstRun?.signUpUrl),
    )
    await page.type('input[name=email]', 'ada@example.com')
    await page.type('input[name=name]', 'Ada')
    await page.type('input[name=password]', 'correct horse battery')
    await page.click('button')

    // The first answer.
    await see('What do you want to watch?')
    await type('Address', `http://${address}/`)
    await press('Watch it')
    await see('Last check')
    await page.locator('main ::-p-text(Up)').wait()

    // Without asking twice, which takes a while.
    const { monitors } = (await fleet.call('first', 'GET', '/api/v1/monitors')).body as List
    const path = `/api/v1/monitors/${monitors[0]?.id}`
    await fleet.call('first', 'PATCH', path, { confirmation: { retries: 0 } })

    // It breaks: the page says so by itself, and why.
    isWell = false
    await press('Pause')
    await press('Resume')
    await page.locator('main ::-p-text(Down)').wait()
    await see('The server answered 503 where 200-299 was expected.')
    await press('Why, with the evidence')
    await see('What happened')
    await see('The outage was confirmed')
    await press('I have it in hand')
    await see('Ada has it in hand.')

    // This browser is told from now on, and a press leads back to the outage.
    const outagePath = new URL(page.url()).pathname
    await lendPushService(page, 'https://127.0.0.1:1/push')
    await load('/alerting')
    expect(await installationProblems(page)).toEqual([])
    await press('Notify this browser')
    await press('Switch on')
    await see('It shows what is told to Ada')
    await see('(this one)')
    const notified = await catchNotifications(page)
    const payload = {
      id: 'alr_1',
      title: 'It is down',
      text: 'Since just now.',
      topic: 'an outage',
      path: outagePath,
      isUrgent: true,
      atMs: Date.now(),
    }
    expect(await notified.deliver(payload)).toEqual([
      {
        title: payload.title,
        options: expect.objectContaining({
          body: payload.text,
          tag: payload.topic,
          renotify: true,
          requireInteraction: true,
        }),
      },
    ])
    // A second attempt is shown, as browsers ask for it, and not heard.
    const [, again] = await notified.deliver(payload)
    expect(again?.options.renotify).toBe(false)
    expect(await notified.press()).toEqual([`${ready.url}${outagePath}`])
    await load(outagePath)
    await see('Ada has it in hand.')

    await press('Overview')
    await see('1 monitor is down')

    isWell = true
    await press('Monitors')
    await see('The server answered 503')

    // Texts of people are texts.
    await press('Add monitor')
    await type('Address', `http://${address}/second`)
    await type('Name', HOSTILE)
    await press('Test now')
    await see('Up')
    await press('Watch it')
    await page.locator(`h1 ::-p-text(${HOSTILE})`).wait()
    // Before it stands how many are down.
    expect((await page.title()).replace(/^\(\d+\) /, '')).toBe(`${HOSTILE} · Sightline`)
    expect(complaints).toEqual([])
  })
})
