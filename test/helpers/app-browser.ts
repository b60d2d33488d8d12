import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CookieData, Page } from 'puppeteer'
import puppeteer from 'puppeteer'
import { chromeProgram, launchOptions } from '../bench/browser/bare-chrome.ts'
import { CHROME_FOLDER } from './shared-chrome.ts'

/** A person at a browser. */
export interface Visit {
  readonly page: Page
  /** What the console complained of: errors, and what the Content-Security-Policy refused. */
  readonly complaints: string[]
  /** Goes to a page of the app, as one of its links does: a third of the processor time of loading it. */
  readonly go: (path: string) => Promise<void>
  /** Loads a page, as a link from elsewhere does. */
  readonly load: (path: string) => Promise<void>
  /** Presses what is called so: a button, a link, a tab. */
  readonly press: (name: string) => Promise<void>
  /** Types into the field of that name, over what is there. */
  readonly type: (label: string, text: string) => Promise<void>
  /** Sets the field of that name to a local time, such as "2027-01-12T22:00". */
  readonly setTime: (label: string, time: string) => Promise<void>
  /** Picks one of a few. */
  readonly choose: (label: string, choice: string) => Promise<void>
  /** Ticks a box, or switches on or off. */
  readonly tick: (label: string) => Promise<void>
  /** Presses Tab as often as it takes until what has the focus is called so. */
  readonly keyTo: (name: string) => Promise<void>
  /** Waits until what has the focus is called so. */
  readonly focusOn: (name: string) => Promise<void>
  /** Waits until the page says it. */
  readonly see: (text: string) => Promise<void>
  /** Waits until it does not say it any more. */
  readonly miss: (text: string) => Promise<void>
  readonly text: () => Promise<string>
  /** Another tab of the same browser. */
  readonly tab: (path: string) => Promise<Visit>
}

/** Browsers of people: each has its own cookies. */
export interface AppBrowser {
  /** @param options.cookie of who is signed in; nobody without one
   *  @param options.expected complaints of the console that the test brings about itself */
  readonly visit: (
    address: string,
    options?: { cookie?: CookieData | undefined; expected?: RegExp },
  ) => Promise<Visit>
  /** What is on all pages, and what their consoles complained of: for the log of a test that failed. */
  readonly shown: () => Promise<string>
  readonly close: () => Promise<void>
}

/** As long as a machine that is busy with other tests may take; only a test that fails waits for it. */
const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 100
/** More than any page has that can be reached by keys. */
const MOST_KEYS = 200

/** Somebody who asked for no motion: where Chrome draws without a graphics card, each frame of it costs the processor, and
 *  what moves is pressed only once it has come to rest. */
const CALM = '--force-prefers-reduced-motion'

/** Who is not signed in is told so: the app asks who it is. */
const SIGNED_OUT = /status of 401/

/** Tells the console of what the policy refused, whatever the browser itself says of it. */
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
  console.error('refused by the policy:', violatedDirective, blockedURI, sourceFile, lineNumber))`

/** What has the focus, as it is called. */
const FOCUSED = `(() => {
  const focused = document.activeElement
  // In a list beside a field the field keeps the focus.
  const active = focused?.getAttribute('aria-activedescendant')
  const it = active ? document.getElementById(active) : focused
  const labels = [...(it?.labels ?? [])].map(({ innerText }) => innerText)
  return (it?.getAttribute('aria-label') ?? labels[0] ?? it?.innerText ?? '').trim()
})()`

/** Gives an input a value, and says so. It runs in the page. */
function setValue(input: EventTarget, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')
  property?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Opens a browser. */
export async function openAppBrowser(): Promise<AppBrowser> {
  const program = await chromeProgram(CHROME_FOLDER)
  const profile = mkdtempSync(join(tmpdir(), 'sightline-app-browser-'))
  const options = launchOptions(program)
  const args = [...(options.args ?? []), CALM]
  const browser = await puppeteer.launch({ ...options, args, userDataDir: profile })
  const visits: Visit[] = []
  return {
    async visit(address, { cookie, expected = SIGNED_OUT } = {}) {
      const context = await browser.createBrowserContext()
      if (cookie !== undefined) await context.setCookie(cookie)
      /** A tab of this person's browser. */
      async function open(at: string): Promise<Visit> {
        const page = await context.newPage()
        await page.setViewport({ width: 1_280, height: 900 })
        page.setDefaultTimeout(PATIENCE_MS)
        await page.evaluateOnNewDocument(TELL_VIOLATIONS)
        const complaints = complaintsOf(page, expected)
        await page.goto(at)
        const visit = visitOf(page, complaints, open)
        visits.push(visit)
        return visit
      }
      return open(address)
    },
    async shown() {
      const open = visits.filter(({ page }) => !page.isClosed())
      const told = open.map(async ({ page, text, complaints }) =>
        [`--- ${page.url()}`, await text(), ...complaints].join('\n'),
      )
      return (await Promise.all(told)).join('\n')
    },
    async close() {
      await browser.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function complaintsOf(page: Page, expected: RegExp): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url ?? ''}`
    if (message.type() === 'error' && !expected.test(text)) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

