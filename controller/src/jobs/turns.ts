/** Who may take the next place of a lane that many share. Pure: it counts what it is told. */
export interface Turns {
  /** Sharers that must leave the next place to others. */
  readonly heldBack: () => string[]
  /** @param sharer null: nobody in particular, never held back */
  readonly took: (sharer: string | null) => void
  readonly gaveBack: (sharer: string | null) => void
  /** Nobody else wanted the place: a new round begins.
   *  @returns true when somebody was held back by the last one, and may take it now */
  readonly beginRound: () => boolean
}

/** How a lane is shared. */
export interface TurnLimits {
  /** Places of the lane that one sharer may not take all of; null: it may, because none is kept for long. */
  readonly places: number | null
  /** Places one sharer takes running before others who wait have their turn. */
  readonly inARow: number
}

/** A sharer may have so many times the places that are left when it takes one (beside the last one, which is
 *  for those who have none): one alone gets 13 of 20, two 8 each, and a newcomer always one. */
const REACH = 2

/** Makes the turns of a lane that nobody is in. */
export function createTurns({ places, inARow }: TurnLimits): Turns {
  const inside = new Map<string, number>()
  let taken = 0
  /** Places taken in this round. */
  const turns = new Map<string, number>()

  function hasItsShare(count: number): boolean {
    return places !== null && count >= REACH * (places - taken - 1)
  }

  return {
    heldBack() {
      const held = new Set<string>()
      for (const [sharer, count] of inside) if (hasItsShare(count)) held.add(sharer)
      for (const [sharer, count] of turns) if (count >= inARow) held.add(sharer)
      return [...held]
    },
    took(sharer) {
      taken += 1
      if (sharer === null) return
      inside.set(sharer, (inside.get(sharer) ?? 0) + 1)
      turns.set(sharer, (turns.get(sharer) ?? 0) + 1)
    },
    gaveBack(sharer) {
      taken -= 1
      if (sharer === null) return
      const left = (inside.get(sharer) ?? 1) - 1
      if (left === 0) inside.delete(sharer)
      else inside.set(sharer, left)
    },
    beginRound() {
      const wasHeld = [...turns].some(
        ([sharer, count]) => count >= inARow && !hasItsShare(inside.get(sharer) ?? 0),
      )
      turns.clear()
      return wasHeld
    },
  }
}
