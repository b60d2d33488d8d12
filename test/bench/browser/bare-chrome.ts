import { createLogger } from '@sightline/shared/logger'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from 'puppeteer'
import puppeteer from 'puppeteer'
import { createWithProgram } from '../../../agent/src/browser/chrome-programs.ts'
import { DEVICES } from '../../../agent/src/browser/devices.ts'
import { findChrome } from '../../../agent/src/browser/find-chrome.ts'
import type { ChromeProgram } from '../../../agent/src/browser/unpack-chrome.ts'

/** What puppeteer starts the same Chrome with, as anybody would. */
export const launchOptions = ({ file, environment }: ChromeProgram): LaunchOptions => ({
  executablePath: file,
  env: { ...process.env, ...environment },
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
})

/** The Chrome that an agent on this machine would take. @param folder where one is unpacked to */
export async function chromeProgram(folder: string): Promise<ChromeProgram> {
  const withProgram = createWithProgram({
    found: findChrome(process.env['SIGHTLINE_CHROME'] ?? null, 'off'),
    dataFolder: folder,
    profiles: folder,
    stopping: new AbortController().signal,
    log: createLogger('bench', 'error'),
  })
  return withProgram((program) => Promise.resolve(program))
}

/** A Chrome that loads pages and does nothing else. */
export interface BareChrome {
  /** Loads a page in a context of its own until it asks for nothing for 500 ms. @returns what it took, in ms */
  readonly loadMs: (url: string) => Promise<number>
  readonly stop: () => Promise<void>
}

/** Starts one. */
export async function startBareChrome(program: ChromeProgram): Promise<BareChrome> {
  const browser = await puppeteer.launch(launchOptions(program))
  const { width, height, scale } = DEVICES.mobile
  const viewport = { width, height, deviceScaleFactor: scale, isMobile: true, hasTouch: true }
  return {
    async loadMs(url) {
      const startedAtMs = performance.now()
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(viewport)
      await page.goto(url, { waitUntil: 'networkidle0' })
      const tookMs = performance.now() - startedAtMs
      await context.close()
      return tookMs
    },
    stop: () => browser.close(),
  }
}

const LIGHTHOUSE = fileURLToPath(new URL('bare-lighthouse.ts', import.meta.url))
const MAX_MS = 120_000

/** One run of Lighthouse in a process of its own, as from a command line. @returns what it took, in ms */
export async function bareLighthouseMs(program: ChromeProgram, url: string): Promise<number> {
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [LIGHTHOUSE, url, JSON.stringify(program)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: MAX_MS,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`Lighthouse alone ended with ${String(code)}`)
  return performance.now() - startedAtMs
}
