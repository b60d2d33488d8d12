import type { ResultAck } from '@sightline/shared/gen/probe/v1/result_pb'
import { Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Spool } from '../state/spool.ts'
import { encodeResults } from './encode-results.ts'

export const BATCH_LIMITS = { results: 500, bytes: 1024 * 1024 }
/** Batches under way without an ack: bounds what a controller must hold, and what is sent again. */
export const MAX_LIVE_UNACKED = 20
const MAX_BACKLOG_UNACKED = 10
const MAX_SEQUENCE = 2n ** 62n

/** Sends the spool over one connection: what happens now before what is left from earlier. */
export interface Uplink {
  /** More results are in the spool. */
  readonly wake: () => void
  /** The connection takes messages: after Welcome, and again after a pause. */
  readonly resume: () => void
  readonly acknowledged: (ack: ResultAck) => void
  readonly close: () => void
}

interface LaneState {
  readonly lane: typeof Lane.LIVE | typeof Lane.BACKLOG
  /** The lane's sequences are `from < sequence <= upTo`. */
  readonly from: bigint
  readonly upTo: bigint
  readonly maxUnacked: number
  sent: bigint
  acked: bigint
  /** Last sequence of each batch that is not acknowledged. */
  unacked: bigint[]
}

/** Made at Hello, for one connection: the spool's end at that moment parts the two lanes.
 *  @param deps.send sends an encoded ConnectRequest; returns false when the connection wants a pause until `resume`
 *  Source: proto, Lane */
export function createUplink(deps: {
  spool: Pick<Spool, 'read' | 'acknowledge' | 'lastSequence'>
  send: (message: Buffer) => boolean
}): Uplink {
  const boundary = deps.spool.lastSequence()
  const live: LaneState = {
    lane: Lane.LIVE,
    from: boundary,
    upTo: MAX_SEQUENCE,
    maxUnacked: MAX_LIVE_UNACKED,
    sent: boundary,
    acked: boundary,
    unacked: [],
  }
  const backlog: LaneState = {
    lane: Lane.BACKLOG,
    from: 0n,
    upTo: boundary,
    maxUnacked: MAX_BACKLOG_UNACKED,
    sent: 0n,
    acked: 0n,
    unacked: [],
  }
  let isPaused = true
  let isClosed = false

  /** @returns whether a batch was sent */
  function sendOne(state: LaneState): boolean {
    if (state.unacked.length >= state.maxUnacked || state.sent >= state.upTo) return false
    const results = deps.spool.read(state.sent, state.upTo, BATCH_LIMITS)
    const last = results.at(-1)
    if (last === undefined) {
      // A backlog that was read to its end stays so.
      if (state === backlog) state.sent = state.upTo
      return false
    }
    state.sent = last.sequence
    state.unacked.push(last.sequence)
    isPaused = !deps.send(encodeResults(state.lane, results))
    return true
  }

  function pump(): void {
    if (isClosed) return
    while (!isPaused && (sendOne(live) || sendOne(backlog)));
  }

  return {
    wake: pump,
    resume() {
      isPaused = false
      pump()
    },
    acknowledged(ack) {
      const state = [live, backlog].find(({ lane }) => lane === ack.lane)
      if (state === undefined) return
      // Never past what was sent, whatever a controller says.
      const upTo = ack.upToSequence < state.sent ? ack.upToSequence : state.sent
      if (upTo <= state.acked) return
      deps.spool.acknowledge(state.acked, upTo)
      state.acked = upTo
      state.unacked = state.unacked.filter((sequence) => sequence > upTo)
      pump()
    },
    close() {
      isClosed = true
    },
  }
}
