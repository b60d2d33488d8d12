import { anySignal } from '@sightline/shared/any-signal'
import { DEVICES } from '../browser/devices.ts'
import type { RenderRequest } from '../browser/browser.ts'
import { headerText } from '../page/content-type.ts'
import { decodePage } from '../page/decode-page.ts'
import { isHtml } from '../page/is-html.ts'
import { isSamePage } from '../page/same-page.ts'
import { printable } from '../outcome/printable.ts'
import type { RenderedDocument } from '../page/rendered-document.ts'
import type { Page } from '../http/page.ts'
import type { Gatherer } from './gatherer.ts'
import type { AnalysisBrowser } from './analysis-browser.ts'

/** Longest that rendering may take, and until when it must be done, from when the page is asked for: the
 *  whole stays within 30 s. Source: contract, "GET /api/v1/ai-readiness" */
const RENDER_MS = 20_000
const ALL_MS = 26_000
/** A late page leaves that much. */
const LEAST_MS = 4_000
/** Of that, for reading the document when the page does not come to rest. */
const READING_MS = 2_500

/** A document that is larger takes a thread too long beside the page itself. */
const MAX_HTML = 3_000_000
const MAX_REASON = 500

/** How a page begins, which tells what it is. */
const BEGINNING_BYTES = 4_096

function isHtmlPage({ headers, body }: Page): boolean {
  const beginning = { headers, body: body.subarray(0, BEGINNING_BYTES), isTruncated: true }
  return isHtml(headerText(headers, 'content-type'), decodePage(beginning).text)
}

/** How a page is rendered, and how long it is waited for, in ms. */
interface RenderPlan {
  /** For all of it, the wait for a free browser included. */
  readonly limitMs: number
  /** After which a page is read as it is. */
  readonly restMs: number
  /** null, and without it, for the one of the browser. */
  readonly userAgent?: string | null
}

const requestFor = (url: URL, userAgent: string | null, enough: AbortSignal): RenderRequest => ({
  url,
  headers: {},
  userAgent,
  credentials: null,
  // Polling, and third parties that never answer, hide nothing of the rest.
  waitFor: { kind: 'settled', enough },
  // As for the page itself.
  verifyTls: false,
  family: 'any',
  device: DEVICES.desktop,
})

const notRendered = (reason: string): RenderedDocument => {
  return { html: null, reason: printable(reason, MAX_REASON) }
}

/** The document of a page after its scripts ran. What keeps the browser from it is a reason. */
export async function renderDocument(
  page: Page,
  browser: Pick<AnalysisBrowser, 'missing' | 'render'>,
  { limitMs, restMs, userAgent = null }: RenderPlan,
  signal: AbortSignal,
): Promise<RenderedDocument> {
  if (!isHtmlPage(page)) return notRendered('What came is no HTML, so scripts change nothing.')
  if (browser.missing !== null) return notRendered(browser.missing)
  const limit = anySignal([signal, AbortSignal.timeout(limitMs)])
  const restBy = anySignal([limit, AbortSignal.timeout(restMs)])
  const rendered = await browser.render(requestFor(new URL(page.url), userAgent, restBy), limit)
  if (!rendered.ok) return notRendered(rendered.message)
  const { statusCode, html, isHtmlTruncated, isLoaded, wasCut, documentUrl } = rendered
  if (statusCode !== null && statusCode >= 400 && page.statusCode < 400) {
    const other = `status ${statusCode} instead of ${page.statusCode}`
    return notRendered(`The site gave the browser another page: ${other}.`)
  }
  return isHtmlTruncated || html.length > MAX_HTML
    ? notRendered(
        `The rendered document is longer than ${MAX_HTML / 1_000_000} million characters.`,
      )
    : {
        html,
        isComplete: isLoaded && !wasCut,
        ...(isSamePage(documentUrl, page.url) ? {} : { ledTo: documentUrl }),
      }
}

/** Renders the page in what is left of the time for the whole. It never ends the analysis. */
export const gatherRendered: Gatherer<'rendered'> = async ({ get, browser, signal }) => {
  const startedAtMs = performance.now()
  const page = await get('page')
  const leftMs = Math.max(LEAST_MS, ALL_MS - (performance.now() - startedAtMs))
  const limitMs = Math.floor(Math.min(RENDER_MS, leftMs))
  return renderDocument(page, browser, { limitMs, restMs: limitMs - READING_MS }, signal)
}
