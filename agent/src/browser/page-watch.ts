import { constants } from 'node:os'
import type { CDPSession, Protocol } from 'puppeteer'
import type { ConsoleError, PageSight } from './browser.ts'
import { beforeAbort } from './before-abort.ts'
import { browserError, exceptionError, writtenError } from './console-errors.ts'
import type { Asked } from './failed-requests.ts'
import { createFailedRequests } from './failed-requests.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { netErrorWord } from './net-errors.ts'
import type { PagePart, PageParts } from './page-parts.ts'

/** Why a page is not what was asked for: its process died, or was killed by the machine (which lacked
 *  the memory), its main document did not come (also one it led on to), it leads on and on, or there is
 *  nothing in it but an error status. */
export type PageTrouble =
  | { readonly kind: 'crashed' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'restless' }
  | { readonly kind: 'failed'; readonly url: string; readonly netError: string | null }

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
const MAX_DOCUMENTS = 20
const MAX_DIALOGS = 20
/** Frames of other sites; more are not listened to. */
const MAX_FRAMES = 100
/** A page that leads on within this time is not there yet. */
const SOON_S = 1

/** Chrome shows a page of its own where an error status comes without a body. */
const EMPTY_ERROR_PAGE = 'ERR_HTTP_RESPONSE_CODE_FAILURE'

/** Watches a page from before its first navigation.
 *  @param mainFrame id of its frame
 *  @param askedUrl what it is about to load */
export function watchPage(
  session: CDPSession,
  proxy: GuardProxy,
  { mainFrame, askedUrl }: { mainFrame: string; askedUrl: string },
): PageWatch {
  const consoleErrors: ConsoleError[] = []
  const failedRequests = createFailedRequests(proxy)
  const open = new Map<string, OpenRequest>()
  /** Frames of other sites, by their ids. */
  const frames = new Map<string, CDPSession>()
  const listeners = new Set<() => void>()
  /** Status codes of main documents, by their loader. */
  const answers = new Map<string, number>()
  const documentErrors = new Map<string, string>()
  const crashed = new AbortController()
  let trouble: PageTrouble | null = null
  let url = askedUrl
  let statusCode: number | null = null
  let documents = 0
  let isLoaded = false
  /** The page means to lead on. */
  let isLeaving = false
  /** Request for the document it leads on to. Events of the two come in any order. */
  let leavingBy: string | null = null
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

  const isMain = (event: { frameId?: string; requestId: string; loaderId: string }): boolean =>
    event.frameId === mainFrame && event.requestId === event.loaderId

  function stay(): void {
    isLeaving = false
    leavingBy = null
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
    if (isMain(event)) leavingBy = event.requestId
  }

  function answered(event: Protocol.Network.ResponseReceivedEvent): void {
    if (isMain(event)) answers.set(event.loaderId, event.response.status)
  }

  function failed(event: Protocol.Network.LoadingFailedEvent): void {
    activity += 1
    const asked = open.get(event.requestId)
    open.delete(event.requestId)
    const word = netErrorWord(event.errorText)
    if (event.type === 'Document') documentErrors.set(event.requestId, word)
    const isGivenUp = event.canceled === true || word === 'ERR_ABORTED'
    // A navigation that comes to nothing (a download, an answer without content) leaves the page there.
    if (isGivenUp && event.requestId === leavingBy) stay()
    if (!isGivenUp && asked !== undefined) failedRequests.note(asked, word)
  }

  function came({ frame }: Protocol.Page.FrameNavigatedEvent): void {
    if (frame.parentId !== undefined) return
    documents += 1
    isLoaded = false
    stay()
    url = frame.unreachableUrl ?? `${frame.url}${frame.urlFragment ?? ''}`
    const netError = documentErrors.get(frame.loaderId) ?? null
    const isFailed = frame.unreachableUrl !== undefined
    const isEmpty = isFailed && netError === EMPTY_ERROR_PAGE
    statusCode = isFailed && !isEmpty ? null : (answers.get(frame.loaderId) ?? null)
    if (isFailed) trouble ??= isEmpty ? { kind: 'empty' } : { kind: 'failed', url, netError }
    answers.clear()
    documentErrors.clear()
    if (documents > MAX_DOCUMENTS) trouble ??= { kind: 'restless' }
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
    trouble ??= { kind: errorCode === constants.signals.SIGKILL ? 'killed' : 'crashed' }
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
    listen('Network.responseReceived', answered, from)
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
  listen('Page.frameNavigated', came)
  listen('Page.navigatedWithinDocument', (event) => {
    if (event.frameId === mainFrame) ({ url } = event)
  })
  listen('Page.loadEventFired', () => (isLoaded = true))
  // Without a load event where a script led on to what is no page.
  listen('Page.frameStoppedLoading', ({ frameId }) => {
    if (frameId === mainFrame && documents > 0) isLoaded = true
  })
  listen('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
    if (frameId === mainFrame && disposition === 'currentTab') isLeaving = true
  })
  listen('Page.frameScheduledNavigation', ({ frameId, delay }) => {
    if (frameId === mainFrame && delay <= SOON_S) isLeaving = true
  })
  listen('Page.frameClearedScheduledNavigation', ({ frameId }) => {
    if (frameId === mainFrame) isLeaving = false
  })
  listen('Page.javascriptDialogOpening', ({ type }) => {
    dialogs += 1
    // A page that asks again and again is left waiting.
    if (dialogs > MAX_DIALOGS) return
    const accept = type === 'beforeunload'
    session.send('Page.handleJavaScriptDialog', { accept }).catch(() => {})
  })

  return {
    trouble: () => trouble,
    crashed: crashed.signal,
    hasAnswer: () => documents > 0 || answers.size > 0,
    hasDocument: () => documents > 0 && !isLeaving && leavingBy === null,
    isLoaded: () => isLoaded && !isLeaving && leavingBy === null,
    openRequests: () =>
      [...open.values()].filter(({ type }) => type !== 'EventSource').map((asked) => asked.url),
    activity: () => activity,
    sight: () => ({
      url,
      // A script may keep the document of an answer that came from being there.
      statusCode: statusCode ?? [...answers.values()][0] ?? null,
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
