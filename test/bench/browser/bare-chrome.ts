import { createLogger } from '@sightline/shared/logger'
import { fork } from 'node:child_process'
import { join } from 'node:path'
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
    // Emptied first: never where the program is, which others use meanwhile.
    profiles: join(folder, `profiles-${process.pid}`),
    stopping: new AbortController().signal,
    log: createLogger('bench', 'error'),
  })
  return withProgram((program) => Promise.resolve(program))
}

/** As long as whoever waits for a page to rest waits at its end, an agent too. */
export const QUIET_MS = 500

/** A Chrome that loads pages and does nothing else. */
export interface BareChrome {
  /** Loads a page in a context of its own until it has asked for nothing for {@link QUIET_MS} after its load
   *  event, and closes the context. @returns what it took, in ms */
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
      await page.goto(url, { waitUntil: 'load' })
      await page.waitForNetworkIdle({ idleTime: QUIET_MS, concurrency: 0 })
      await context.close()
      return performance.now() - startedAtMs
    },
    stop: () => browser.close(),
  }
}

const LIGHTHOUSE = fileURLToPath(new URL('bare-lighthouse.ts', import.meta.url))

/** Lighthouse in a process that does nothing else. */
export interface BareLighthouse {
  /** @returns what one run took, in ms, without the start of its Chrome */
  readonly runMs: (url: string) => Promise<number>
  readonly stop: () => void
}

/** Starts one. */
export function startBareLighthouse(program: ChromeProgram): BareLighthouse {
  const child = fork(LIGHTHOUSE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    runMs(url) {
      child.send({ url, program })
      return new Promise((resolve, reject) => {
        const left = (): void => reject(new Error('Lighthouse alone ended'))
        child.once('exit', left)
        child.once('message', (tookMs) => {
          child.off('exit', left)
          resolve(Number(tookMs))
        })
      })
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
