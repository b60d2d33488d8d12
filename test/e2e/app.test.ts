import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAppBrowser } from '../helpers/app-browser.ts'
import { CHROME } from '../helpers/browser.ts'
import { openFleet } from '../helpers/fleet.ts'
import { listen } from '../helpers/listen.ts'

const HOSTILE = '<img src=x onerror="document.title=\'owned\'">'

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
    const { page, complaints, press, type, see } = await browser.visit(
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
    await see('It was certain')
    await press('I have it in hand')
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
