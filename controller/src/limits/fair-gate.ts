import { AppError } from '@sightline/shared/errors'

/** Places that sharers take turns in. */
export interface FairGate {
  /** Does the work when there is a place for the sharer.
   *  @throws AppError unavailable when too much waits, or it waited for too long; what the work throws */
  readonly pass: <T>(sharer: string, work: () => Promise<T>) => Promise<T>
}

/** How many may be inside, and wait. */
export interface GateLimits {
  /** Works at once. */
  readonly places: number
  /** Works of one sharer at once. */
  readonly ofOne: number
  /** Works that wait. */
  readonly waiting: number
  /** Works of one sharer that wait. */
  readonly waitingOfOne: number
  /** How long a work waits for its place. */
  readonly waitMs: number
}

/** Makes a gate that nobody is in. Whoever has all that one may have waits, though there are places left for
 *  others; of those that wait for a place, sharers go in by turns and each one's work in its order.
 *  @param what goes on inside, for whoever is refused: "reports are being read" */
export function createFairGate(limits: GateLimits, what: string): FairGate {
  const inside = new Map<string, number>()
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let taken = 0
  let waitingCount = 0

  const hasPlace = (sharer: string): boolean =>
    taken < limits.places && (inside.get(sharer) ?? 0) < limits.ofOne

  function enter(sharer: string): void {
    taken += 1
    inside.set(sharer, (inside.get(sharer) ?? 0) + 1)
  }

  function leave(sharer: string): void {
    taken -= 1
    const left = (inside.get(sharer) ?? 1) - 1
    if (left === 0) inside.delete(sharer)
    else inside.set(sharer, left)
    letIn()
  }

  function letIn(): void {
    // Whoever goes in comes last in the same walk, if he has more that waits.
    for (const [sharer, line] of waiting) {
      if (taken === limits.places) return
      if (!hasPlace(sharer)) continue
      waiting.delete(sharer)
      const next = line.shift()
      if (line.length > 0) waiting.set(sharer, line)
      waitingCount -= 1
      enter(sharer)
      next?.()
    }
  }

  /** @throws AppError unavailable */
  function wait(sharer: string): Promise<void> {
    const line = waiting.get(sharer) ?? []
    if (waitingCount >= limits.waiting || line.length >= limits.waitingOfOne) throw tooBusy(what)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const goIn = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      giveUp(sharer, goIn)
      reject(tooBusy(what))
    }, limits.waitMs)
    waiting.set(sharer, line)
    line.push(goIn)
    waitingCount += 1
    return promise
  }

  function giveUp(sharer: string, goIn: () => void): void {
    const left = (waiting.get(sharer) ?? []).filter((other) => other !== goIn)
    if (left.length === 0) waiting.delete(sharer)
    else waiting.set(sharer, left)
    waitingCount -= 1
  }

  return {
    async pass(sharer, work) {
      // Who waits has his share already, or there is no place for anybody: nobody is overtaken.
      if (hasPlace(sharer)) enter(sharer)
      else await wait(sharer)
      try {
        return await work()
      } finally {
        leave(sharer)
      }
    },
  }
}

function tooBusy(what: string): AppError {
  return new AppError('unavailable', `Too many ${what} at once: try again in a few seconds.`, {
    headers: { 'Retry-After': '5' },
  })
}
