/** Places for so many pages at once, and a line in front of them. */
export interface PagePlaces {
  /** Waits for a place. @returns what gives it back; null when too many wait, or the signal's end came
   *  first */
  readonly take: (signal: AbortSignal) => Promise<(() => void) | null>
}

interface Waiter {
  readonly enter: () => void
}

/** @param limits.waiting how many may stand in the line */
export function createPagePlaces(limits: { total: number; waiting: number }): PagePlaces {
  const line = new Set<Waiter>()
  let taken = 0

  function place(): () => void {
    taken += 1
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      taken -= 1
      const [next] = line
      next?.enter()
    }
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(null)
      if (taken < limits.total) return Promise.resolve(place())
      if (line.size >= limits.waiting) return Promise.resolve(null)
      return new Promise((resolve) => {
        const waiter = {
          enter() {
            line.delete(waiter)
            signal.removeEventListener('abort', leave)
            resolve(place())
          },
        }
        function leave(): void {
          line.delete(waiter)
          resolve(null)
        }
        signal.addEventListener('abort', leave, { once: true })
        line.add(waiter)
      })
    },
  }
}
