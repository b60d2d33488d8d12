import type { TraceProtocol } from '@sightline/shared/traceroute'

/** What became of one packet of a trace. `arrived`: the target itself answered it; `passed`: the router
 *  where its time to live was used up; `refused`: somebody said that it cannot be delivered, null when
 *  nobody else but this machine; `noNeighbour`: nobody in this machine's own network took it. Times in
 *  ms. */
export type HopAnswer =
  | { readonly kind: 'arrived' | 'passed'; readonly from: string; readonly ms: number }
  | { readonly kind: 'refused'; readonly from: string | null; readonly ms: number | null }
  | { readonly kind: 'noNeighbour' }
  | { readonly kind: 'silence' }

/** The packets that were sent to die at one distance. */
export interface RawHop {
  readonly hop: number
  readonly answers: readonly HopAnswer[]
}

/** A trace as it came from the network. */
export interface RawTrace {
  /** Ordered by distance, without gaps. */
  readonly hops: readonly RawHop[]
  /** The signal ended it before every packet had its time. */
  readonly isCutShort: boolean
}

/** Of a target that this machine itself has no way to. */
export const NO_WAY: RawTrace = {
  hops: [{ hop: 1, answers: [{ kind: 'refused', from: null, ms: null }] }],
  isCutShort: false,
}

/** What to trace. */
export interface TraceRun {
  /** Judged by the guard. */
  readonly address: string
  readonly protocol: TraceProtocol
  readonly port: number | null
  /** To each hop. */
  readonly packets: number
  readonly maxHops: number
}

/** One way to trace a path from this machine. */
export interface Tracer {
  readonly engine: 'mtr' | 'tracerouteCommand'
  /** Gives what is known so far when the signal aborts. @throws IcmpError when this machine cannot */
  readonly trace: (run: TraceRun, signal: AbortSignal) => Promise<RawTrace>
}
