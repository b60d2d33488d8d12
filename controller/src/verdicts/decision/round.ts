import { askMissing, isTransient, askAgain } from './asks.ts'
import { countOutvoted } from './degraded.ts'
import type { Round } from './memory.ts'
import { find, onlyOf, put } from './memory.ts'
import type { ConfirmedOutage } from './outage.ts'
import { goDown, becomeUnknown } from './outage.ts'
import { answerDeadlineMs, hasFailedEnough, roundOutcome, lateOutcome } from './quorum.ts'
import type { Step } from './step.ts'
import { comeUpAtFirst, remember, act } from './step.ts'
import type { DecisionPolicy, Vote } from './types.ts'
import { failureOf, isGood, MAX_CLOCK_DISTANCE_MS } from './votes.ts'

/** Begins to confirm the failure that a scheduled check of one of the monitor's own regions met.
 *  Source: monitoring design, section 3, rules 1 and 2 */
export function openRound(step: Step, vote: Vote, nowMs: number, policy: DecisionPolicy): Step {
  const round: Round = {
    region: vote.region,
    startedAtMs: vote.checkedAtMs,
    endedAtMs: nowMs,
    failure: failureOf(vote),
    failures: 0,
    asked: [],
    answers: [],
    failedChecks: [],
    deadlineMs: answerDeadlineMs(nowMs, policy),
    isSecond: false,
  }
  return takeVote(remember(step, { round }), round, vote, nowMs, policy)
}

/** Takes a vote into a round. */
export function takeVote(
  step: Step,
  round: Round,
  vote: Vote,
  nowMs: number,
  policy: DecisionPolicy,
): Step {
  return settle(step, withVote(round, vote, policy), nowMs, policy)
}

/** A check that was asked for says nothing about the target: its region is not waited for any longer. */
export function takeSilence(step: Step, vote: Vote, nowMs: number, policy: DecisionPolicy): Step {
  const { round } = step.state.memory
  if (round === undefined || !isOfRound(round, vote)) return step
  const ask = find(round.asked, vote.region)
  if (!vote.confirmation || ask?.state !== 'open') return step
  const silenced = { ...round, asked: put(round.asked, { ...ask, state: 'silent' as const }) }
  return settle(step, silenced, nowMs, policy)
}

/** Takes back the votes of regions that may not vote any more, and asks others where none is left to
 *  be asked. */
export function withdrawVotes(step: Step, nowMs: number, policy: DecisionPolicy): Step {
  const { round } = step.state.memory
  if (round === undefined) return step
  const answers = onlyOf(round.answers, policy.voters)
  const failures = policy.voters.includes(round.region) ? round.failures : 0
  return settle(step, { ...round, answers, failures }, nowMs, policy)
}

/** Ends a round that is certain; else asks for what is missing. */
function settle(step: Step, round: Round, nowMs: number, policy: DecisionPolicy): Step {
  const outcome = roundOutcome(round, policy)
  return outcome === null
    ? askMissing(step, round, nowMs, policy)
    : endRound(step, round, outcome, nowMs, policy)
}

/** Ends a round: the monitor goes down, or what failed was a minority. */
export function endRound(
  step: Step,
  round: Round,
  outcome: 'down' | 'up',
  nowMs: number,
  policy: DecisionPolicy,
): Step {
  if (outcome === 'down') return goDown(step, outageOf(round), nowMs)
  const closed = remember(step, { round: undefined })
  const passed = round.answers.filter((answer) => answer.failure === null)
  const upMs = Math.min(...passed.map((answer) => answer.atMs))
  return countOutvoted(comeUpAtFirst(closed, upMs), round, nowMs, policy)
}

/** Where the failing region's own vote was taken back, the outage began with another's. While its retry
 *  has not answered it confirms nothing, but it fails. */
function outageOf(round: Round): ConfirmedOutage {
  const { region: finder, startedAtMs: foundAtMs } = round
  const failed = round.answers.filter((answer) => answer.failure !== null)
  const first = find(failed, finder) ?? failed[0]
  const failing = failed.map(({ region, atMs }) => ({ region, atMs }))
  const isUndecided = round.failures > 0 && find(round.answers, finder) === undefined
  return {
    startedAtMs: round.failures > 0 ? foundAtMs : Math.min(...failing.map(({ atMs }) => atMs)),
    regions: failing.map(({ region }) => region),
    failing: isUndecided ? [{ region: finder, atMs: foundAtMs }, ...failing] : failing,
    failure: first?.failure ?? round.failure,
    asked: round.asked.filter((ask) => ask.state === 'open'),
  }
}

/** A check that began before t0 says nothing about the failure; only one that was asked for after t0 may
 *  seem to have, by another clock. */
function isOfRound(round: Round, vote: Vote): boolean {
  const clockMs = vote.confirmation ? MAX_CLOCK_DISTANCE_MS : 0
  return vote.checkedAtMs >= round.startedAtMs - clockMs
}

function withVote(round: Round, vote: Vote, policy: DecisionPolicy): Round {
  const heard = withFailedCheck(withAnswered(round, vote), vote)
  if (!isOfRound(round, vote)) return heard
  const answer = {
    region: vote.region,
    atMs: vote.checkedAtMs,
    failure: isGood(vote) ? null : failureOf(vote),
  }
  if (answer.failure === null || vote.region !== round.region) {
    return { ...heard, answers: put(heard.answers, answer) }
  }
  const again = { ...heard, failures: heard.failures + 1 }
  return isTransient(vote.cause) && !hasFailedEnough(again, policy)
    ? again
    : { ...again, answers: put(again.answers, answer) }
}

/** A region that was silent speaks again with its next scheduled check. */
function withAnswered(round: Round, vote: Vote): Round {
  const ask = find(round.asked, vote.region)
  if (ask === undefined || (ask.state === 'open' && !vote.confirmation)) return round
  return { ...round, asked: put(round.asked, { ...ask, state: 'answered' }) }
}

function withFailedCheck(round: Round, vote: Vote): Round {
  if (isGood(vote) || vote.confirmation || find(round.failedChecks, vote.region)) return round
  const check = { region: vote.region, atMs: vote.checkedAtMs, failure: failureOf(vote) }
  return { ...round, failedChecks: [...round.failedChecks, check] }
}

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
