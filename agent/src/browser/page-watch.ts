import { constants } from 'node:os'
import type { CDPSession, Protocol } from 'puppeteer'
import type { ConsoleError, PageSight } from './browser.ts'
import { beforeAbort } from './before-abort.ts'
import { browserError, exceptionError, writtenError } from './console-errors.ts'
import type { Asked } from './failed-requests.ts'
import { createFailedRequests } from './failed-requests.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { netErrorWord } from './net-errors.ts'
import type { PageTrouble } from './page-course.ts'
import { followCourse } from './page-course.ts'
import type { PagePart, PageParts } from './page-parts.ts'

/** Follows what happens to a page. */
export interface PageWatch {
  readonly trouble: () => PageTrouble | null
  /** Aborts when the page crashes: commands to it are not answered after that. */
  readonly crashed: AbortSignal
  /** An answer to the navigation came. */
  readonly hasAnswer: () => boolean
  /** A main document is there, and the page is not about to leave it. */
  readonly hasDocument: () => boolean
  /** Its load event has come too. */
  readonly isLoaded: () => boolean
  /** URLs of requests without a complete answer; without streams of events, and scripts of workers. */
  readonly openRequests: () => readonly string[]
  /** Counts whatever starts or ends a request. */
  readonly activity: () => number
  readonly sight: () => PageSight
  /** Watches frames of other sites too. */
  readonly follow: (parts: PageParts) => void
  /** Resolves when something is the case, looked at whenever something happens; @throws the signal's
   *  reason when that comes first */
  readonly until: (isSo: () => boolean, signal: AbortSignal) => Promise<void>
  /** Ends the watch, when nothing more is asked of it. */
  readonly stop: () => void
}

/** A request without a complete answer. */
interface OpenRequest extends Asked {
  /** Of the frame that asked; empty where none did. */
  readonly frameId: string
  /** Who told of it. */
  readonly from: CDPSession
}

const MAX_KEPT = 20
const MAX_REQUESTS = 3_000
const MAX_MESSAGES = 1_000
const MAX_DIALOGS = 20
/** Frames of other sites; more are not listened to. */
const MAX_FRAMES = 100

/** Watches a page from before its first navigation.
 *  @param mainFrame id of its frame
 *  @param askedUrl what it is about to load */
