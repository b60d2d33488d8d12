import type { CDPSession } from 'puppeteer-core'
import { printable } from '../printable.ts'
import { beforeAbort } from './before-abort.ts'
import type { Rendered, RenderFailure, RenderFailureKind, RenderRequest } from './browser.ts'
import type { ContextWithProxy } from './guarded-context.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { netErrorText, netErrorWord } from './net-errors.ts'
import { dressOwnRequests } from './own-requests.ts'
import { hasElement, PageScriptError, serialiseDocument } from './page-scripts.ts'
import type { PageTrouble, PageWatch } from './page-watch.ts'
import { watchPage } from './page-watch.ts'

const MAX_HTML = 5_000_000
const MAX_SHOWN_URL = 200
const VIEWPORT = { width: 1280, height: 800 }
/** Without a request for so long, a page is idle. */
const QUIET_MS = 500
const LOOK_EVERY_MS = 100
/** What is left undone when the time is over is looked at for so long. */
const LAST_LOOK_MS = 100
const MAX_NAMED_REQUESTS = 3

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function prepare(session: CDPSession, request: RenderRequest): Promise<void> {
  const size = request.viewport ?? VIEWPORT
  await Promise.all([
    session.send('Page.enable'),
    session.send('Network.enable', {
      maxTotalBufferSize: 0,
      maxResourceBufferSize: 0,
      maxPostDataSize: 0,
    }),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Runtime.enable'),
    session.send('Log.enable'),
    session.send('Emulation.setDeviceMetricsOverride', {
      ...size,
      deviceScaleFactor: 1,
      mobile: false,
    }),
    ...(request.verifyTls
      ? []
      : [session.send('Security.setIgnoreCertificateErrors', { ignore: true })]),
    ...(request.userAgent === null
      ? []
      : [session.send('Emulation.setUserAgentOverride', { userAgent: request.userAgent })]),
  ])
  await dressOwnRequests(session, request)
}

/** Why the main document is not there. */
function documentFailure(
  { url, netError }: { url: string; netError: string | null },
  asked: URL,
  proxy: GuardProxy,
): Pick<RenderFailure, 'kind' | 'message' | 'netError'> {
  const shown = printable(url, MAX_SHOWN_URL)
  const refusal = proxy.refusalOf(url)
  const led = url === asked.href ? '' : ` The page leads on to ${shown}.`
  if (refusal !== null) {
    const kind = refusal.isBlocked ? 'blocked' : 'navigation'
    return { kind, message: `${refusal.message}${led}`, netError: null }
  }
  const why = proxy.wasCut()
    ? 'it is larger than a rendering may load'
    : netErrorText(netError ?? 'ERR_TUNNEL_CONNECTION_FAILED')
  return { kind: 'navigation', message: `The browser could not load ${shown}: ${why}.`, netError }
}

function troubleFailure(
  trouble: PageTrouble,
  asked: URL,
  proxy: GuardProxy,
): Pick<RenderFailure, 'kind' | 'message' | 'netError'> {
  switch (trouble.kind) {
    case 'failed':
      return documentFailure(trouble, asked, proxy)
    case 'crashed': {
      const message =
        'The page crashed in the browser: it took too much memory, or hit a fault of it.'
      return { kind: 'crashed', message, netError: null }
    }
    case 'restless': {
      const message = 'The page leads on to another one again and again (more than 20 times).'
      return { kind: 'notReached', message, netError: null }
    }
  }
}

/** Waits for what makes the page count as there, or for its trouble. */
async function waitFor(
  request: RenderRequest,
  page: { session: CDPSession; mainFrame: string; watch: PageWatch },
  signal: AbortSignal,
): Promise<void> {
  const { session, mainFrame, watch } = page
  const settled = (isSo: () => boolean) => (): boolean => watch.trouble() !== null || isSo()
  if (request.waitFor.kind === 'selector') {
    const { selector } = request.waitFor
    for (;;) {
      await watch.until(settled(watch.hasDocument), signal)
      if (watch.trouble() !== null) return
      const asking = hasElement(session, mainFrame, selector).catch((error: unknown) => {
        if (error instanceof PageScriptError) throw error
        // The page leads on just now.
        return false
      })
      if (await beforeAbort(asking, signal)) return
      await beforeAbort(pause(LOOK_EVERY_MS), signal)
    }
  }
  for (;;) {
    await watch.until(settled(watch.isLoaded), signal)
    // Scripts that run at the load event may lead on at once; this comes back after them.
    await beforeAbort(
      session.send('Runtime.evaluate', { expression: '0' }).catch(() => {}),
      signal,
    )
    if (watch.trouble() !== null) return
    if (!watch.isLoaded()) continue
    if (request.waitFor.kind === 'load') return
    await watch.until(
      settled(() => watch.openRequests().length === 0),
      signal,
    )
    const before = watch.activity()
    await beforeAbort(pause(QUIET_MS), signal)
    if (watch.trouble() !== null) return
    if (watch.activity() === before && watch.openRequests().length === 0 && watch.isLoaded()) return
  }
}

