import { createFairLine } from '../bounds/fair-line.ts'
import { presentSharer } from '../bounds/sharer.ts'

/** Places for so many pages at once, and a line in front of them in which sharers take turns, whoever has fewest
 *  pages first: pages that hang keep theirs for long. */
export interface PagePlaces {
  /** Waits for a place. @returns what gives it back; null when too many wait, or the signal's end came
   *  first */
  readonly take: (signal: AbortSignal) => Promise<(() => void) | null>
}

/** Somebody in the line; null once they left it. */
interface Spot {
  enter: (() => void) | null
}

/** What all sharers together may have in the line, in times of what each may have. */
const SHARERS_IN_LINE = 4

/** @param limits.waiting how many of one sharer may stand in the line */
export function createPagePlaces(limits: { total: number; waiting: number }): PagePlaces {
  const line = createFairLine<Spot>()
  const waiting = new Map<string, number>()
  /** Pages that sharers have. */
  const open = new Map<string, number>()
  let allWaiting = 0
  let taken = 0

  function count(of: Map<string, number>, sharer: string, change: 1 | -1): void {
    const now = (of.get(sharer) ?? 0) + change
    if (now === 0) of.delete(sharer)
    else of.set(sharer, now)
  }

  function place(sharer: string): () => void {
    taken += 1
    count(open, sharer, 1)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      taken -= 1
      count(open, sharer, -1)
      letIn()
    }
  }

  function letIn(): void {
    const takeNext = () => line.take(null, (sharer) => open.get(sharer) ?? 0)
    for (let spot = takeNext(); spot !== undefined; spot = takeNext()) {
      if (spot.enter === null) continue
      spot.enter()
      return
    }
  }

  function countWaiting(sharer: string, change: 1 | -1): void {
    allWaiting += change
    count(waiting, sharer, change)
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(null)
      const sharer = presentSharer()
      if (taken < limits.total) return Promise.resolve(place(sharer))
      const isLong =
        (waiting.get(sharer) ?? 0) >= limits.waiting ||
        allWaiting >= limits.waiting * SHARERS_IN_LINE
      if (isLong) return Promise.resolve(null)
      return new Promise((resolve) => {
        const leaveLine = (): void => {
          spot.enter = null
          countWaiting(sharer, -1)
          signal.removeEventListener('abort', giveUp)
        }
        const giveUp = (): void => {
          leaveLine()
          resolve(null)
        }
        const spot: Spot = {
          enter() {
            leaveLine()
            resolve(place(sharer))
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        countWaiting(sharer, 1)
        line.push(sharer, spot)
      })
    },
  }
}
