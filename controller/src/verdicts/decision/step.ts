import type { MonitorStatus } from '@sightline/shared/check-words'
import type { DecisionMemory } from './memory.ts'
import type { Decision, DecisionAction, DecisionState } from './types.ts'

/** The decision so far. Every part of the rule takes one and returns the next. */
export type Step = Decision

/** A decision that changes nothing yet. */
export function beginStep(state: DecisionState): Step {
  return { state, actions: [] }
}

/** Adds what is to be done. */
export function act(step: Step, ...actions: readonly DecisionAction[]): Step {
  return { state: step.state, actions: [...step.actions, ...actions] }
}

/** Changes parts of the memory. What is undefined or an empty list is forgotten, so that nothing to
 *  remember is {}. */
export function remember(step: Step, parts: DecisionMemory): Step {
  const kept = Object.entries({ ...step.state.memory, ...parts }).filter(
    ([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0),
  )
  return { ...step, state: { ...step.state, memory: Object.fromEntries(kept) } }
}

/** Gives the monitor another status, not before the instant it got the present one. The same status
 *  again is no change. */
export function setStatus(
  step: Step,
  status: MonitorStatus,
  atMs: number,
  reason: string | null,
): Step {
  const { state } = step
  if (state.status === status) return step
  const sinceMs = Math.max(atMs, state.sinceMs)
  const next: Step = { ...step, state: { ...state, status, sinceMs } }
  return act(next, { kind: 'setStatus', status, atMs: sinceMs, reason })
}

/** Makes a monitor of which nothing was known up; any other status stays. */
export function comeUpAtFirst(step: Step, atMs: number): Step {
  const { status } = step.state
  return status === 'pending' || status === 'unknown' ? setStatus(step, 'up', atMs, null) : step
}

type Alert = Extract<DecisionAction, { kind: 'alert' }>

/** Has people told. While a monitor flaps, that it is down or up goes into the digest. */
export function tell(step: Step, alert: Omit<Alert, 'kind' | 'isDigested' | 'isOver'>): Step {
  const { flapping } = step.state
  const isChange = alert.alert === 'down' || alert.alert === 'up'
  return act(step, {
    kind: 'alert',
    ...alert,
    isDigested: isChange && flapping,
    isOver: alert.alert === 'flapping' && !flapping,
  })
}
