import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import puppeteer from 'puppeteer'
import { expect, onTestFinished, vi } from 'vitest'
import { chromeProgram, launchOptions } from '../bench/browser/bare-chrome.ts'
import { CHROME_FOLDER } from './browser.ts'

/** A person at a browser. */
export interface Visit {
  readonly page: Page
  /** What the console complained of: errors, and what the Content-Security-Policy refused. */
  readonly complaints: readonly string[]
  /** Presses what is called so: a button, a link, a tab. */
  readonly press: (name: string) => Promise<void>
  /** Types into the field of that name, over what is there. */
  readonly type: (label: string, text: string) => Promise<void>
  /** Waits until the page says it. */
  readonly see: (text: string) => Promise<void>
}

/** As long as a machine that is busy with other tests may take; only a test that fails waits for it. */
const PATIENCE_MS = 90_000

/** What a browser says of an answer that a test asks for on purpose. */
const EXPECTED = /status of 401/

/** Opens a browser that is closed with the test. */
export async function openVisit(origin: string): Promise<Visit> {
  const program = await chromeProgram(CHROME_FOLDER)
  const profile = mkdtempSync(join(tmpdir(), 'sightline-app-browser-'))
  const browser = await puppeteer.launch({ ...launchOptions(program), userDataDir: profile })
  onTestFinished(async () => {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }, PATIENCE_MS)
  const page = await browser.newPage()
  await page.setViewport({ width: 1_280, height: 900 })
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(origin)
  return {
    page,
    complaints,
    press: (name) =>
      page
        .locator(
          `::-p-aria([name="${name}"][role="button"]), ::-p-aria([name="${name}"][role="link"])`,
        )
        .click(),
    async type(label, text) {
      await page.locator(`::-p-aria([name="${label}"][role="textbox"])`).fill(text)
    },
    async see(text) {
      await vi.waitFor(
        // As a string: the types of these tests know no document.
        async () => expect(await page.evaluate('document.body.innerText')).toContain(text),
        { timeout: PATIENCE_MS, interval: 200 },
      )
    },
  }
}
