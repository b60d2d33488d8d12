import type { DecisionPolicy } from './types.ts'

/** How many of `of` regions must fail for the monitor to be down; at least 1, and a number never above
 *  `of`: all of few are enough. Source: monitoring design, section 3, rule 3 */
export function requiredRegions(quorum: DecisionPolicy['quorum'], of: number): number {
  const required =
    typeof quorum === 'number'
      ? Math.min(quorum, of)
      : { majority: Math.floor(of / 2) + 1, all: of, any: 1 }[quorum]
  return Math.max(1, required)
}

/** How a round stands: regions whose vote failed, those whose vote passed, and those that were asked and
 *  may still answer. */
export interface Tally {
  readonly failed: number
  readonly passed: number
  readonly open: number
}

/** One region alone is never believed where there are more. Source: monitoring design, section 3 */
export const MIN_ANSWERS = 2

/** What a round comes to whatever the open regions say, or say nothing; null: not certain yet. */
export function certainOutcome(
  { failed, passed, open }: Tally,
  quorum: DecisionPolicy['quorum'],
): 'down' | 'up' | null {
  const required = requiredRegions(quorum, failed + passed + open)
  if (failed + passed >= MIN_ANSWERS && failed >= required) return 'down'
  return passed > 0 && failed + open < required ? 'up' : null
}
