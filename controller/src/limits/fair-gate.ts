/** Places that sharers take turns in. */
export interface FairGate {
  /** Does the work when there is a place for the sharer. @throws what the work throws */
  readonly pass: <T>(sharer: string, work: () => Promise<T>) => Promise<T>
}

/** Makes a gate that nobody is in. Whoever has all that one may have waits, though there are places left for
 *  others; of those that wait for a place, sharers go in by turns and each one's work in its order.
 *  @param limits.places works at once
 *  @param limits.ofOne works of one sharer at once */
export function createFairGate(limits: {
  readonly places: number
  readonly ofOne: number
}): FairGate {
  const inside = new Map<string, number>()
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let taken = 0

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
      enter(sharer)
      next?.()
    }
  }

  function wait(sharer: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const line = waiting.get(sharer) ?? []
    waiting.set(sharer, line)
    line.push(resolve)
    return promise
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
