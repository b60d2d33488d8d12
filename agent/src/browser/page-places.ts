import { createFairLine } from '../bounds/fair-line.ts'
import { presentSharer } from '../bounds/sharer.ts'

/** Places for so many pages at once, and a line in front of them in which sharers take turns. */
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
  let allWaiting = 0
  let taken = 0

  function place(): () => void {
    taken += 1
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      taken -= 1
      letIn()
    }
  }

  function letIn(): void {
    for (let spot = line.take(); spot !== undefined; spot = line.take()) {
      if (spot.enter === null) continue
      spot.enter()
      return
    }
  }

  function countWaiting(sharer: string, change: 1 | -1): void {
    allWaiting += change
    const count = (waiting.get(sharer) ?? 0) + change
    if (count === 0) waiting.delete(sharer)
    else waiting.set(sharer, count)
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(null)
      if (taken < limits.total) return Promise.resolve(place())
      const sharer = presentSharer()
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
            resolve(place())
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        countWaiting(sharer, 1)
        line.push(sharer, spot)
      })
    },
  }
}
