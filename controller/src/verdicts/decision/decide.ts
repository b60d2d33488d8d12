import { endFailing, withdrawFailing, countSlow, judgeSlowness, withdrawSlow } from './degraded.ts'
import { endFlapping, flappingEndsMs } from './flapping.ts'
import { changeMaintenance, newOutage, expire, expiresMs } from './outage.ts'
import { recheckWhileDown, takeWhileDown, nextRecheckMs } from './recovery.ts'
import { meetDeadline, openRound, takeSilence, takeVote, withdrawVotes } from './round.ts'
import type { Step } from './step.ts'
import { beginStep, comeUpAtFirst, remember } from './step.ts'
import type { Decision, DecisionEvent, DecisionPolicy, DecisionState, Vote } from './types.ts'
import { forget, hasSay, hear, castAtMs, isAboutTarget, isGood, staleBeforeMs } from './votes.ts'

/** The decision rule: what an event makes of a monitor, and what is to be done about it. Pure: same
 *  state, event and policy, same decision. Votes may come in any order and more than once; late ones
 *  change `countedMs` and nothing else. Source: monitoring design, section 3 */
export function decide(
  state: DecisionState,
  event: DecisionEvent,
  policy: DecisionPolicy,
): Decision {
  const step = beginStep(withCounted(state, event))
  if (event.kind === 'maintenance') {
    return withLook(changeMaintenance(step, event.active, event.atMs), policy)
  }
  if (state.status === 'paused' || state.inMaintenance) return step
  if (event.kind === 'tick') return withLook(takeTick(step, event.atMs, policy), policy)
  if (isPast(step.state, event.vote, policy)) return step
  return withLook(takeAnyVote(step, event.vote, policy), policy)
}

function withCounted(state: DecisionState, event: DecisionEvent): DecisionState {
  if (event.kind !== 'vote' || !isAboutTarget(event.vote)) return state
  return { ...state, countedMs: Math.max(state.countedMs, event.vote.checkedAtMs) }
}

function isPast(state: DecisionState, vote: Vote, policy: DecisionPolicy): boolean {
  return vote.late || vote.checkedAtMs < staleBeforeMs(state.countedMs, policy)
}

function takeTick(step: Step, nowMs: number, policy: DecisionPolicy): Step {
  const known = expire(withOutage(step), nowMs, policy, null)
  const decided = meetDeadline(withdraw(known, nowMs, policy), nowMs, policy)
  const asked = recheckWhileDown(decided, nowMs, policy)
  return judgeSlowness(endFlapping(asked, nowMs), nowMs, policy)
}

function takeAnyVote(step: Step, vote: Vote, policy: DecisionPolicy): Step {
  const nowMs = castAtMs(vote, policy)
  const present = withdraw(withOutage(step), nowMs, policy)
  if (!isAboutTarget(vote)) {
    return expire(takeSilence(present, vote, nowMs, policy), nowMs, policy, vote.error)
  }
  if (!hasSay(present.state, vote, policy)) return present
  const voted = takeCountedVote(present, vote, nowMs, policy)
  return forget(hear(voted, present.state.memory, vote), policy)
}

function takeCountedVote(step: Step, vote: Vote, nowMs: number, policy: DecisionPolicy): Step {
  const { memory } = step.state
  if (memory.outage !== undefined) {
    return takeWhileDown(hear(step, memory, vote), memory.outage, vote, nowMs, policy)
  }
  const failing = isGood(vote) ? endFailing(step, vote.region, vote.checkedAtMs) : step
  const slow = countSlow(failing, vote)
  return judgeSlowness(takeVerdict(slow, vote, nowMs, policy), vote.checkedAtMs, policy)
}

/** What the vote says about up and down. */
function takeVerdict(step: Step, vote: Vote, nowMs: number, policy: DecisionPolicy): Step {
  const { round } = step.state.memory
  if (round !== undefined) return takeVote(step, round, vote, nowMs, policy)
  if (isGood(vote)) return comeUpAtFirst(step, vote.checkedAtMs)
  return vote.confirmation ? step : openRound(step, vote, nowMs, policy)
}

/** Regions that lost their vote, or are no longer the monitor's, take what they found with them. */
function withdraw(step: Step, nowMs: number, policy: DecisionPolicy): Step {
  const withdrawn = withdrawSlow(withdrawFailing(step, nowMs, policy), policy)
  return withdrawVotes(judgeSlowness(withdrawn, nowMs, policy), nowMs, policy)
}

/** A monitor that is down has an outage, whatever became of the memory of it. */
function withOutage(step: Step): Step {
  const { status, memory } = step.state
  const isDown = status === 'down'
  if (isDown === (memory.outage !== undefined)) return step
  return remember(step, { outage: isDown ? newOutage(step.state.sinceMs) : undefined })
}

/** Notes when the rule wants a tick if nothing comes before. A monitor that is up, or waits for its first
 *  result, wants none: that its results stay away is found by looking through all. */
export function withLook(step: Step, policy: DecisionPolicy): Step {
  return { ...step, state: { ...step.state, lookAtMs: lookAtMs(step, policy) } }
}

function lookAtMs(step: Step, policy: DecisionPolicy): number | null {
  const { status, inMaintenance, memory } = step.state
  if (inMaintenance || status === 'paused') return null
  const canExpire = status === 'down' || status === 'degraded'
  const instants = [
    memory.round?.deadlineMs ?? null,
    nextRecheckMs(step, policy),
    flappingEndsMs(step),
    canExpire ? expiresMs(step, policy) : null,
  ].filter((atMs) => atMs !== null)
  return instants.length === 0 ? null : Math.min(...instants)
}
