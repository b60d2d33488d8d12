import { setImmediate as nextTurn } from 'node:timers/promises'

/** Puppeteer in pieces, each of which the next one needs: at once, its 160 modules hold up the event loop, and the checks
 *  of others, for 115 ms of processor time; the largest of these takes 40. */
const PIECES = [
  () => import('puppeteer-core/internal/api/Page.js'),
  () => import('puppeteer-core/internal/cdp/ExecutionContext.js'),
  () => import('puppeteer-core/internal/cdp/FrameManager.js'),
  () => import('puppeteer-core/internal/cdp/BrowserConnector.js'),
  () => import('@puppeteer/browsers'),
] as const satisfies readonly (() => Promise<unknown>)[]

/** Loads puppeteer when the first browser is started: many agents never start one. Others have their turn in between. */
export async function loadPuppeteer() {
  for (const load of PIECES) {
    await load()
    await nextTurn()
  }
  return import('puppeteer')
}