const quoted = (name: string): string => name.replaceAll('"', String.raw`\"`)
const called = (name: string, roles: readonly string[]): string =>
  roles.map((role) => `::-p-aria([name="${quoted(name)}"][role="${role}"])`).join(', ')

const xpath = (path: string): string => `::-p-xpath(${path})`

function visitOf(
  page: Page,
  complaints: string[],
  open: (address: string) => Promise<Visit>,
): Visit {
  // As strings: the types of these tests know no document.
  const read = async (script: string) =>
    // While it goes on to another page there is none.
    String(await page.evaluate(script).catch(() => ''))
  const text = () => read('document.body.innerText')
  const focused = () => read(FOCUSED)
  async function until(
    problem: string,
    ask: () => Promise<string>,
    isSo: (present: string) => boolean,
  ): Promise<void> {
    const limitMs = performance.now() + PATIENCE_MS
    while (!isSo(await ask())) {
      if (performance.now() > limitMs) throw new Error(`${problem}: ${await ask()}`)
      await delay(LOOK_EVERY_MS)
    }
  }
  /** Waits for what is called so: puppeteer itself looks for names before each frame, and has each drawn.
   *  @returns its selector */
  async function named(name: string, ...roles: readonly string[]): Promise<string> {
    const selector = called(name, roles)
    const limitMs = performance.now() + PATIENCE_MS
    const isThere = async () => {
      // While it goes on to another page there is none.
      const element = await page.$(selector).catch(() => null)
      await element?.dispose()
      return element !== null
    }
    while (!(await isThere()) && performance.now() < limitMs) await delay(LOOK_EVERY_MS)
    return selector
  }
  const press = async (name: string) => page.locator(await named(name, 'button', 'link')).click()
  return {
    page,
    complaints,
    text,
    press,
    tab: (path) => open(new URL(path, page.url()).href),
    async go(path) {
      // Its frame is there before it is.
      await page.waitForSelector('h1')
      await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
    },
    async load(path) {
      await page.goto(new URL(path, page.url()).href)
    },
    async type(label, typed) {
      await page.locator(await named(label, 'textbox', 'searchbox')).click()
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      // At once, as what is pasted.
      await page.keyboard.sendCharacter(typed)
    },
    async setTime(label, time) {
      const field = await page.waitForSelector(`::-p-aria([name="${quoted(label)}"])`)
      // As React hears of it; what keys do in such a field hangs on the language.
      await field?.evaluate(setValue, time)
    },
    async choose(label, choice) {
      await page
        .locator(xpath(`//*[normalize-space(.)="${label}"]/following-sibling::button`))
        .click()
      // Some say below their name what they mean.
      await page
        .locator(xpath(`//*[@role="option"][starts-with(normalize-space(.), "${choice}")]`))
        .click()
    },
    async tick(label) {
      await page.locator(xpath(`//label[normalize-space(.)="${label}"]`)).click()
    },
    async keyTo(name) {
      for (let presses = 0; presses < MOST_KEYS; presses += 1) {
        await page.keyboard.press('Tab')
        if ((await focused()).startsWith(name)) return
      }
      throw new Error(`Tab does not lead to "${name}"`)
    },
    focusOn: (name) => until(`"${name}" has no focus`, focused, (it) => it.startsWith(name)),
    see: (wanted) => until(`"${wanted}" is not there`, text, (shown) => shown.includes(wanted)),
    miss: (unwanted) =>
      until(`"${unwanted}" is there yet`, text, (shown) => !shown.includes(unwanted)),
  }
}
