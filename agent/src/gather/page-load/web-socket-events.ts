import type { ChromeClock } from './chrome-clock.ts'
import type { LoadHandlers } from './load-events.ts'
import type { ProxyReasons } from './not-loaded.ts'
import { notLoadedText } from './not-loaded.ts'
import type { RequestBook } from './request-book.ts'

/** Source: RFC 6455, section 5.2 */
const TEXT_FRAME = 1

/** Chrome's word within its sentence, such as "Error in connection establishment: net::ERR_TIMED_OUT". */
function errorTextOf(message: string): string {
  const [, word] = /net::(ERR_\w+)/.exec(message) ?? []
  return word ?? message
}

/** Writes down WebSockets: each is a request that ends when it is closed. */
export function webSocketEvents(
  book: RequestBook,
  clock: ChromeClock,
  proxy: ProxyReasons,
): LoadHandlers<
  | 'Network.webSocketCreated'
  | 'Network.webSocketHandshakeResponseReceived'
  | 'Network.webSocketFrameReceived'
  | 'Network.webSocketFrameError'
  | 'Network.webSocketClosed'
> {
  return {
    'Network.webSocketCreated': ({ requestId, url, initiator }) => {
      book.add(requestId, {
        url,
        resourceType: 'WebSocket',
        initiatorType: initiator?.type ?? 'other',
        priority: null,
        // Chrome tells of it without a time.
        startS: clock.nowS(),
      })
    },
    'Network.webSocketHandshakeResponseReceived': ({ requestId, response, timestamp }) => {
      clock.heard(timestamp)
      const request = book.findOpen(requestId)
      if (request === undefined) return
      request.answer = {
        statusCode: response.status,
        mimeType: '',
        protocol: 'websocket',
        headerBytes: response.headersText?.length ?? 0,
        isFromCache: false,
        firstByteS: timestamp,
      }
      request.hasNetworkStatus = false
    },
    'Network.webSocketFrameReceived': ({ requestId, response: { opcode, payloadData } }) => {
      const request = book.findOpen(requestId)
      if (request === undefined) return
      const bytes = Buffer.byteLength(payloadData, opcode === TEXT_FRAME ? 'utf8' : 'base64')
      request.resourceBytes += bytes
      request.receivedBytes += bytes
    },
    'Network.webSocketFrameError': ({ requestId, errorMessage, timestamp }) => {
      clock.heard(timestamp)
      const failure = { errorText: errorTextOf(errorMessage) }
      book.fail(requestId, timestamp, (asked) => notLoadedText(failure, asked, proxy))
    },
    'Network.webSocketClosed': ({ requestId, timestamp }) => {
      clock.heard(timestamp)
      book.end(requestId, timestamp)
    },
  }
}
