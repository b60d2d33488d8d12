import { find, onlyOf, put, without } from './by-region.ts'
import { requiredRegions } from './quorum.ts'
import type { Step } from './step.ts'
import { remember, setStatus } from './step.ts'
import { tell } from './tell.ts'
import type { DecisionPolicy, Vote } from './types.ts'
import { failureOf, ownVoters } from './votes.ts'

/** Scheduled checks of a region that are degraded running. Source: decisions, section 6, "Details" */
const MIN_CHECKS = 3

/** Counts a scheduled check that was degraded; another ends the count of its region. */
export function countSlow(step: Step, vote: Vote): Step {
  const slow = step.state.memory.slow ?? []
  if (vote.confirmation) return step
  if (vote.status !== 'degraded') return remember(step, { slow: without(slow, vote.region) })
  const count = Math.min((find(slow, vote.region)?.count ?? 0) + 1, MIN_CHECKS)
  const { region, checkedAtMs: atMs } = vote
  return remember(step, { slow: put(slow, { region, count, atMs, failure: failureOf(vote) }) })
}

/** Forgets regions that are no longer the monitor's. One without an agent for a while is counted again
 *  when it is back. */
export function withdrawSlow(step: Step, policy: DecisionPolicy): Step {
  const { slow } = step.state.memory
  return slow === undefined ? step : remember(step, { slow: onlyOf(slow, policy.regions) })
}

/** Makes a monitor degraded while the quorum of its own regions is, or a regional outage is open, and up
 *  again afterwards. Where none of its regions may vote nobody can tell, and it stays as it is. */
export function judgeSlowness(step: Step, atMs: number, policy: DecisionPolicy): Step {
  const { status, memory } = step.state
  const own = ownVoters(policy)
  if (own.length === 0) return step
  const counted = onlyOf(memory.slow ?? [], own).filter(({ count }) => count >= MIN_CHECKS)
  const isSlow = counted.length >= requiredRegions(policy.quorum, own.length)
  if (status === 'degraded' && !isSlow && memory.regional === undefined) {
    return setStatus(step, 'up', atMs, null)
  }
  if (status !== 'up' || !isSlow) return step
  const { cause, error } = counted.reduce((a, b) => (b.atMs > a.atMs ? b : a)).failure
  const degraded = setStatus(step, 'degraded', atMs, error)
  return tell(degraded, {
    alert: 'degraded',
    atMs,
    sinceMs: degraded.state.sinceMs,
    cause,
    reason: error,
    regions: counted.map(({ region }) => region),
  })
}
