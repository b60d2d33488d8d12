import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer'
import type { Database } from '../../../controller/src/db/pool.ts'
import type { Figure } from '../report.ts'

const CHANGES_A_MINUTE = 1_000
const BATCHES_A_MINUTE = 60
const WARM_MS = 20_000

/** Some monitors that are up go down, and some that are down come up. */
const CHANGE = `
  update monitor_states set status = case status when 'up' then 'down' else 'up' end, status_since = now(),
    status_reason = case status when 'up' then 'The server answered 503 where 200-299 was expected.' end
  where monitor_id in (
    select id from monitors where name like 'Bench %' order by md5(id::text || $1::text) limit $2)`

/** Changes monitors evenly until it is told to stop. @returns how many changed */
async function change(db: Database, until: AbortSignal): Promise<number> {
  const each = Math.ceil(CHANGES_A_MINUTE / BATCHES_A_MINUTE)
  let changed = 0
  while (!until.aborted) {
    const startedAt = performance.now()
    await db.query({ text: CHANGE }, [changed, each])
    changed += each
    const restMs = 60_000 / BATCHES_A_MINUTE - (performance.now() - startedAt)
    await delay(Math.max(0, restMs))
  }
  return changed
}

/** Processor time of the process that shows the pages, s. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const client = await browser.target().createCDPSession()
  const { processInfo } = await client.send('SystemInfo.getProcessInfo')
  await client.detach()
  const times = processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime)
  return times.reduce((sum, time) => sum + time, 0)
}

/** Memory of the page's scripts once nothing is left that nobody uses, MB. */
async function heapMb(page: Page): Promise<number> {
  const client = await page.createCDPSession()
  await client.send('HeapProfiler.collectGarbage')
  await client.detach()
  const { JSHeapUsedSize = 0 } = await page.metrics()
  return JSHeapUsedSize / 2 ** 20
}

/** A page of monitors that lies open while very many change.
 *  @param minutes how long it lies there */
export async function measureStorm(
  bench: { page: Page; browser: Browser; db: Database },
  minutes: number,
): Promise<Figure[]> {
  const { page, browser, db } = bench
  const stop = new AbortController()
  const changing = change(db, stop.signal)
  await delay(WARM_MS)
  const heapBefore = await heapMb(page)
  const secondsBefore = await rendererSeconds(browser)
  const startedAt = performance.now()
  await delay(minutes * 60_000)
  const seconds = (await rendererSeconds(browser)) - secondsBefore
  const share = (seconds / (performance.now() - startedAt)) * 1_000
  const heapAfter = await heapMb(page)
  stop.abort()
  await changing
  return [
    {
      name: `${CHANGES_A_MINUTE.toLocaleString('en')} changes a minute: processor time of the page's process`,
      value: share * 100,
      unit: '% of a core',
      target: 'under 5',
    },
    { name: 'memory of its scripts before', value: heapBefore, unit: 'MB' },
    {
      name: `the same after ${minutes} minutes of it`,
      value: heapAfter,
      unit: 'MB',
      target: 'flat',
    },
  ]
}
