import { constants } from 'node:os'
import type { CDPEvents, CDPSession, Protocol } from 'puppeteer'
import type { PageSight } from './browser.ts'
import { createFailedRequests } from './failed-requests.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { netErrorWord } from './net-errors.ts'
import type { PageTrouble } from './page-course.ts'
import { followCourse } from './page-course.ts'
import type { PageParts } from './page-parts.ts'
import { createAnswerDialog } from './page-watch/answer-dialog.ts'
import { createOpenRequests } from './page-watch/open-requests.ts'
import { createPageChanges } from './page-watch/page-changes.ts'
import { createPageConsole } from './page-watch/page-console.ts'
import type { Frame } from './page-watch/page-processes.ts'
import { createPageProcesses } from './page-watch/page-processes.ts'

/** Follows what happens to a page. */
export interface PageWatch {
  readonly trouble: () => PageTrouble | null
  /** Of the document: not what its scripts write in place of its address. */
  readonly documentUrl: () => string
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

const MAX_KEPT = 20

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
  const failedRequests = createFailedRequests(proxy)
  const changes = createPageChanges()
  const crashed = new AbortController()
  const processes = createPageProcesses(session, { came: hear, gone: drop })
  const pageConsole = createPageConsole(proxy, () => processes.stopListening(['Runtime', 'Log']))
  const requests = createOpenRequests(() => {
    processes.stopListening(['Network'])
    proxy.close()
  })

  function failed(event: Protocol.Network.LoadingFailedEvent): void {
    const asked = requests.ended(event.requestId)
    const word = netErrorWord(event.errorText)
    const isGivenUp = event.canceled === true || word === 'ERR_ABORTED'
    course.failed(event, word, isGivenUp)
    if (!isGivenUp && asked !== undefined) failedRequests.note(asked, word)
  }

  function drop(frame: Frame): void {
    requests.drop(frame)
    changes.happened()
  }

  function died({ targetId, errorCode }: Protocol.Target.TargetCrashedEvent): void {
    processes.died(targetId)
    if (targetId !== mainFrame) return
    course.meet({ kind: errorCode === constants.signals.SIGKILL ? 'killed' : 'crashed' })
    crashed.abort()
    changes.happened()
  }

  function listen<E extends keyof CDPEvents>(
    name: E,
    handle: (event: CDPEvents[E]) => void,
    from = session,
  ): void {
    from.on(name, (event: CDPEvents[E]) => {
      handle(event)
      changes.happened()
    })
  }

  /** What every process of the page tells. */
  function hear(from: CDPSession): void {
    const sent = (event: Protocol.Network.RequestWillBeSentEvent): void => {
      requests.sent(event, from)
      course.sent(event)
    }
    listen('Network.requestWillBeSent', sent, from)
    listen('Network.responseReceived', course.answered, from)
    listen('Network.loadingFailed', failed, from)
    listen('Network.loadingFinished', ({ requestId }) => requests.ended(requestId), from)
    listen('Runtime.exceptionThrown', pageConsole.thrown, from)
    listen('Runtime.consoleAPICalled', pageConsole.written, from)
    listen('Log.entryAdded', pageConsole.entered, from)
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
  listen('Page.javascriptDialogOpening', createAnswerDialog(session))

  return {
    crashed: crashed.signal,
    trouble: course.trouble,
    documentUrl: course.documentUrl,
    hasAnswer: course.hasAnswer,
    hasDocument: course.hasDocument,
    isLoaded: course.isLoaded,
    openRequests: requests.urls,
    activity: requests.activity,
    sight: () => ({
      url: course.url(),
      statusCode: course.statusCode(),
      // Only now: an error may be told before the request that it comes of.
      consoleErrors: pageConsole
        .errors()
        .filter((error) => !failedRequests.isOfGuard(error))
        .slice(0, MAX_KEPT),
      failedRequests: failedRequests.list(),
      wasCut: processes.wasCut() || proxy.wasCut(),
    }),
    follow(parts) {
      parts.onJoin(processes.join)
      parts.onLeave(processes.leave)
    },
    stop: () => connection?.off('Target.targetCrashed', died),
    until: changes.until,
  }
}