/** What was missing when the time was over, and what was there instead. */
function missingText(request: RenderRequest, watch: PageWatch, title: string | null): string {
  const open = watch.openRequests()
  const named = open
    .slice(0, MAX_NAMED_REQUESTS)
    .map((url) => printable(url, MAX_SHOWN_URL))
    .join(', ')
  const more = open.length > MAX_NAMED_REQUESTS ? ' and others' : ''
  const still = open.length === 0 ? '' : ` No complete answer yet: ${named}${more}.`
  const busy = ' The scripts of the page did not let go of it.'
  const there =
    title === null
      ? busy
      : title === ''
        ? ''
        : ` The title of the page is "${printable(title, 100)}".`
  if (!watch.hasDocument()) {
    return `The browser got no page within the time limit.${still}`
  }
  switch (request.waitFor.kind) {
    case 'selector': {
      const selector = printable(request.waitFor.selector, MAX_SHOWN_URL)
      return `No element matched the selector ${selector} within the time limit.${there}${still}`
    }
    case 'networkIdle':
      if (watch.isLoaded()) {
        return `The page did not stop making requests within the time limit.${still}${title === null ? busy : ''}`
      }
      return `The page was not loaded within the time limit.${still}${title === null ? busy : ''}`
    case 'load':
      return `The page was not loaded within the time limit.${still}${title === null ? busy : ''}`
  }
}

/** The title of a page whose time is over; null when its scripts do not let it answer. */
async function lastTitle(session: CDPSession, mainFrame: string): Promise<string | null> {
  try {
    const limit = AbortSignal.timeout(LAST_LOOK_MS)
    const { title } = await beforeAbort(serialiseDocument(session, mainFrame, 0), limit)
    return title
  } catch {
    return null
  }
}

/** Loads one address in a blank page. @throws what Chrome says when it is gone */
export async function renderPage(
  request: RenderRequest,
  { session, proxy }: Omit<ContextWithProxy, 'context'>,
  signal: AbortSignal,
): Promise<Rendered> {
  const { frameTree } = await beforeAbort(session.send('Page.getFrameTree'), signal)
  const mainFrame = frameTree.frame.id
  const watch = watchPage(session, proxy, { mainFrame, askedUrl: request.url.href })
  const fail = (
    kind: RenderFailureKind,
    message: string,
    netError: string | null = null,
  ): RenderFailure => ({ ...watch.sight(), ok: false, kind, message, netError })

  try {
    await beforeAbort(prepare(session, request), signal)
    const startedAtMs = performance.now()
    const begun = await beforeAbort(
      session.send('Page.navigate', { url: request.url.href }),
      signal,
    )
    if (begun.isDownload === true) {
      return fail(
        'navigation',
        'The address is a download, which a browser does not show as a page.',
      )
    }
    const word = begun.errorText === undefined ? null : netErrorWord(begun.errorText)
    if (word === 'ERR_ABORTED') {
      const message = 'The answer has no content, so there is no page to show (status 204 or 205).'
      return fail('navigation', message)
    }
    await waitFor(request, { session, mainFrame, watch }, signal)
    const loadMs = Math.round(performance.now() - startedAtMs)
    const trouble = watch.trouble()
    if (trouble !== null) {
      const { kind, message, netError } = troubleFailure(trouble, request.url, proxy)
      return fail(kind, message, netError ?? word)
    }
    const document = await beforeAbort(serialiseDocument(session, mainFrame, MAX_HTML), signal)
    return { ...watch.sight(), ok: true, ...document, loadMs }
  } catch (error) {
    if (error instanceof PageScriptError && request.waitFor.kind === 'selector') {
      const selector = printable(request.waitFor.selector, MAX_SHOWN_URL)
      return fail('notReached', `${selector} is no CSS selector that Chrome understands.`)
    }
    const trouble = watch.trouble()
    if (trouble !== null) {
      const { kind, message, netError } = troubleFailure(trouble, request.url, proxy)
      return fail(kind, message, netError)
    }
    if (!signal.aborted) throw error
    const kind = watch.hasDocument() ? 'notReached' : 'navigation'
    return fail(kind, missingText(request, watch, await lastTitle(session, mainFrame)))
  }
}
