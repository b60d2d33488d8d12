import { endOutages } from './outage.ts'
import type { Step } from './step.ts'
import { remember, setStatus } from './step.ts'
import type { DecisionPolicy } from './types.ts'
import { unknownAfterMs } from './votes.ts'

const NO_RESULT = 'No location could check it.'

/** Makes a monitor unknown once nothing was heard for so long that what was found no longer holds, not
 *  even as a part of a round.
 *  @param error what the latest check came to, for people; null: none came
 *  Source: decisions, section 6, "Status" */
export function expire(
  step: Step,
  nowMs: number,
  policy: DecisionPolicy,
  error: string | null,
): Step {
  const atMs = expiresMs(step, policy)
  return nowMs < atMs ? step : becomeUnknown(step, atMs, error ?? NO_RESULT)
}

/** When what is known expires, UNIX ms. */
export function expiresMs(step: Step, policy: DecisionPolicy): number {
  return step.state.countedMs + unknownAfterMs(policy.intervalMs)
}

/** Nothing is known from an instant on: our own gaps are never downtime. */
export function becomeUnknown(step: Step, atMs: number, reason: string): Step {
  const ended = remember(endOutages(step, atMs), {
    round: undefined,
    streaks: undefined,
    slow: undefined,
  })
  return setStatus(ended, 'unknown', atMs, reason)
}
