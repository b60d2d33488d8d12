import type { FirstInFirstOut } from './first-in-first-out.ts'
import { createFirstInFirstOut } from './first-in-first-out.ts'

/** A line in which whoever shares a program's places takes turns: one of each, in order for each. With one
 *  sharer it is a plain queue. Both ends cost the same however long it is. */
export interface FairLine<T> {
  readonly push: (sharer: string, item: T) => void
  /** The next of the sharer whose turn it is.
   *  @param passedOver sharer that is not meant; null for none
   *  @param placesOf what a sharer has already: whoever has least comes first, by turns among those */
  readonly take: (
    passedOver?: string | null,
    placesOf?: (sharer: string) => number,
  ) => T | undefined
  readonly size: () => number
}

export function createFairLine<T>(): FairLine<T> {
  // In the order of their turns.
  const lines = new Map<string, FirstInFirstOut<T>>()
  let size = 0

  function next(passedOver: string | null, placesOf: (sharer: string) => number) {
    let found: [string, FirstInFirstOut<T>] | undefined
    let fewest = Infinity
    for (const entry of lines) {
      const [sharer] = entry
      const places = sharer === passedOver ? Infinity : placesOf(sharer)
      if (places < fewest) {
        found = entry
        fewest = places
      }
      if (fewest === 0) break
    }
    return found
  }

  return {
    push(sharer, item) {
      const line = lines.get(sharer) ?? createFirstInFirstOut<T>()
      lines.set(sharer, line)
      line.push(item)
      size += 1
    },
    take(passedOver = null, placesOf = () => 0) {
      const found = next(passedOver, placesOf)
      if (found === undefined) return undefined
      const [sharer, line] = found
      const item = line.take()
      size -= 1
      // With others waiting it is their turn now.
      if (line.size() === 0) lines.delete(sharer)
      else if (lines.size > 1) {
        lines.delete(sharer)
        lines.set(sharer, line)
      }
      return item
    },
    size: () => size,
  }
}
