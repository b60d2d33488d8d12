import { endRegional } from './degraded.ts'
import { noteChange } from './flapping.ts'
import type { Ask, Failure, Outage } from './memory.ts'
import type { Step } from './step.ts'
import { act, remember, setStatus, tell } from './step.ts'
import type { DecisionPolicy } from './types.ts'
import { unknownAfterMs } from './votes.ts'

/** What is known of an outage the moment it is confirmed. */
export interface ConfirmedOutage {
  /** Its first failing check, UNIX ms. */
  readonly startedAtMs: number
  /** The regions whose votes confirmed it. */
  readonly regions: readonly string[]
  /** The regions that fail, and when the latest failing check of each began, UNIX ms. */
  readonly failing: Outage['failing']
  readonly failure: Failure
  /** Rechecks that have not answered yet: what they find counts towards the recovery. */
  readonly asked: readonly Pick<Ask, 'region' | 'attempt'>[]
}

/** The memory of an outage of which only the beginning is known. @param startedAtMs UNIX ms */
export function newOutage(startedAtMs: number): Outage {
  return { startedAtMs, failedMs: startedAtMs, goods: [], failing: [], asked: [] }
}

/** Takes the monitor down. A regional outage ends where the global one begins, and what was counted
 *  towards `degraded` is counted anew afterwards.
 *  Source: monitoring design, section 3, rules 3 and 8 */
export function goDown(step: Step, confirmed: ConfirmedOutage, nowMs: number): Step {
  const startedAtMs = Math.max(confirmed.startedAtMs, step.state.sinceMs)
  const { regions, failing, failure } = confirmed
  const failedMs = Math.max(startedAtMs, ...failing.map(({ atMs }) => atMs))
  const confirmedAtMs = Math.max(nowMs, failedMs)
  const cause = failure.cause ?? 'timeout'
  const summary = failure.error ?? 'The check failed.'
  const asked = confirmed.asked.map(({ region, attempt }) => ({
    region,
    attempt,
    dueAtMs: confirmedAtMs,
    waitingMs: confirmedAtMs,
  }))
  const regional = endRegional(step, startedAtMs)
  const remembered = remember(regional, {
    round: undefined,
    streaks: undefined,
    slow: undefined,
    outage: { ...newOutage(startedAtMs), failedMs, failing, asked },
  })
  const opened = act(setStatus(remembered, 'down', startedAtMs, summary), {
    kind: 'openOutage',
    scope: 'global',
    startedAtMs,
    confirmedAtMs,
    regions,
    cause,
    summary,
  })
  const changed = noteChange(opened, startedAtMs, confirmedAtMs)
  return tell(changed, {
    alert: 'down',
    atMs: confirmedAtMs,
    sinceMs: startedAtMs,
    cause,
    reason: summary,
    regions,
  })
}

/** Takes a monitor that is down up again.
 *  @param endedAtMs the first good check of the recovering run, UNIX ms
 *  @param regions where its checks were good */
export function comeUp(
  step: Step,
  endedAtMs: number,
  regions: readonly string[],
  nowMs: number,
): Step {
  const startedAtMs = step.state.memory.outage?.startedAtMs ?? step.state.sinceMs
  const closed = setStatus(endOutages(step, endedAtMs), 'up', endedAtMs, null)
  const changed = noteChange(closed, endedAtMs, nowMs)
  return tell(changed, {
    alert: 'up',
    atMs: endedAtMs,
    sinceMs: startedAtMs,
    cause: null,
    reason: null,
    regions,
  })
}

/** Ends what outages are open, of either scope, without a word about it. */
export function endOutages(step: Step, atMs: number): Step {
  const regional = endRegional(step, atMs)
  const { outage } = regional.state.memory
  if (outage === undefined) return regional
  const endedAtMs = Math.max(atMs, outage.startedAtMs)
  const closed = act(regional, { kind: 'closeOutage', scope: 'global', endedAtMs })
  return remember(closed, { outage: undefined })
}

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

/** Begins or ends maintenance. What is open ends with its beginning; at its end the next vote decides.
 *  The same again changes nothing. Source: monitoring design, section 3, rule 10 */
export function changeMaintenance(step: Step, active: boolean, atMs: number): Step {
  if (step.state.inMaintenance === active) return step
  const inMaintenance = active
  if (step.state.status === 'paused') return withState(step, { inMaintenance })
  const changed = active
    ? setStatus(endOutages(step, atMs), 'maintenance', atMs, null)
    : setStatus(step, 'pending', atMs, null)
  const { changes, heard } = changed.state.memory
  const memory = {
    ...(changes === undefined ? {} : { changes }),
    ...(heard === undefined ? {} : { heard }),
  }
  const countedMs = active ? step.state.countedMs : Math.max(step.state.countedMs, atMs)
  return withState(changed, { inMaintenance, memory, countedMs })
}

function withState(step: Step, parts: Partial<Step['state']>): Step {
  return { ...step, state: { ...step.state, ...parts } }
}
