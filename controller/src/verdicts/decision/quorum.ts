import type { Round } from './memory.ts'
import { find } from './memory.ts'
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

/** How long after its time limit an answer is still waited for. */
export const ANSWER_SLACK_MS = 5_000

/** Until when the answer of a check is waited for, UNIX ms. @param dueAtMs when it begins */
export function answerDeadlineMs(
  dueAtMs: number,
  policy: Pick<DecisionPolicy, 'timeoutMs'>,
): number {
  return dueAtMs + policy.timeoutMs + ANSWER_SLACK_MS
}

/** Regions that can confirm or deny the failure, the failing one not among them. */
export function otherVoters(round: Round, policy: DecisionPolicy): string[] {
  return policy.voters.filter((region) => region !== round.region)
}

/** Whether the region the failure was met in has nobody but itself to confirm it. */
export function isAlone(round: Round, policy: DecisionPolicy): boolean {
  return otherVoters(round, policy).length === 0
}

/** Whether the failing region's own checks are enough for its vote: without another region it takes two
 *  more than with others, save for people who want no retry at all.
 *  Source: monitoring design, section 3, rules 1 and 4 */
export function hasFailedEnough(round: Round, policy: DecisionPolicy): boolean {
  const extra = isAlone(round, policy) && policy.retries > 0 ? 2 : 1
  return round.failures >= policy.retries + extra
}

/** What a round comes to whatever is still open; null: not certain yet. */
export function roundOutcome(round: Round, policy: DecisionPolicy): 'down' | 'up' | null {
  if (!isAlone(round, policy)) return certainOutcome(tallyOf(round, policy), policy.quorum)
  if (find(round.answers, round.region)?.failure === null) return 'up'
  return hasFailedEnough(round, policy) ? 'down' : null
}

/** What a round comes to by those that answered, at its deadline; null: too few did. */
export function lateOutcome(round: Round, policy: DecisionPolicy): 'down' | 'up' | null {
  const { failed, passed } = tallyOf(round, policy)
  if (failed === 0 && passed > 0) return 'up'
  if (isAlone(round, policy) || failed + passed < MIN_ANSWERS) return null
  return failed >= requiredRegions(policy.quorum, failed + passed) ? 'down' : 'up'
}

function tallyOf(round: Round, policy: DecisionPolicy): Tally {
  const passed = round.answers.filter((answer) => answer.failure === null).length
  const open = round.asked.filter(
    ({ region, state }) =>
      state === 'open' &&
      policy.voters.includes(region) &&
      find(round.answers, region) === undefined,
  )
  return { failed: round.answers.length - passed, passed, open: open.length }
}