export function watchPage(
  session: CDPSession,
  proxy: GuardProxy,
  page: { readonly mainFrame: string; readonly askedUrl: string },
): PageWatch {
  const { mainFrame } = page
  const course = followCourse(page)
  const consoleErrors: ConsoleError[] = []
  const failedRequests = createFailedRequests(proxy)
  const open = new Map<string, OpenRequest>()
  /** Frames of other sites, by their ids. */
  const frames = new Map<string, CDPSession>()
  const listeners = new Set<() => void>()
  const crashed = new AbortController()
  let requests = 0
  let messages = 0
  let dialogs = 0
  let activity = 0
  let isCut = false

  function changed(): void {
    for (const listener of listeners) listener()
  }

  /** A page that never stops talking must not keep the agent listening. */
  function stopListening(domains: readonly ('Network' | 'Runtime' | 'Log')[]): void {
    isCut = true
    for (const domain of domains) {
      for (const each of [session, ...frames.values()]) {
        each.send(`${domain}.disable`).catch(() => {})
      }
    }
  }

  function note(error: ConsoleError | null): void {
    messages += 1
    if (messages === MAX_MESSAGES) stopListening(['Runtime', 'Log'])
    if (error !== null && messages < MAX_MESSAGES) consoleErrors.push(error)
  }

  function sent(event: Protocol.Network.RequestWillBeSentEvent, from: CDPSession): void {
    activity += 1
    requests += 1
    if (requests === MAX_REQUESTS) {
      stopListening(['Network'])
      proxy.close()
    }
    // A worker's script has no loader, and its end is told to the worker's own session.
    if (event.loaderId !== '') {
      const { request, type = 'Other', frameId = '' } = event
      open.set(event.requestId, { url: request.url, type, frameId, from })
    }
    course.sent(event)
  }

  function failed(event: Protocol.Network.LoadingFailedEvent): void {
    activity += 1
    const asked = open.get(event.requestId)
    open.delete(event.requestId)
    const word = netErrorWord(event.errorText)
    const isGivenUp = event.canceled === true || word === 'ERR_ABORTED'
    course.failed(event, word, isGivenUp)
    if (!isGivenUp && asked !== undefined) failedRequests.note(asked, word)
  }

  /** What Chrome wrote, as an error of the page's; null when it is none. */
  function entered(event: Protocol.Log.EntryAddedEvent): ConsoleError | null {
    const error = browserError(event)
    const { source, url: asked } = event.entry
    if (error === null || source !== 'network' || asked === undefined) return error
    // Chrome itself asks for the icon.
    if (URL.parse(asked)?.pathname === '/favicon.ico') return null
    const refusal = proxy.refusalOf(asked)
    return refusal === null ? error : { ...error, text: `Not loaded: ${refusal.message}` }
  }

  /** What a frame that is gone had asked for is told no more. */
  function dropRequests({ targetId, session: from }: Omit<PagePart, 'kind'>): void {
    for (const [id, asked] of open) {
      if (asked.from === from || asked.frameId === targetId) open.delete(id)
    }
    changed()
  }

  function died({ targetId, errorCode }: Protocol.Target.TargetCrashedEvent): void {
    const frame = frames.get(targetId)
    if (frame !== undefined) {
      isCut = true
      dropRequests({ targetId, session: frame })
    }
    if (targetId !== mainFrame) return
    course.meet({ kind: errorCode === constants.signals.SIGKILL ? 'killed' : 'crashed' })
    crashed.abort()
    changed()
  }

  function listen<E extends keyof Events>(
    name: E,
    handle: (event: Events[E]) => void,
    from = session,
  ): void {
    from.on(name, (event: Events[E]) => {
      handle(event)
      changed()
    })
  }

  /** What every process of the page tells. */
  function hear(from: CDPSession): void {
    listen('Network.requestWillBeSent', (event) => sent(event, from), from)
    listen('Network.responseReceived', course.answered, from)
    listen('Network.loadingFailed', failed, from)
    listen(
      'Network.loadingFinished',
      ({ requestId }) => {
        activity += 1
        open.delete(requestId)
      },
      from,
    )
    listen('Runtime.exceptionThrown', (event) => note(exceptionError(event)), from)
    listen('Runtime.consoleAPICalled', (event) => note(writtenError(event)), from)
    listen('Log.entryAdded', (event) => note(entered(event)), from)
  }

  function join({ kind, targetId, session: from }: PagePart): void {
    if (kind !== 'iframe') return
    if (frames.size >= MAX_FRAMES) isCut = true
    else {
      frames.set(targetId, from)
      hear(from)
    }
  }

  function leave(part: PagePart): void {
    if (frames.delete(part.targetId)) dropRequests(part)
  }

  // Told to the browser's session, with how it died; the page's own is told only that.
  const connection = session.connection()
  connection?.on('Target.targetCrashed', died)
  hear(session)
  listen('Page.frameNavigated', course.came)
  listen('Page.navigatedWithinDocument', course.movedWithin)
  listen('Page.loadEventFired', course.loaded)
  listen('Page.frameStoppedLoading', course.stoppedLoading)
  listen('Page.frameRequestedNavigation', course.askedToLeave)
  listen('Page.frameScheduledNavigation', course.meansToLeave)
  listen('Page.frameClearedScheduledNavigation', course.meansToStay)
  listen('Page.javascriptDialogOpening', ({ type }) => {
    dialogs += 1
    // A page that asks again and again is left waiting.
    if (dialogs > MAX_DIALOGS) return
    const accept = type === 'beforeunload'
    session.send('Page.handleJavaScriptDialog', { accept }).catch(() => {})
  })

  return {
    crashed: crashed.signal,
    trouble: course.trouble,
    hasAnswer: course.hasAnswer,
    hasDocument: course.hasDocument,
    isLoaded: course.isLoaded,
    openRequests: () =>
      [...open.values()].filter(({ type }) => type !== 'EventSource').map((asked) => asked.url),
    activity: () => activity,
    sight: () => ({
      url: course.url(),
      statusCode: course.statusCode(),
      // Only now: an error may be told before the request that it comes of.
      consoleErrors: consoleErrors
        .filter((error) => !failedRequests.isOfGuard(error))
        .slice(0, MAX_KEPT),
      failedRequests: failedRequests.list(),
      wasCut: isCut || proxy.wasCut(),
    }),
    follow(parts) {
      parts.onJoin(join)
      parts.onLeave(leave)
    },
    stop: () => connection?.off('Target.targetCrashed', died),
    async until(isSo, signal) {
      if (isSo()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = (): void => {
        if (isSo()) resolve()
      }
      listeners.add(look)
      try {
        await beforeAbort(promise, signal)
      } finally {
        listeners.delete(look)
      }
    },
  }
}

type Events = {
  'Network.requestWillBeSent': Protocol.Network.RequestWillBeSentEvent
  'Network.responseReceived': Protocol.Network.ResponseReceivedEvent
  'Network.loadingFailed': Protocol.Network.LoadingFailedEvent
  'Network.loadingFinished': Protocol.Network.LoadingFinishedEvent
  'Page.frameNavigated': Protocol.Page.FrameNavigatedEvent
  'Page.navigatedWithinDocument': Protocol.Page.NavigatedWithinDocumentEvent
  'Page.loadEventFired': Protocol.Page.LoadEventFiredEvent
  'Page.frameStoppedLoading': Protocol.Page.FrameStoppedLoadingEvent
  'Page.frameRequestedNavigation': Protocol.Page.FrameRequestedNavigationEvent
  'Page.frameScheduledNavigation': Protocol.Page.FrameScheduledNavigationEvent
  'Page.frameClearedScheduledNavigation': Protocol.Page.FrameClearedScheduledNavigationEvent
  'Page.javascriptDialogOpening': Protocol.Page.JavascriptDialogOpeningEvent
  'Runtime.exceptionThrown': Protocol.Runtime.ExceptionThrownEvent
  'Runtime.consoleAPICalled': Protocol.Runtime.ConsoleAPICalledEvent
  'Log.entryAdded': Protocol.Log.EntryAddedEvent
}
