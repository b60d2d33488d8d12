/** How long results of a sender are handled with care after it sent some again as new ones. One that goes on doing so
 *  costs its company one transaction in this time, and the database's log one line. */
const CARE_MS = 10 * 60_000

/** Senders whose live results may be there already, whatever they say. */
export interface Care {
  readonly take: (tokenId: number) => void
  readonly has: (tokenId: number) => boolean
  /** How many there are now. */
  readonly count: () => number
}

/** Known by their token, which alone they cannot choose: an agent may call itself anew each time it comes. */
export function createCare(): Care {
  const untilMs = new Map<number, number>()

  function forgetOver(): void {
    const nowMs = performance.now()
    for (const [tokenId, until] of untilMs) if (until <= nowMs) untilMs.delete(tokenId)
  }

  return {
    take(tokenId) {
      forgetOver()
      untilMs.set(tokenId, performance.now() + CARE_MS)
    },
    has: (tokenId) => performance.now() < (untilMs.get(tokenId) ?? -Infinity),
    count() {
      forgetOver()
      return untilMs.size
    },
  }
}
