import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import puppeteer from 'puppeteer'
import { growMonitors, openAppBench } from './app/installation.ts'
import { measureList, measureLoads, WATCH } from './app/loads.ts'
import { measureOwnAnalyses } from './app/own-analyses.ts'
import { openSignedInProxy } from './app/signed-in-proxy.ts'
import { measureStorm } from './app/storm.ts'
import { chromeProgram, launchOptions } from './browser/bare-chrome.ts'
import { createCleanUp } from './detection/clean-up.ts'
import type { Report } from './report.ts'

const MONITORS = 10_000
/** How long the page lies open in the storm. */
const MINUTES = Number(process.env['SIGHTLINE_BENCH_MINUTES'] ?? 5)

/** The app in the agent's Chrome: how soon it is there, how it scrolls, and what it costs to leave it open. */
export async function benchApp(): Promise<Report> {
  const cleanUp = createCleanUp()
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
    cleanUp.add(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
    const bench = await openAppBench(cleanUp)
    const { url, cookie, ids } = bench
    const browser = await puppeteer.launch(launchOptions(await chromeProgram(folder)))
    cleanUp.add(() => browser.close())
    await browser.setCookie(cookie)
    const page = await browser.newPage()
    await page.setViewport({ width: 1_400, height: 900 })
    await page.evaluateOnNewDocument(WATCH)
    const figures = await measureLoads(page, url)
    await growMonitors(bench.db, MONITORS)
    figures.push(...(await measureList(page, url, MONITORS)))
    await page.goto(new URL('/monitors', url).href)
    figures.push(...(await measureStorm({ page, browser, db: bench.db }, MINUTES)))
    await page.close()
    await bench.db.query({ text: `delete from monitors where name like 'Bench %'` })
    await bench.startAgent()
    const proxy = await openSignedInProxy(url, `${cookie.name}=${cookie.value}`)
    cleanUp.add(proxy.stop)
    const main = {
      overview: '/',
      monitors: '/monitors',
      monitor: `/monitors/${ids.monitorId}`,
      outage: `/outages/${ids.outageId}`,
    }
    figures.push(...(await measureOwnAnalyses(bench, proxy.origin, main)))
    return {
      figures,
      versions: {},
      notes: [
        'On loopback, the controller, its database and the browser on one machine. Seven days of a company of 24 monitors; for the list and the storm 10,000 more with their latest results.',
        'A page is there when its heading is and nothing of it is still coming. SIGHTLINE_BENCH_MINUTES says how long the page lies open in the storm.',
        'Lighthouse is our own endpoint, over a proxy that signs its browser in.',
      ],
    }
  } finally {
    await cleanUp.run()
  }
}
