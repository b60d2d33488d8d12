import type { FollowedRequest } from './followed-request.ts'
import { followRequest } from './followed-request.ts'

/** As many as `page-watch.ts` listens to. */
const MAX_REQUESTS = 3_000

/** Requests that leave the browser, as opposed to data: and blob:. */
const OVER_NETWORK = /^(?:https?|wss?):/i

/** What goes by one id: a request, behind the redirects that led to it. */
interface Chain {
  readonly hops: FollowedRequest[]
  /** Told beside the hops: in their order, but before or after them. */
  readonly networkStatuses: number[]
  /** Of the last hop, whole; empty when that has ended. */
  url: string
}

/** Puts into words what came of a request. @param asked.url whole, however long */
type WhyNot = (asked: { url: string; isAnswered: boolean }) => string

/** Every request of a page, by Chrome's id of it. What is not over the network is no part of it, and
 *  neither are those past the first 3,000. */
export interface RequestBook {
  readonly add: (id: string, asked: Parameters<typeof followRequest>[0]) => void
  /** The request that goes by an id just now; undefined for one that is no part of the book. */
  readonly find: (id: string) => FollowedRequest | undefined
  /** As `find`, as long as it has not ended: in place of a document that fails, Chrome loads a page of its
   *  own by the same id. */
  readonly findOpen: (id: string) => FollowedRequest | undefined
  readonly end: (id: string, timestampS: number) => void
  /** Ends what goes by an id, which has no complete answer. */
  readonly fail: (id: string, timestampS: number, whyNot: WhyNot) => void
  readonly noteNetworkStatus: (id: string, statusCode: number) => void
  /** In the order they were made in. */
  readonly list: () => readonly FollowedRequest[]
  /** No more fit in. */
  readonly isFull: () => boolean
  /** Takes note that there are requests which are not told of. */
  readonly leaveOut: () => void
  /** Something was left out. */
  readonly isCut: () => boolean
}

/** Which status belongs to which hop. Chrome says of each answer whether its status is told; of a request
 *  without an answer it does not. */
function assignNetworkStatuses({ hops, networkStatuses }: Chain): void {
  const told = hops.filter(({ hasNetworkStatus }) => hasNetworkStatus !== false)
  for (const [index, hop] of told.entries()) hop.networkStatus = networkStatuses[index] ?? null
}

/** An empty book. */
export function createRequestBook(): RequestBook {
  const chains = new Map<string, Chain>()
  const requests: FollowedRequest[] = []
  let isCut = false

  const isFull = (): boolean => requests.length >= MAX_REQUESTS

  function chainOf(id: string): Chain {
    const known = chains.get(id)
    if (known !== undefined) return known
    const chain: Chain = { hops: [], networkStatuses: [], url: '' }
    chains.set(id, chain)
    return chain
  }

  function end(id: string, timestampS: number, whyNot: WhyNot | null): void {
    const chain = chains.get(id)
    const request = chain?.hops.at(-1)
    // A WebSocket ends twice: it breaks, then it is closed.
    if (chain === undefined || request === undefined || request.endS !== null) return
    request.endS = timestampS
    const { url } = chain
    if (whyNot !== null) request.error = whyNot({ url, isAnswered: request.answer !== null })
    chain.url = ''
  }

  const find = (id: string): FollowedRequest | undefined => chains.get(id)?.hops.at(-1)

  return {
    add(id, asked) {
      if (!OVER_NETWORK.test(asked.url)) return
      if (isFull()) {
        isCut = true
        return
      }
      const request = followRequest(asked)
      const chain = chainOf(id)
      chain.hops.push(request)
      chain.url = asked.url
      requests.push(request)
    },
    find,
    findOpen(id) {
      const request = find(id)
      return request?.endS === null ? request : undefined
    },
    end: (id, timestampS) => end(id, timestampS, null),
    fail: end,
    noteNetworkStatus(id, statusCode) {
      // It may come before its request.
      if (chains.has(id) || chains.size < MAX_REQUESTS) chainOf(id).networkStatuses.push(statusCode)
    },
    list() {
      for (const chain of chains.values()) assignNetworkStatuses(chain)
      return requests
    },
    isFull,
    leaveOut: () => void (isCut = true),
    isCut: () => isCut,
  }
}
