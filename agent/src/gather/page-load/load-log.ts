import { createChromeClock } from './chrome-clock.ts'
import type { LoadedRequest } from './followed-request.ts'
import { msBetween, toLoadedRequest } from './followed-request.ts'
import type { LoadHandlers } from './load-events.ts'
import type { ProxyReasons } from './not-loaded.ts'
import { createRequestBook } from './request-book.ts'
import { requestEvents } from './request-events.ts'
import { webSocketEvents } from './web-socket-events.ts'

/** Moments of a page's load in ms after the navigation's start, with one decimal; of the document it led
 *  on to where it did. null for what did not come. */
export interface LoadMoments {
  /** Of the document's answer. */
  readonly firstByteMs: number | null
  readonly domContentLoadedMs: number | null
  readonly loadMs: number | null
}

/** What a page loaded over the network. */
export interface LoggedLoad {
  /** In the order they were made in; at most 3,000. */
  readonly requests: readonly LoadedRequest[]
  /** There were more, or some that nobody listened to. */
  readonly isCut: boolean
  readonly moments: LoadMoments
}

/** Writes down what Chrome tells of a page's load. */
export interface LoadLog {
  readonly handlers: LoadHandlers
  /** No more requests are written down. */
  readonly isFull: () => boolean
  /** Takes note that there are requests which the log does not hear of. */
  readonly leaveOut: () => void
  /** What is written down by now. */
  readonly read: () => LoggedLoad
}

const NOT_YET = { domContentLoadedS: null, loadedS: null } as const

/** An empty log. @param nowMs a clock that only goes forward
 *  @param proxy that all requests of the page go through */
export function createLoadLog(nowMs: () => number, proxy: ProxyReasons): LoadLog {
  const clock = createChromeClock(nowMs)
  const book = createRequestBook()
  let document: {
    id: string | null
    domContentLoadedS: number | null
    loadedS: number | null
  } = { id: null, ...NOT_YET }

  const handlers: LoadHandlers = {
    ...requestEvents(book, clock, proxy),
    ...webSocketEvents(book, clock, proxy),
    'Page.frameNavigated': ({ frame }) => {
      if (frame.parentId === undefined) document = { id: frame.loaderId, ...NOT_YET }
    },
    'Page.domContentEventFired': ({ timestamp }) => {
      document.domContentLoadedS = timestamp
    },
    'Page.loadEventFired': ({ timestamp }) => {
      document.loadedS = timestamp
    },
  }

  return {
    handlers,
    isFull: book.isFull,
    leaveOut: book.leaveOut,
    read() {
      const requests = book.list()
      const zeroS = requests[0]?.startS ?? 0
      const times = { zeroS, endS: clock.nowS() }
      const afterMs = (momentS: number | null): number | null =>
        momentS === null ? null : msBetween(zeroS, momentS)
      const answer = document.id === null ? null : book.find(document.id)?.answer
      return {
        requests: requests.map((request) => toLoadedRequest(request, times)),
        isCut: book.isCut(),
        moments: {
          firstByteMs: afterMs(answer?.firstByteS ?? null),
          domContentLoadedMs: afterMs(document.domContentLoadedS),
          loadMs: afterMs(document.loadedS),
        },
      }
    },
  }
}
