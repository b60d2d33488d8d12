import type { SpoolRows } from './spool-rows.ts'

/** Results after which it is looked what they take on disk, which costs a third of a small commit. */
const WEIGH_EVERY = 100
/** Share of the results that goes at once where they take too many bytes: no more than needs to, and not one by one of
 *  a million. */
const DROP_SHARE = 0.01

/** Makes what removes the oldest results until they, and what they take on disk, are within their limits.
 *  @returns given how many there are, and how many of them are new, it tells how many it removed */
export function createMakeRoom(
  rows: Pick<SpoolRows, 'removeOldest' | 'usedBytes'>,
  { maxResults, maxBytes }: { readonly maxResults: number; readonly maxBytes: number },
): (results: number, added: number) => number {
  let unweighed = WEIGH_EVERY
  return (results, added) => {
    const excess = results - maxResults
    let removed = excess > 0 ? rows.removeOldest(excess) : 0
    unweighed += added
    if (unweighed < WEIGH_EVERY) return removed
    unweighed = 0
    while (removed < results && rows.usedBytes() > maxBytes) {
      removed += rows.removeOldest(Math.ceil((results - removed) * DROP_SHARE))
    }
    return removed
  }
}
