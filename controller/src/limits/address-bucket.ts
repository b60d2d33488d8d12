import { networkOf } from './network-of.ts'

/** How much a network may ask for. */
export interface BucketLimits {
  /** Requests at once after a rest. */
  readonly capacity: number
  /** Requests a second that it gets back. */
  readonly perSecond: number
  /** Networks remembered at most, the least recently heard forgotten first: a flood from ever new
   *  addresses costs no more memory than that. */
  readonly maxNetworks: number
}

/** A bucket of requests for each network, in memory. */
export interface AddressBucket {
  /** Takes one request out of the bucket of an address.
   *  @param address IPv4, or IPv6, which counts by its /64
   *  @param nowMs UNIX ms; a clock that is set back gives nothing and takes nothing
   *  @returns false when the bucket is empty: nothing was taken */
  readonly take: (address: string, nowMs: number) => boolean
  /** Whether it would refuse: takes nothing. */
  readonly isEmpty: (address: string, nowMs: number) => boolean
  /** Networks remembered. */
  readonly size: () => number
}

interface Level {
  left: number
  atMs: number
}

/** Makes the guard that stands in front of whatever costs more than a look into memory. Coarse by
 *  design: what has exact limits counts them behind it. */
export function createAddressBucket(limits: BucketLimits): AddressBucket {
  const { capacity, perSecond, maxNetworks } = limits
  // In the order in which they were heard: the first is the one to forget.
  const levels = new Map<string, Level>()
  const leftAt = (level: Level, nowMs: number): number => {
    const gained = (Math.max(0, nowMs - level.atMs) / 1_000) * perSecond
    return Math.min(capacity, level.left + gained)
  }

  return {
    isEmpty(address, nowMs) {
      const level = levels.get(networkOf(address))
      return level !== undefined && leftAt(level, nowMs) < 1
    },
    take(address, nowMs) {
      const network = networkOf(address)
      const known = levels.get(network)
      const level = known ?? { left: capacity, atMs: nowMs }
      levels.delete(network)
      levels.set(network, level)
      if (known === undefined && levels.size > maxNetworks) forgetFirst(levels)
      level.left = leftAt(level, nowMs)
      level.atMs = nowMs
      if (level.left < 1) return false
      level.left -= 1
      return true
    },
    size: () => levels.size,
  }
}

/** Takes what was put into a map first out of it. */
export function forgetFirst(entries: Map<string, unknown>): void {
  for (const key of entries.keys()) {
    entries.delete(key)
    return
  }
}
