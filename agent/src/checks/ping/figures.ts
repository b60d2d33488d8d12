import type { EchoReply } from '../../icmp/engine.ts'
import { roundMs } from '../../outcome/check-outcome.ts'

/** What a result tells about its packets. Times in ms, null without a reply; jitter is the mean
 *  absolute difference of consecutive round trips, null with fewer than two. */
export interface PingFigures {
  readonly sent: number
  readonly received: number
  /** 0 to 100, one decimal. */
  readonly lossPercent: number
  readonly minMs: number | null
  readonly avgMs: number | null
  readonly maxMs: number | null
  readonly jitterMs: number | null
}

/** Round trips keep their microseconds: in a local network they are far below 0.1 ms. */
function exactMs(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}

/** @param replies one per packet, in the order they were sent */
export function pingFigures(replies: readonly EchoReply[]): PingFigures {
  const sent = replies.length
  let received = 0
  let minMs = Number.POSITIVE_INFINITY
  let maxMs = 0
  let sumMs = 0
  let stepsMs = 0
  let previousMs: number | null = null
  for (const reply of replies) {
    if (reply.kind !== 'reply') continue
    received += 1
    sumMs += reply.ms
    minMs = Math.min(minMs, reply.ms)
    maxMs = Math.max(maxMs, reply.ms)
    if (previousMs !== null) stepsMs += Math.abs(reply.ms - previousMs)
    previousMs = reply.ms
  }
  return {
    sent,
    received,
    lossPercent: sent === 0 ? 0 : roundMs((100 * (sent - received)) / sent),
    minMs: received === 0 ? null : exactMs(minMs),
    avgMs: received === 0 ? null : exactMs(sumMs / received),
    maxMs: received === 0 ? null : exactMs(maxMs),
    jitterMs: received < 2 ? null : exactMs(stepsMs / (received - 1)),
  }
}
