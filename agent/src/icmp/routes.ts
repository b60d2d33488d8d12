import { whyNoRoute } from '../net/local-route.ts'

/** Whether this machine has a way to an address. mtr-packet 0.95 crashes on one that the routing table
 *  calls unreachable, and takes every other target's probes with it: so the table is asked before. */
export interface Routes {
  /** There was a way a moment ago. */
  readonly isKnown: (address: string) => boolean
  /** @returns null when there is a way, else the system's code (EHOSTUNREACH) */
  readonly find: (address: string) => Promise<string | null>
  /** The table may have changed: all are asked for anew. */
  readonly forget: () => void
}

const KNOWN_FOR_MS = 300_000
const MAX_KNOWN = 50_000

/** @param now monotonic, in ms */
export function createRoutes(now: () => number = () => performance.now()): Routes {
  const known = new Map<string, number>()
  return {
    isKnown(address) {
      const foundAtMs = known.get(address)
      return foundAtMs !== undefined && now() - foundAtMs < KNOWN_FOR_MS
    },
    async find(address) {
      const code = await whyNoRoute(address)
      if (code !== null) known.delete(address)
      else {
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(address, now())
      }
      return code
    },
    forget: () => known.clear(),
  }
}
