import type { Round, Streak } from './memory.ts'
import { find, onlyOf, put, without } from './memory.ts'
import { requiredRegions } from './quorum.ts'
import type { Step } from './step.ts'
import { remember, setStatus, tell, act } from './step.ts'
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

/** Scheduled checks of a region that fail running before it has an outage of its own.
 *  Source: monitoring design, section 3, rule 6 */
const MIN_CYCLES = 3

/** Counts a round that ended as up against the own regions whose scheduled checks failed in it, and
 *  opens a regional outage for those that fail for the third time running. */
export function countOutvoted(
  step: Step,
  round: Round,
  nowMs: number,
  policy: DecisionPolicy,
): Step {
  const outvoted = onlyOf(round.failedChecks, ownVoters(policy)).filter(
    ({ region }) => find(round.answers, region)?.failure !== null,
  )
  return outvoted.reduce((before, check) => {
    const streaks = before.state.memory.streaks ?? []
    const former = find(streaks, check.region)
    const streak: Streak = {
      region: check.region,
      count: Math.min((former?.count ?? 0) + 1, MIN_CYCLES),
      sinceMs: former?.sinceMs ?? check.atMs,
      isAsked: find(round.asked, check.region)?.state === 'open',
    }
    const counted = remember(before, { streaks: put(streaks, streak) })
    return streak.count < MIN_CYCLES ? counted : join(counted, streak, check.failure.error, nowMs)
  }, step)
}

/** Adds a region to the regional outage, which begins with the first. */
function join(step: Step, streak: Streak, error: string | null, nowMs: number): Step {
  const { regional, regionalEndedMs } = step.state.memory
  const { region } = streak
  if (regional !== undefined) {
    const regions = [...new Set([...regional.regions, region])]
    return remember(step, { regional: { ...regional, regions } })
  }
  const startedAtMs = Math.max(streak.sinceMs, step.state.sinceMs, regionalEndedMs ?? 0)
  const confirmedAtMs = Math.max(nowMs, startedAtMs)
  const summary = `Only ${region} cannot reach it: ${error ?? 'the check failed.'}`
  const told = { cause: 'regionalOutage', regions: [region] }
  const opened = remember(step, { regional: { startedAtMs, regions: [region] } })
  const degraded = act(setStatus(opened, 'degraded', startedAtMs, summary), {
    kind: 'openOutage',
    scope: 'regional',
    startedAtMs,
    confirmedAtMs,
    summary,
    ...told,
  })
  return tell(degraded, {
    alert: 'degraded',
    atMs: confirmedAtMs,
    sinceMs: startedAtMs,
    reason: summary,
    ...told,
  })
}

/** Ends a region's failing, and the regional outage with its last region. */
export function endFailing(step: Step, region: string, atMs: number): Step {
  const { streaks = [] } = step.state.memory
  const cleared = remember(step, { streaks: without(streaks, region) })
  return keepOnly(cleared, (other) => other !== region, atMs)
}

/** Takes back what regions found that may not vote any more, or are no longer the monitor's own. */
export function withdrawFailing(step: Step, nowMs: number, policy: DecisionPolicy): Step {
  const { streaks = [] } = step.state.memory
  const own = new Set(ownVoters(policy))
  const withdrawn = remember(step, { streaks: streaks.filter(({ region }) => own.has(region)) })
  return keepOnly(withdrawn, (region) => own.has(region), nowMs)
}

/** Takes the other regions out of the regional outage. */
function keepOnly(step: Step, isKept: (region: string) => boolean, atMs: number): Step {
  const { regional } = step.state.memory
  if (regional === undefined) return step
  const regions = regional.regions.filter((region) => isKept(region))
  return regions.length === 0
    ? endRegional(step, atMs)
    : remember(step, { regional: { ...regional, regions } })
}

/** Ends the regional outage that is open; without one nothing changes. Another can only begin later. */
export function endRegional(step: Step, atMs: number): Step {
  const { regional, streaks = [] } = step.state.memory
  if (regional === undefined) return step
  const endedAtMs = Math.max(atMs, regional.startedAtMs)
  const later = streaks.map((streak) => ({
    ...streak,
    sinceMs: Math.max(streak.sinceMs, endedAtMs),
  }))
  const ended = remember(step, { regional: undefined, regionalEndedMs: endedAtMs, streaks: later })
  return act(ended, { kind: 'closeOutage', scope: 'regional', endedAtMs })
}
