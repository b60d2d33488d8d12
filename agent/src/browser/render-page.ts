import { anySignal } from '@sightline/shared/any-signal'
import type { CDPSession } from 'puppeteer'
import { beforeAbort } from './before-abort.ts'
import type {
  RenderFailure,
  RenderFailureKind,
  RenderRequest,
  VisitedPage,
  Visitor,
} from './browser.ts'
import type { FrameLook } from './devices.ts'
import { emulateDevice } from './devices.ts'
import type { ContextWithProxy } from './context-supply.ts'
import { netErrorWord } from './net-errors.ts'
import { addOriginHeaders } from './origin-headers.ts'
import type { PageParts } from './page-parts.ts'
import { followParts } from './page-parts.ts'
import { InvalidSelectorError, PageScriptError, serialiseDocument } from './page-scripts.ts'
import { watchPage } from './page-watch.ts'
import { invalidSelectorText, missingText, troubleFailure, unseenText } from './render-failures.ts'
import { settlePage, waitForPage } from './wait-for-page.ts'

const MAX_HTML = 5_000_000
const WINDOW = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false }
/** What is left undone when the time is over is looked at for so long. */
const LAST_LOOK_MS = 150

const NOTHING = { html: '', isHtmlTruncated: false, title: '' }

const NOTHING_KEPT = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }

/** Has what shows some of the page tell of it. */
const listenTo = (session: CDPSession): Promise<unknown> =>
  Promise.all([
    session.send('Network.enable', NOTHING_KEPT),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Runtime.enable'),
    session.send('Log.enable'),
  ])

async function takeWindow(session: CDPSession): Promise<FrameLook> {
  await session.send('Emulation.setDeviceMetricsOverride', WINDOW)
  return () => Promise.resolve()
}

/** Frames of other sites have processes of their own, and know nothing of what their page was told. */
function dressFrames(parts: PageParts, request: RenderRequest, look: FrameLook): void {
  const { userAgent } = request
  parts.onJoin(({ kind, session }) => {
    if (kind !== 'iframe') return
    const told = [
      listenTo(session),
      look(session),
      ...(userAgent === null
        ? []
        : [session.send('Emulation.setUserAgentOverride', { userAgent })]),
      addOriginHeaders(session, { ...request, cookies: [] }),
    ]
    // It may be gone.
    Promise.all(told).catch(() => {})
  })
}

async function prepare(session: CDPSession, request: RenderRequest): Promise<PageParts> {
  const [parts, look] = await Promise.all([
    followParts(session),
    request.device === undefined ? takeWindow(session) : emulateDevice(session, request.device),
    session.send('Page.enable'),
    listenTo(session),
    ...(request.verifyTls
      ? []
      : [session.send('Security.setIgnoreCertificateErrors', { ignore: true })]),
  ])
  // After the device, which has a name of its own.
  if (request.userAgent !== null) {
    await session.send('Emulation.setUserAgentOverride', { userAgent: request.userAgent })
  }
  await addOriginHeaders(session, request)
  dressFrames(parts, request, look)
  return parts
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

/** Whether Chrome gave no answer in all the time that a command has. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ProtocolError' && error.message.includes('timed out')

/** Loads one address in a blank page. @throws what Chrome says when it is gone */
export async function renderPage<T>(
  request: RenderRequest,
  { session, proxy }: Omit<ContextWithProxy, 'context'>,
  visitor: Visitor<T>,
  signal: AbortSignal,
): Promise<VisitedPage<T> | RenderFailure> {
  const { frameTree } = await beforeAbort(session.send('Page.getFrameTree'), signal)
  const mainFrame = frameTree.frame.id
  const watch = watchPage(session, proxy, { mainFrame, askedUrl: request.url.href })
  const fail = (kind: RenderFailureKind, message: string): RenderFailure => ({
    ...watch.sight(),
    ok: false,
    kind,
    message,
    netError: null,
  })

  const until = anySignal([signal, watch.crashed])
  const page = { session, mainFrame, watch }
  let isThere = false
  try {
    const parts = await beforeAbort(prepare(session, request), until)
    watch.follow(parts)
    await beforeAbort(visitor.before?.(session, proxy, parts) ?? Promise.resolve(), until)
    const startedAtMs = performance.now()
    const begun = await beforeAbort(session.send('Page.navigate', { url: request.url.href }), until)
    if (begun.isDownload === true) {
      return fail(
        'navigation',
        'The address is a download, which a browser does not show as a page.',
      )
    }
    if (netErrorWord(begun.errorText ?? '') === 'ERR_ABORTED') {
      const message = 'The answer has no content, so there is no page to show (status 204 or 205).'
      return fail('navigation', message)
    }
    await waitForPage(request.waitFor, page, until)
    const loadMs = Math.round(performance.now() - startedAtMs)
    const trouble = watch.trouble()
    if (trouble !== null && trouble.kind !== 'empty') {
      return { ...watch.sight(), ...troubleFailure(trouble, request.url, proxy) }
    }
    isThere = true
    const isRead = trouble === null && visitor.skipsDocument !== true
    const document = isRead
      ? await beforeAbort(serialiseDocument(session, mainFrame, MAX_HTML), until)
      : NOTHING
    const settle = (mostMs: number): Promise<boolean> => settlePage(page, mostMs, until)
    const { isLoaded: hasLoaded, activity } = watch
    const shown = { mainFrame, settle, isLoaded: hasLoaded, activity }
    const seen = await beforeAbort(visitor.look(session, shown), until)
    // It may have led on to where there is no page.
    const later = watch.trouble()
    if (later !== null && later.kind !== 'empty') {
      return { ...watch.sight(), ...troubleFailure(later, request.url, proxy) }
    }
    // Nothing more comes of an answer without a body.
    const isLoaded = watch.isLoaded() || trouble !== null
    const documentUrl = watch.documentUrl()
    return { ...watch.sight(), ok: true, documentUrl, ...document, loadMs, isLoaded, seen }
  } catch (error) {
    if (error instanceof InvalidSelectorError) {
      return fail('badSelector', invalidSelectorText(error.message))
    }
    if (error instanceof PageScriptError) {
      return fail('crashed', 'The browser could not read the document: it is too large.')
    }
    const trouble = watch.trouble()
    if (trouble !== null && trouble.kind !== 'empty') {
      return { ...watch.sight(), ...troubleFailure(trouble, request.url, proxy) }
    }
    // The browser is well as long as it tells of other pages: this one keeps it from answering.
    const isBusy = isThere && isUnanswered(error)
    if (!signal.aborted && !isBusy) throw error
    const title = await lastTitle(session, mainFrame)
    if (isThere) return fail('notReached', unseenText(title))
    const kind = watch.hasAnswer() ? 'notReached' : 'navigation'
    return fail(kind, missingText(request.waitFor, watch, title))
  } finally {
    watch.stop()
  }
}
