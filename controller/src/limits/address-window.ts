import { forgetFirst } from './address-bucket.ts'

/** How many requests of an address count in which time. */
export interface WindowLimits {
  readonly limit: number
  readonly windowMs: number
  /** Addresses remembered at most, the least recently heard forgotten first: of one that is forgotten the
   *  database is asked again. */
  readonly maxAddresses: number
}

/** The requests of each address that this controller let on to the database, as the database counts
 *  them (`admit_burst`): where they alone fill the window, the database would refuse the next one too and
 *  need not be asked. It knows more, from other controllers, and so refuses sooner, never later. */
export interface AddressWindows {
  /** Counts a request.
   *  @param nowMs UNIX ms
   *  @returns how to take it back when the database refused it after all or could not be asked; null when
   *    the window is full: nothing was counted */
  readonly count: (address: string, nowMs: number) => (() => void) | null
  /** Whether the window is full: counts nothing. */
  readonly isFull: (address: string, nowMs: number) => boolean
  /** Addresses remembered. */
  readonly size: () => number
}

/** Makes windows that slide: a limit of n in t holds in every t, not only in aligned ones. */
export function createAddressWindows(limits: WindowLimits): AddressWindows {
  const { limit, windowMs, maxAddresses } = limits
  // In the order in which they were heard: the first is the one to forget.
  const hitsOf = new Map<string, number[]>()
  // A hit further ahead than the window comes from a clock that was wrong.
  const isInWindow = (at: number, nowMs: number): boolean =>
    at > nowMs - windowMs && at < nowMs + windowMs

  return {
    isFull(address, nowMs) {
      const hits = hitsOf.get(address)
      if (hits === undefined || hits.length < limit) return false
      let inWindow = 0
      for (const at of hits) if (isInWindow(at, nowMs)) inWindow += 1
      return inWindow >= limit
    },
    count(address, nowMs) {
      const known = hitsOf.get(address)
      const hits = (known ?? []).filter((at) => isInWindow(at, nowMs))
      hitsOf.delete(address)
      hitsOf.set(address, hits)
      if (known === undefined && hitsOf.size > maxAddresses) forgetFirst(hitsOf)
      if (hits.length >= limit) return null
      hits.push(nowMs)
      return () => {
        const counted = hitsOf.get(address) ?? []
        const at = counted.lastIndexOf(nowMs)
        if (at >= 0) counted.splice(at, 1)
      }
    },
    size: () => hitsOf.size,
  }
}
