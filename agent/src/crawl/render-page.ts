import type { Gate } from '../bounds/gate.ts'
import { createBrowserTurns } from './browser-turns.ts'
import type { CrawlBrowser } from './crawl-tools.ts'
import { renderDocument } from '../gather/rendered.ts'
import type { Page } from '../http/page.ts'
import type { RenderedDocument } from '../page/rendered-document.ts'

const RENDER_MS = 20_000
/** Of that, for reading the document when the page does not come to rest. */
const READING_MS = 2_500

/** Renders pages of crawls. */
export type RenderPage = (
  page: Page,
  userAgent: string | null,
  signal: AbortSignal,
) => Promise<RenderedDocument>

/** @param lanes.browser that of checks: a page of a crawl takes the place of one of them */
export function createRenderPage(
  browser: CrawlBrowser,
  lanes: { readonly browser: Gate },
): RenderPage {
  // Where there is more than one place, one is left to the others.
  const turn = createBrowserTurns(lanes.browser, Math.max(1, browser.pages - 1))
  return async (page, userAgent, signal) => {
    const { hostname } = new URL(page.url)
    const plan = { limitMs: RENDER_MS, restMs: RENDER_MS - READING_MS, userAgent }
    if (browser.missing !== null) return { html: null, reason: browser.missing }
    const leave = await turn(hostname, signal)
    try {
      return await renderDocument(page, browser, plan, signal)
    } finally {
      leave()
    }
  }
}
