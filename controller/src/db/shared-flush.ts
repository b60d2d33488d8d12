import { setTimeout as delay } from 'node:timers/promises'

/** Waits until all that was written before it was asked is on the disk. */
export type Flush = () => Promise<void>

/** One wait for the disk of many. */
export interface SharedFlush {
  readonly flush: Flush
  /** Somebody waits: who has to wait too does so with them. */
  readonly isUnderWay: () => boolean
}

/** Where so many wait for the next it begins so long after the last: each takes processors some milliseconds, and those that
 *  write meanwhile need none of their own. */
const MANY_WAIT = 3
const GATHER_MS = 5

/** Makes one wait for the disk of many: who asks while one is under way shares the next with all others who do, as what
 *  they wrote may have come too late for it.
 *  @param flush resolves when what was written before it began is on the disk
 *  @param gatherMs how long others may join the next of many after the last has ended */
export function shareFlush(flush: Flush, gatherMs = GATHER_MS): SharedFlush {
  let underWay: Promise<void> | null = null
  let next: Promise<void> | null = null
  let waitForNext = 0

  function begin(): Promise<void> {
    const its = flush().finally(() => {
      if (underWay === its) underWay = null
    })
    underWay = its
    return its
  }

  async function follow(before: Promise<void>): Promise<void> {
    // Whose it is hears of its failure.
    await before.catch(() => undefined)
    if (waitForNext >= MANY_WAIT && gatherMs > 0) await delay(gatherMs)
    next = null
    waitForNext = 0
    return begin()
  }

  return {
    flush() {
      if (next === null && underWay === null) return begin()
      waitForNext += 1
      // Where none is under way any more the next is about to begin.
      return (next ??= follow(underWay ?? Promise.resolve()))
    },
    isUnderWay: () => underWay !== null || next !== null,
  }
}
