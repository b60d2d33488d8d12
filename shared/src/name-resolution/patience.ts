/** Places for questions that are waited for with patience, so many at once. Whoever has most gives one up for another:
 *  else one whose names are never answered would have them all. */
export interface Patience {
  /** @param giveUp called when somebody else gets the place
   *  @returns what gives it back; null when there is none */
  readonly take: (giveUp: () => void) => (() => void) | null
}

interface Place {
  readonly sharer: string
  readonly giveUp: () => void
}

/** @param presentSharer for whom the present work is */
export function createPatience(max: number, presentSharer: () => string): Patience {
  /** The one taken last at the end. */
  const places = new Set<Place>()
  const held = new Map<string, number>()

  function giveBack(place: Place): void {
    if (!places.delete(place)) return
    const left = (held.get(place.sharer) ?? 0) - 1
    if (left > 0) held.set(place.sharer, left)
    else held.delete(place.sharer)
  }

  /** The last place of whoever has most; undefined where a sharer would have as many after it. */
  function placeFor(sharer: string): Place | undefined {
    let most = (held.get(sharer) ?? 0) + 1
    let richest: string | null = null
    for (const [each, count] of held) {
      if (count <= most) continue
      most = count
      richest = each
    }
    return richest === null ? undefined : [...places].findLast((place) => place.sharer === richest)
  }

  return {
    take(giveUp) {
      const sharer = presentSharer()
      if (places.size >= max) {
        const given = placeFor(sharer)
        if (given === undefined) return null
        giveBack(given)
        given.giveUp()
      }
      const place = { sharer, giveUp }
      places.add(place)
      held.set(sharer, (held.get(sharer) ?? 0) + 1)
      return () => giveBack(place)
    },
  }
}
