import type { SpooledResult } from './spooled-result.ts'

/** Results kept in memory until they are sent, so that they need not be read back; when no controller
 *  takes them, they are on disk like all. */
const MAX_FRESH = 1_000

/** The newest results, without gaps. */
export interface FreshResults {
  /** Those that follow all that it was ever given. */
  readonly add: (results: readonly SpooledResult[]) => void
  /** At most `results` of what follows a sequence, and forgets what does not; null when some of it is on disk only. */
  readonly read: (after: bigint, results: number) => SpooledResult[] | null
  /** Those with `after < sequence <= upTo` are there no more. */
  readonly remove: (after: bigint, upTo: bigint) => void
  readonly clear: () => void
}

export function createFreshResults(): FreshResults {
  let fresh: SpooledResult[] = []
  return {
    add(results) {
      fresh = [...fresh, ...results].slice(-MAX_FRESH)
    },
    read(after, results) {
      const [first] = fresh
      if (first === undefined || first.sequence > after + 1n) return null
      const from = Number(after + 1n - first.sequence)
      const read = fresh.slice(from, from + results)
      // What was sent before is not asked for again.
      fresh = fresh.slice(from)
      return read
    },
    remove(after, upTo) {
      const first = fresh[0]?.sequence ?? upTo + 1n
      // A hole in the middle is left to the disk to know.
      if (first > after) fresh = fresh.slice(Number(upTo + 1n > first ? upTo + 1n - first : 0n))
      else fresh = []
    },
    clear() {
      fresh = []
    },
  }
}
