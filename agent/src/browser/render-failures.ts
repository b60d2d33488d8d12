import { printable } from '../outcome/printable.ts'
import type { RenderFailure, WaitFor } from './browser.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { isOwnNetError, netErrorText } from './net-errors.ts'
import type { PageTrouble } from './page-course.ts'
import type { PageWatch } from './page-watch.ts'
import type { Refusal } from './guard-proxy/refusal.ts'

type Failure = Pick<RenderFailure, 'ok' | 'kind' | 'message' | 'netError'>

const MAX_SHOWN = 200
const MAX_NAMED_REQUESTS = 3

function refusalKind({ isBlocked, isAgentFault }: Refusal): Failure['kind'] {
  if (isBlocked) return 'blocked'
  return isAgentFault === true ? 'unavailable' : 'navigation'
}

/** Why the main document is not there. */
function documentFailure(
  { url, netError }: { url: string; netError: string | null },
  asked: URL,
  proxy: Pick<GuardProxy, 'refusalOf' | 'wasCut'>,
): Failure {
  const shown = printable(url, MAX_SHOWN)
  const refusal = proxy.refusalOf(url)
  if (refusal !== null) {
    const led = url === asked.href ? '' : ` The page leads on to ${shown}.`
    return {
      ok: false,
      kind: refusalKind(refusal),
      message: `${refusal.message}${led}`,
      netError: null,
    }
  }
  const why = proxy.wasCut()
    ? 'it is larger than a rendering may load'
    : netErrorText(netError ?? 'ERR_TUNNEL_CONNECTION_FAILED')
  const message = `The browser could not load ${shown}: ${why}.`
  const kind = netError !== null && isOwnNetError(netError) ? 'unavailable' : 'navigation'
  return { ok: false, kind, message, netError }
}

/** What a page's trouble means.
 *  @param asked what was to be loaded */
export function troubleFailure(
  trouble: Exclude<PageTrouble, { kind: 'empty' }>,
  asked: URL,
  proxy: Pick<GuardProxy, 'refusalOf' | 'wasCut'>,
): Failure {
  if (trouble.kind === 'failed') return documentFailure(trouble, asked, proxy)
  if (trouble.kind === 'crashed') {
    const message =
      'The page crashed in the browser: it took too much memory, or hit a fault of the browser.'
    return { ok: false, kind: 'crashed', message, netError: null }
  }
  if (trouble.kind === 'killed') {
    const message =
      "The agent's machine ended the page: it may lack memory, or have too many pages open (SIGHTLINE_BROWSER_PAGES)."
    return { ok: false, kind: 'unavailable', message, netError: null }
  }
  const message = 'The page leads on to another one again and again (more than 20 times).'
  return { ok: false, kind: 'notReached', message, netError: null }
}

export const invalidSelectorText = (selector: string): string =>
  `${printable(selector, MAX_SHOWN)} is no CSS selector that Chrome understands.`

function openText(urls: readonly string[]): string {
  if (urls.length === 0) return ''
  const named = urls.slice(0, MAX_NAMED_REQUESTS).map((url) => printable(url, MAX_SHOWN))
  const more =
    urls.length > MAX_NAMED_REQUESTS ? ` and ${urls.length - MAX_NAMED_REQUESTS} more` : ''
  return ` No complete answer yet: ${named.join(', ')}${more}.`
}

function titleText(title: string | null): string {
  if (title === null) return ' The page does not react: its scripts may keep it busy.'
  return title === '' ? '' : ` The title of the page is "${printable(title, MAX_SHOWN)}".`
}

function missing(waitFor: WaitFor, watch: Pick<PageWatch, 'hasAnswer' | 'isLoaded'>): string {
  if (!watch.hasAnswer()) return 'The browser got no page'
  if (waitFor.kind === 'selector') {
    return `No element matched the selector ${printable(waitFor.selector, MAX_SHOWN)}`
  }
  return watch.isLoaded() ? 'The page did not stop making requests' : 'The page was not loaded'
}

/** What was missing when the time was over, and what was there instead.
 *  @param title of the page; null when its scripts did not let it answer */
export function missingText(
  waitFor: WaitFor,
  watch: Pick<PageWatch, 'hasAnswer' | 'isLoaded' | 'openRequests'>,
  title: string | null,
): string {
  const there = watch.hasAnswer() ? titleText(title) : ''
  return `${missing(waitFor, watch)} within the time limit.${there}${openText(watch.openRequests())}`
}

/** What kept a page that was there from being looked at when the time was over.
 *  @param title of the page; null when its scripts did not let it answer */
export const unseenText = (title: string | null): string =>
  `The page was loaded, but could not be looked at within the time limit.${titleText(title)}`
