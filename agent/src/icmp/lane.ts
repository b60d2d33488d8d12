import { createFairLine } from '../bounds/fair-line.ts'
import { presentSharer } from '../bounds/sharer.ts'

/** Lets a few through at once; the others wait in line, in which sharers take turns. */
export interface Lane {
  /** @returns what to call once when done; null when the signal aborted first */
  readonly enter: (signal: AbortSignal) => Promise<(() => void) | null>
}

export function createLane(places: number): Lane {
  const waiting = createFairLine<() => void>()
  let inside = 0

  function leave(): void {
    inside -= 1
    // Those who gave up meanwhile take no place.
    for (let letIn = waiting.take(); letIn !== undefined; letIn = waiting.take()) {
      letIn()
      if (inside === places) return
    }
  }

  function takePlace(): () => void {
    inside += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      leave()
    }
  }

  return {
    async enter(signal) {
      if (signal.aborted) return null
      if (inside < places) return takePlace()
      return new Promise((resolve) => {
        const giveUp = (): void => resolve(null)
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(presentSharer(), () => {
          if (signal.aborted) return
          signal.removeEventListener('abort', giveUp)
          resolve(takePlace())
        })
      })
    },
  }
}
