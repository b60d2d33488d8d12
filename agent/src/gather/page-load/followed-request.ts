import { MAX_CHROME_WORD, MAX_REQUEST_URL } from '@sightline/shared/analyses/waterfall'
import type { Protocol } from 'puppeteer'
import { printable } from '../../outcome/printable.ts'

/** One request of a page as its browser saw it. A redirect is a request of its own. Words are Chrome's. */
export interface LoadedRequest {
  /** At most 2,048 characters, and one that marks a cut. */
  readonly url: string
  /** Such as `Document` or `XHR`. */
  readonly resourceType: string
  /** Empty where none is known. */
  readonly mimeType: string
  /** null when no answer came. */
  readonly statusCode: number | null
  /** ms after the navigation's start, with one decimal. */
  readonly startMs: number
  /** As `startMs`; when the look ended where the request had not. */
  readonly endMs: number
  /** Bytes over the network, headers too; 0 from a cache. */
  readonly transferBytes: number
  /** Bytes of the body without its content coding. */
  readonly resourceBytes: number
  /** Such as `h2`; null when no answer came. */
  readonly protocol: string | null
  /** Such as `VeryHigh`; null where Chrome has none (WebSockets). */
  readonly priority: string | null
  /** Such as `parser`. */
  readonly initiatorType: string
  readonly isFromCache: boolean
  /** It came to an end, good or bad, before the look did. */
  readonly isFinished: boolean
  /** Why there is no complete answer, a sentence; null when there is, or may be yet. */
  readonly error: string | null
}

/** What an answer's head told. */
interface Answer {
  readonly statusCode: number
  readonly mimeType: string
  readonly protocol: string | null
  readonly headerBytes: number
  readonly isFromCache: boolean
  /** When its first byte came, as Chrome counts; null where it does not say. */
  readonly firstByteS: number | null
}

/** A request as far as Chrome has told of it. Times are seconds of Chrome's own clock. */
export interface FollowedRequest {
  readonly url: string
  resourceType: string
  readonly initiatorType: string
  priority: string | null
  readonly startS: number
  endS: number | null
  answer: Answer | null
  /** Status that came over the network, where Chrome tells it beside that of the answer: the answer is 200
   *  where 304 had it come from the cache, and there is none where the page may not have it. */
  networkStatus: number | null
  /** Whether `networkStatus` is told; null while that is not known. */
  hasNetworkStatus: boolean | null
  isFromMemory: boolean
  /** All that came, as Chrome sums it up at the end. */
  transferBytes: number | null
  /** Of the body, so far. */
  receivedBytes: number
  resourceBytes: number
  error: string | null
}

/** A request that has just been made. */
export function followRequest(
  asked: Pick<FollowedRequest, 'url' | 'resourceType' | 'initiatorType' | 'priority' | 'startS'>,
): FollowedRequest {
  return {
    ...asked,
    url: printable(asked.url, MAX_REQUEST_URL),
    endS: null,
    answer: null,
    networkStatus: null,
    hasNetworkStatus: null,
    isFromMemory: false,
    transferBytes: null,
    receivedBytes: 0,
    resourceBytes: 0,
    error: null,
  }
}

/** Times within an answer are ms after its request; -1 where there is none. */
function firstByteOf(timing: Protocol.Network.ResourceTiming | undefined): number | null {
  if (timing === undefined) return null
  const { requestTime, receiveHeadersStart, receiveHeadersEnd } = timing
  const afterMs = receiveHeadersStart > 0 ? receiveHeadersStart : receiveHeadersEnd
  return afterMs > 0 ? requestTime + afterMs / 1_000 : null
}

/** What Chrome's account of an answer tells. */
export function answerOf(response: Protocol.Network.Response): Answer {
  const { fromDiskCache, fromPrefetchCache, protocol = '' } = response
  return {
    statusCode: response.status,
    mimeType: printable(response.mimeType, MAX_CHROME_WORD),
    protocol: protocol === '' ? null : printable(protocol, MAX_CHROME_WORD),
    headerBytes: response.encodedDataLength,
    isFromCache: fromDiskCache === true || fromPrefetchCache === true,
    firstByteS: firstByteOf(response.timing),
  }
}

function transferBytesOf(request: FollowedRequest, isFromCache: boolean): number {
  if (isFromCache) return 0
  const soFar = (request.answer?.headerBytes ?? 0) + request.receivedBytes
  return Math.max(0, Math.round(request.transferBytes ?? soFar))
}

/** Milliseconds from one moment to another, with one decimal. */
export const msBetween = (fromS: number, toS: number): number =>
  Math.max(0, Math.round((toS - fromS) * 10_000) / 10)

/** A request as it is at the end of the look.
 *  @param times.zeroS the navigation's start @param times.endS the end of the look */
export function toLoadedRequest(
  request: FollowedRequest,
  { zeroS, endS }: { zeroS: number; endS: number },
): LoadedRequest {
  const { answer, startS } = request
  const isFromCache = request.isFromMemory || answer?.isFromCache === true
  return {
    url: request.url,
    resourceType: request.resourceType,
    mimeType: answer?.mimeType ?? '',
    statusCode: request.networkStatus ?? answer?.statusCode ?? null,
    startMs: msBetween(zeroS, startS),
    endMs: msBetween(zeroS, Math.max(startS, request.endS ?? endS)),
    transferBytes: transferBytesOf(request, isFromCache),
    resourceBytes: request.resourceBytes,
    protocol: answer?.protocol ?? null,
    priority: request.priority,
    initiatorType: request.initiatorType,
    isFromCache,
    isFinished: request.endS !== null,
    error: request.error,
  }
}
