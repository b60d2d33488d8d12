import type { ChromeClock } from './chrome-clock.ts'
import { answerOf } from './followed-request.ts'
import type { LoadHandlers } from './load-events.ts'
import type { ProxyReasons } from './not-loaded.ts'
import { notLoadedText } from './not-loaded.ts'
import type { RequestBook } from './request-book.ts'

/** Writes down requests that are answered, WebSockets aside. */
export function requestEvents(
  book: RequestBook,
  clock: ChromeClock,
  proxy: ProxyReasons,
): LoadHandlers<
  | 'Network.requestWillBeSent'
  | 'Network.resourceChangedPriority'
  | 'Network.requestServedFromCache'
  | 'Network.responseReceived'
  | 'Network.responseReceivedExtraInfo'
  | 'Network.dataReceived'
  | 'Network.loadingFinished'
  | 'Network.loadingFailed'
> {
  return {
    'Network.requestWillBeSent': (event) => {
      const { requestId, request, redirectResponse, timestamp } = event
      clock.heard(timestamp)
      const redirect = book.findOpen(requestId)
      if (redirect !== undefined && redirectResponse !== undefined) {
        redirect.answer = answerOf(redirectResponse)
        redirect.hasNetworkStatus = event.redirectHasExtraInfo
        book.end(requestId, timestamp)
      }
      book.add(requestId, {
        url: request.url,
        resourceType: event.type ?? 'Other',
        initiatorType: event.initiator.type,
        priority: request.initialPriority,
        startS: timestamp,
      })
    },
    'Network.resourceChangedPriority': ({ requestId, newPriority }) => {
      const request = book.findOpen(requestId)
      if (request !== undefined) request.priority = newPriority
    },
    'Network.requestServedFromCache': ({ requestId }) => {
      const request = book.findOpen(requestId)
      if (request !== undefined) request.isFromMemory = true
    },
    'Network.responseReceived': ({ requestId, response, type, hasExtraInfo, timestamp }) => {
      clock.heard(timestamp)
      const request = book.findOpen(requestId)
      if (request === undefined) return
      request.answer = answerOf(response)
      request.resourceType = type
      request.hasNetworkStatus = hasExtraInfo
    },
    'Network.responseReceivedExtraInfo': ({ requestId, statusCode }) => {
      book.noteNetworkStatus(requestId, statusCode)
    },
    'Network.dataReceived': ({ requestId, dataLength, encodedDataLength }) => {
      const request = book.findOpen(requestId)
      if (request === undefined) return
      request.resourceBytes += dataLength
      request.receivedBytes += Math.max(0, encodedDataLength)
    },
    'Network.loadingFinished': ({ requestId, encodedDataLength, timestamp }) => {
      clock.heard(timestamp)
      const request = book.findOpen(requestId)
      if (request !== undefined) request.transferBytes = encodedDataLength
      book.end(requestId, timestamp)
    },
    'Network.loadingFailed': (event) => {
      clock.heard(event.timestamp)
      book.fail(event.requestId, event.timestamp, (asked) => notLoadedText(event, asked, proxy))
    },
  }
}
