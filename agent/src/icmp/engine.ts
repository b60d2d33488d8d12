import type { Engine } from '@sightline/shared/check-words'

/** What became of one echo request. `ms` is the round-trip time; `from` the router that said no, null
 *  when this machine itself has no way there. `expired` is a packet that was passed on until its
 *  time to live was used up: the route runs in a circle. */
export type EchoReply =
  | { readonly kind: 'reply'; readonly ms: number }
  | { readonly kind: 'lost' }
  | {
      readonly kind: 'unreachable'
      readonly reason: 'host' | 'network'
      readonly from: string | null
    }
  | { readonly kind: 'expired'; readonly from: string | null }

/** Echo requests to one address. */
export interface EchoRun {
  /** Judged by the guard. */
  readonly address: string
  readonly packets: number
  /** Between the starts of two packets, in ms. */
  readonly packetIntervalMs: number
  /** Bytes of data in each. */
  readonly packetSize: number
  /** Time until the signal aborts, in ms. */
  readonly limitMs: number
  /** A packet that had less than this when the signal aborted was sent too late (a busy agent) for its
   *  silence to mean anything, in ms. */
  readonly minWaitMs: number
}

/** One way to send ICMP echo requests from this machine. */
export interface IcmpEngine {
  readonly engine: Engine
  /** Sends them all; what is unanswered when the signal aborts is lost, and what was not sent yet or
   *  only just is left out. @throws IcmpError when the machine cannot send */
  readonly ping: (run: EchoRun, signal: AbortSignal) => Promise<readonly EchoReply[]>
}

/** The engine failed (its process died, the permission went): nothing is known about the target. The
 *  message is a sentence for people. */
export class IcmpError extends Error {
  override readonly name = 'IcmpError'
}
