import type { DecisionPolicy } from './types.ts'
import { ownVoters } from './votes.ts'

/** Other regions that are asked at once. Source: monitoring design, section 3, rule 2 */
export const MAX_CONFIRMERS = 4

/** Regions that are asked to confirm a failure at once, in this order; none: the failing region has to
 *  confirm it itself (section 3, rule 4).
 *  @param failing where it was met
 *  @param voters regions that may vote on the monitor (`votersOf`) */
export function confirmersOf(failing: string, voters: readonly string[]): string[] {
  return voters.filter((region) => region !== failing).slice(0, MAX_CONFIRMERS)
}

/** Regions that have a say when one of the monitor's own fails: that one, and those that are asked to
 *  confirm it; none where nobody could meet a failure. With more than five own regions it stands for a
 *  failure of the first ones; a later one is confirmed by the first four. */
export function panelOf(policy: Pick<DecisionPolicy, 'regions' | 'voters'>): readonly string[] {
  const [first] = ownVoters(policy)
  return first === undefined ? [] : [first, ...confirmersOf(first, policy.voters)]
}
