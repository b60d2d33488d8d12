import { find, put } from './by-region.ts'
import { confirmersOf, MAX_CONFIRMERS } from './confirmers.ts'
import type { Round } from './memory.ts'
import { answerDeadlineMs, hasFailedEnough, isAlone, otherVoters } from './round-outcome.ts'
import type { Step } from './step.ts'
import { act, remember } from './step.ts'
import type { DecisionPolicy } from './types.ts'

/** The second attempt, after the end of the check that failed first. Source: the same, rule 5 */
const SECOND_AFTER_MS = 30_000

/** Asks for the checks a round still needs: others where none of those that may vote was asked, and
 *  the failing region's next retry. */
export function askMissing(step: Step, round: Round, nowMs: number, policy: DecisionPolicy): Step {
  const others = otherVoters(round, policy)
  const wasAsked = others.some((region) => find(round.asked, region) !== undefined)
  const asking = wasAsked ? [] : confirmersOf(round.region, policy.voters)
  const asked = askAll(remember(step, { round }), round, asking, nowMs, policy)
  if (!needsRetry(asked.round, policy)) return asked.step
  const dueAtMs = retryDueMs(asked.round, nowMs, policy)
  return askAll(asked.step, asked.round, [round.region], dueAtMs, policy).step
}

/** Asks everybody again who has not answered, and in the place of others that kept silent such as were
 *  not asked yet. */
export function askAgain(step: Step, round: Round, nowMs: number, policy: DecisionPolicy): Step {
  const dueAtMs = Math.max(nowMs, round.endedAtMs + SECOND_AFTER_MS)
  const isNew = (region: string): boolean => find(round.asked, region) === undefined
  const others = otherVoters(round, policy)
    .filter((region) => find(round.answers, region) === undefined)
    .toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)))
    .slice(0, MAX_CONFIRMERS)
  const itself =
    policy.voters.includes(round.region) && isUndecided(round, policy) ? [round.region] : []
  const deadlineMs = answerDeadlineMs(dueAtMs, policy)
  const second: Round = { ...round, isSecond: true, deadlineMs }
  return askAll(step, second, [...itself, ...others], dueAtMs, policy).step
}

function askAll(
  step: Step,
  round: Round,
  regions: readonly string[],
  dueAtMs: number,
  policy: DecisionPolicy,
): { step: Step; round: Round } {
  const asking = regions.map((region) => ({
    region,
    attempt: (find(round.asked, region)?.attempt ?? 0) + 1,
  }))
  const asked = asking.reduce(
    (list, ask) => put(list, { ...ask, state: 'open' as const }),
    round.asked,
  )
  const deadlineMs =
    asking.length === 0
      ? round.deadlineMs
      : Math.max(round.deadlineMs, answerDeadlineMs(dueAtMs, policy))
  const next: Round = { ...round, asked, deadlineMs }
  const rechecks = asking.map((ask) => ({ kind: 'recheck' as const, dueAtMs, ...ask }))
  return { step: act(remember(step, { round: next }), ...rechecks), round: next }
}

/** A retry that came to nothing is not repeated before the second attempt. */
function needsRetry(round: Round, policy: DecisionPolicy): boolean {
  const state = find(round.asked, round.region)?.state ?? 'answered'
  return state === 'answered' && policy.voters.includes(round.region) && isUndecided(round, policy)
}

function isUndecided(round: Round, policy: DecisionPolicy): boolean {
  return isAlone(round, policy)
    ? !hasFailedEnough(round, policy)
    : find(round.answers, round.region) === undefined
}

/** Alone, the k-th retry comes k(k+1)/2 delays after the first failure, so that a short trouble has
 *  time to pass; with others a delay after the one before. Source: the same, rules 1 and 4 */
function retryDueMs(round: Round, nowMs: number, policy: DecisionPolicy): number {
  if (!isAlone(round, policy) || round.isSecond) return nowMs + policy.retryDelayMs
  const retry = (find(round.asked, round.region)?.attempt ?? 0) + 1
  const afterMs = (policy.retryDelayMs * retry * (retry + 1)) / 2
  return Math.max(nowMs, round.endedAtMs + afterMs)
}
