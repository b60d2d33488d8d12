import type { LoadedRequest } from '../../agent/src/gather/page-load/followed-request.ts'
import type { LoadEventName } from '../../agent/src/gather/page-load/load-events.ts'
import type { LoggedLoad } from '../../agent/src/gather/page-load/load-log.ts'
import { createLoadLog } from '../../agent/src/gather/page-load/load-log.ts'

/** Chrome's clock when the navigation began, in seconds. */
export const ZERO_S = 5_000
export const PAGE = 'https://shop.example/'
/** An address that the guard refuses. */
export const PRIVATE = 'http://10.0.0.1/x.png'

/** What Chrome says, without what nobody reads: its name, ms after the navigation began, and more. */
export type Told = readonly [name: LoadEventName, atMs: number, more: object]

export interface World {
  /** When the log is read. */
  readonly readAtMs?: number
  readonly wasCut?: boolean
}

/** What is written down of some events, each of which takes 2 ms to come. */
export function logged(
  events: readonly Told[],
  { readAtMs = 1_000, wasCut = false }: World = {},
): LoggedLoad {
  let nowMs = 0
  const refusal = { message: '10.0.0.1 is a private address.', isBlocked: true }
  const proxy = {
    refusalOf: (url: string) => (url === PRIVATE ? refusal : null),
    wasCut: () => wasCut,
  }
  const log = createLoadLog(() => nowMs, proxy)
  const handlers = log.handlers as Record<LoadEventName, (event: object) => void>
  for (const [name, atMs, more] of events) {
    nowMs = atMs + 2
    handlers[name]({ timestamp: ZERO_S + atMs / 1_000, ...more })
  }
  nowMs = readAtMs + 2
  return log.read()
}

/** A request is sent. */
export const asks = (atMs: number, requestId: string, url: string, more: object = {}): Told => [
  'Network.requestWillBeSent',
  atMs,
  {
    requestId,
    request: { url, initialPriority: 'High' },
    type: 'Fetch',
    initiator: { type: 'script' },
    redirectHasExtraInfo: false,
    ...more,
  },
]

/** What an answer begins with. */
export const head = (status: number, more: object = {}) => ({
  status,
  mimeType: 'text/html',
  protocol: 'h2',
  encodedDataLength: 100,
  ...more,
})

/** The head of an answer comes. */
export const answers = (
  atMs: number,
  requestId: string,
  response: object,
  hasExtraInfo = false,
): Told => ['Network.responseReceived', atMs, { requestId, type: 'Fetch', response, hasExtraInfo }]

/** Some of a body comes, 50 ms after the navigation began. */
export const gives = (requestId: string, dataLength: number, encodedDataLength: number): Told => [
  'Network.dataReceived',
  50,
  { requestId, dataLength, encodedDataLength },
]

/** A request has all of its answer. */
export const finishes = (atMs: number, requestId: string, encodedDataLength: number): Told => [
  'Network.loadingFinished',
  atMs,
  { requestId, encodedDataLength },
]

/** A request fails. */
export const fails = (
  atMs: number,
  requestId: string,
  errorText: string,
  more: object = {},
): Told => ['Network.loadingFailed', atMs, { requestId, type: 'Fetch', errorText, ...more }]

/** The status that came over the network. */
export const rawHead = (requestId: string, statusCode: number): Told => [
  'Network.responseReceivedExtraInfo',
  0,
  { requestId, statusCode },
]

/** The page's own request. */
export const DOCUMENT = asks(0, 'D', PAGE, { type: 'Document', initiator: { type: 'other' } })

/** The last request of some events after the document's. */
export function last(events: readonly Told[], world: World = {}): LoadedRequest | undefined {
  return logged([DOCUMENT, ...events], world).requests.at(-1)
}
