import type { Logger } from '@sightline/shared/logger'
import type { IncomingResult } from '../db/results.ts'
import type { IntakeUnit } from './waiting-units.ts'

/** How long results of a sender are handled with care after it sent some again as new ones. One that goes on doing so
 *  costs its company one transaction in this time, and the database's log one line. */
const CARE_MS = 10 * 60_000

/** Senders whose live results may be there already, whatever they say. */
export interface Care {
  /** Takes those of the senders of units from whom results came that were found there. */
  readonly take: (units: readonly IntakeUnit[], found: readonly IncomingResult[]) => void
  readonly has: (tokenId: number) => boolean
  /** How many there are now. */
  readonly count: () => number
}

/** Known by their token, which alone they cannot choose: an agent may call itself anew each time it comes. */
export function createCare(log: Logger): Care {
  const untilMs = new Map<number, number>()

  function forgetOver(): void {
    const nowMs = performance.now()
    for (const [tokenId, until] of untilMs) if (until <= nowMs) untilMs.delete(tokenId)
  }

  const has = (tokenId: number): boolean => performance.now() < (untilMs.get(tokenId) ?? -Infinity)

  return {
    take(units, found) {
      const again = new Set(found)
      for (const { rows, sender } of units) {
        if (has(sender.tokenId) || !rows.some((row) => again.has(row))) continue
        forgetOver()
        untilMs.set(sender.tokenId, performance.now() + CARE_MS)
        const { agentId: agent, region } = sender
        log.warn(
          { agent, region },
          'an agent sent results again as new ones: it is handled with care',
        )
      }
    },
    has,
    count() {
      forgetOver()
      return untilMs.size
    },
  }
}
