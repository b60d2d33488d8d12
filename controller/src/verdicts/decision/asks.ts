import type { Cause } from '@sightline/shared/causes'
import type { Round } from './memory.ts'
import { find, put } from './memory.ts'
import { answerDeadlineMs, hasFailedEnough, isAlone, otherVoters } from './quorum.ts'
import type { Step } from './step.ts'
import { act, remember } from './step.ts'
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

/** Failures another try may well not meet: silence, connections that broke off, and pages that did not
 *  come about in a browser. All others are
 *  answers (a status, a certificate, a name that does not exist, a refusal), which a retry would only get
 *  again. Source: monitoring design, section 3, rule 1 */
const TRANSIENT: ReadonlySet<string> = new Set<Cause>([
  'timeout',
  'connectionTimeout',
  'bannerTimeout',
  'dnsTimeout',
  'udpNoReply',
  'packetLoss',
  // A router, or the own machine, asked for the host's hardware address and heard nothing.
  'hostUnreachable',
  'connectionReset',
  // A stall or a reset in the middle of the handshake has this cause too; so have a connection that was
  // closed without an answer, and a body that broke off.
  'tlsHandshakeFailed',
  'protocolError',
  'truncatedBody',
  // A browser asks for a hundred things where a plain check asks for one: any may have come late.
  'renderError',
])

/** Whether a failure of this cause needs a retry where it was met, before it is believed. One without a
 *  cause does. */
export function isTransient(cause: string | null): boolean {
  return cause === null || TRANSIENT.has(cause)
}
