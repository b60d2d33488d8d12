import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'puppeteer'
import { answerReads, createReads } from '../helpers/app-answers.ts'
import { openAppBrowser } from '../helpers/app-browser.ts'
import { signUpOwner } from '../helpers/app-owner.ts'
import { openFleet } from '../helpers/fleet.ts'
import { fillWithLife } from '../helpers/lifelike/fill.ts'
import { AUDITED, lifelikePages } from '../helpers/lifelike/pages.ts'
import { readAnalyses } from './analyses.ts'

const ROOT = new URL('../../', import.meta.url)
const DAYS = 35
const IS_CALM = `document.querySelector('[aria-label="Loading"], .animate-pulse, .animate-spin') === null &&
  [...document.images].every(({ complete }) => complete)`
/** Until charts are drawn that were asked for last. */
const SETTLED_MS = 300

const SCREENS = {
  desktop: { width: 1_400, height: 900 },
  phone: { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const
type Screen = keyof typeof SCREENS
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Those that the README shows: the page, and in which light. */
const OF_README: Readonly<Record<string, Scheme>> = {
  overview: 'light',
  monitor: 'dark',
  outage: 'light',
  audit: 'light',
}

/** What a picture is taken of. */
interface Shot {
  readonly name: string
  readonly path: string
  readonly screen: Screen
  readonly scheme: Scheme
}

async function show(page: Page, url: string, { path, screen, scheme }: Shot): Promise<void> {
  await page.setViewport(SCREENS[screen])
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.goto(new URL(path, url).href)
  await page.waitForSelector('h1')
  await page.waitForFunction(IS_CALM)
  await delay(SETTLED_MS)
  await page.waitForFunction(IS_CALM)
}

const allShots = (paths: Readonly<Record<string, string>>): Shot[] =>
  Object.entries(paths).flatMap(([name, path]) =>
    (Object.keys(SCREENS) as Screen[]).flatMap((screen) =>
      SCHEMES.map((scheme) => ({ name, path, screen, scheme })),
    ),
  )

const shotsOfReadme = (paths: Readonly<Record<string, string>>): Shot[] =>
  Object.entries(OF_README).map(([name, scheme]) => ({
    name,
    path: paths[name] ?? '/',
    screen: 'desktop',
    scheme,
  }))

/** Takes pictures of the app with a company's weeks in it: every page, in both lights, on both screens, into
 *  `screenshots/`; with --readme the few that the README shows. With words after it only pages named so. */
async function main(words: readonly string[]): Promise<void> {
  const isForReadme = words.includes('--readme')
  const names = words.filter((word) => !word.startsWith('--'))
  const folder = fileURLToPath(
    new URL(isForReadme ? 'controller/web/pictures/' : 'screenshots/', ROOT),
  )
  await mkdir(folder, { recursive: true })
  const fleet = await openFleet()
  const browser = await openAppBrowser()
  try {
    const { ready } = await fleet.startController('first')
    const cookie = await signUpOwner(ready)
    const analyses = await readAnalyses(fleet, 'first', AUDITED)
    const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await fleet.call('first', method, path, body)
      if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const paths = lifelikePages(await fillWithLife(fleet.db, ask, DAYS))
    const { page } = await browser.visit('about:blank', { cookie })
    await page.emulateTimezone('Europe/Amsterdam')
    const read = createReads(`${cookie.name}=${cookie.value}`)
    await answerReads(page, { read, analyses, alter: (answer) => answer })
    const shots = isForReadme ? shotsOfReadme(paths) : allShots(paths)
    for (const shot of shots.filter(({ name }) => names.length === 0 || names.includes(name))) {
      await show(page, ready.url, shot)
      const { name, screen, scheme } = shot
      const file = isForReadme ? `${name}.webp` : `${name}.${screen}.${scheme}.webp`
      await page.screenshot({
        path: join(folder, file),
        type: 'webp',
        quality: isForReadme ? 80 : 70,
        // A list draws only what is near the window.
        fullPage: !isForReadme && name !== 'monitors',
      })
      console.log(file)
    }
  } finally {
    await browser.close()
    await fleet.close()
  }
}

await main(process.argv.slice(2))
