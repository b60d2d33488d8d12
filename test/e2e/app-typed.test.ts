import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useAppInstallation } from '../helpers/app-installation.ts'
import { CHROME } from '../helpers/browser.ts'

const REST_MS = 1_500
const CONTACTS = '/api/v1/alerting/contacts'

describe.skipIf(CHROME.missing !== null)('people who use the app', () => {
  const app = useAppInstallation()
  /** Nobody opens pages that fast: a person may ask 120 times in ten seconds. */
  async function visit(path: string, expected?: RegExp) {
    await delay(REST_MS)
    return app.browser.visit(`${app.url}${path}`, {
      cookie: app.cookie,
      ...(expected === undefined ? {} : { expected }),
    })
  }
  const make = async (path: string, body: object) => {
    const answer = await app.call('POST', path, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }

  it('lose nothing of what they typed into a dialog by a key, a press beside it or going back', async () => {
    const { page, go, press, type, see, miss, text, complaints } = await visit('/settings/account')
    await go('/alerting')
    await press('Add contact')
    await type('Name', 'Typed already')
    await page.mouse.click(5, 5)
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
})
