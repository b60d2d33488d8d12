import type { CDPSession, Protocol } from 'puppeteer'
import type { Asked } from '../failed-requests.ts'
import type { Frame } from './page-processes.ts'

const MAX_REQUESTS = 3_000

/** A request without a complete answer. */
interface OpenRequest extends Asked {
  /** Of the frame that asked; empty where none did. */
  readonly frameId: string
  /** Who told of it. */
  readonly from: CDPSession
}

/** What a page asks for, until it has it. */
export interface OpenRequests {
  readonly sent: (event: Protocol.Network.RequestWillBeSentEvent, from: CDPSession) => void
  /** It has all of its answer, or gets none. @returns what was asked for; undefined where nobody told of it */
  readonly ended: (requestId: string) => Asked | undefined
  /** What a frame that is gone had asked for is told no more. */
  readonly drop: (frame: Frame) => void
  /** Without streams of events, and scripts of workers. */
  readonly urls: () => readonly string[]
  /** Counts whatever starts or ends a request. */
  readonly activity: () => number
}

/** @param tooMany is told once when the page has asked for more than it may */
export function createOpenRequests(tooMany: () => void): OpenRequests {
  const open = new Map<string, OpenRequest>()
  let requests = 0
  let activity = 0
  return {
    sent({ requestId, loaderId, request, type = 'Other', frameId = '' }, from) {
      activity += 1
      requests += 1
      if (requests === MAX_REQUESTS) tooMany()
      // A worker's script has no loader, and its end is told to the worker's own session.
      if (loaderId !== '') open.set(requestId, { url: request.url, type, frameId, from })
    },
    ended(requestId) {
      activity += 1
      const asked = open.get(requestId)
      open.delete(requestId)
      return asked
    },
    drop({ targetId, session }) {
      for (const [id, { from, frameId }] of open) {
        if (from === session || frameId === targetId) open.delete(id)
      }
    },
    urls: () =>
      [...open.values()].filter(({ type }) => type !== 'EventSource').map(({ url }) => url),
    activity: () => activity,
  }
}
