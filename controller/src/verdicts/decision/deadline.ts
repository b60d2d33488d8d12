import type { Round } from './memory.ts'
import { askAgain } from './round-asks.ts'
import { lateOutcome } from './round-outcome.ts'
import { endRound } from './round.ts'
import type { Step } from './step.ts'
import { act, remember } from './step.ts'
import type { DecisionPolicy } from './types.ts'
import { becomeUnknown } from './unknown.ts'

/** Decides a round whose deadline has come by those that answered. Too few are asked another time; then
 *  nobody can tell. Source: monitoring design, section 3, rules 3 and 5 */
export function meetDeadline(step: Step, nowMs: number, policy: DecisionPolicy): Step {
  const { round } = step.state.memory
  if (round === undefined || nowMs < round.deadlineMs) return step
  const outcome = lateOutcome(round, policy)
  if (outcome !== null) return endRound(step, round, outcome, nowMs, policy)
  return round.isSecond ? giveUp(step, round, nowMs) : askAgain(step, round, nowMs, policy)
}

function giveUp(step: Step, round: Round, nowMs: number): Step {
  if (step.state.status === 'unknown') return remember(step, { round: undefined })
  const error = round.failure.error ?? 'the check failed.'
  const reason = `The failure in ${round.region} could not be confirmed, too few checks were answered: ${error}`
  return act(becomeUnknown(step, round.startedAtMs, reason), {
    kind: 'operatorAlert',
    atMs: nowMs,
    reason,
  })
}
