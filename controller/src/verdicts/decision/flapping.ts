import type { Step } from './step.ts'
import { remember, tell } from './step.ts'

/** Confirmed changes within this time are counted. Source: monitoring design, section 3, rule 9 */
const WINDOW_MS = 3_600_000
const MIN_CHANGES = 4
/** With so few left within that time the monitor is steady again. */
const MAX_STEADY_CHANGES = 1

/** Counts a confirmed change between up and down. The one that makes the monitor flap is told by the
 *  alert about that. */
export function noteChange(step: Step, atMs: number, nowMs: number): Step {
  const changes = [...recent(step.state.memory.changes ?? [], atMs), atMs]
  const noted = remember(step, { changes })
  if (noted.state.flapping || changes.length < MIN_CHANGES) return noted
  return tell(withFlapping(noted, true), {
    alert: 'flapping',
    atMs: nowMs,
    sinceMs: changes[0] ?? atMs,
    cause: null,
    reason: `It changed between up and down ${changes.length} times within an hour.`,
    regions: [],
  })
}

/** Ends the flapping once the changes are over an hour old, save one. */
export function endFlapping(step: Step, nowMs: number): Step {
  if (!step.state.flapping) return step
  const changes = recent(step.state.memory.changes ?? [], nowMs)
  if (changes.length > MAX_STEADY_CHANGES) return step
  return tell(withFlapping(remember(step, { changes }), false), {
    alert: 'flapping',
    atMs: nowMs,
    sinceMs: step.state.sinceMs,
    cause: null,
    reason: 'It no longer changes between up and down all the time.',
    regions: [],
  })
}

/** Forgets changes that no flapping can come of any more.
 *  @param nowMs the latest instant that is known, UNIX ms */
export function forgetChanges(step: Step, nowMs: number): Step {
  const { changes } = step.state.memory
  if (changes === undefined || step.state.flapping) return step
  return remember(step, { changes: recent(changes, nowMs) })
}

/** When the flapping ends if nothing changes any more, UNIX ms; null: it does not flap. */
export function flappingEndsMs(step: Step): number | null {
  if (!step.state.flapping) return null
  const changes = step.state.memory.changes ?? []
  return (changes.at(-1 - MAX_STEADY_CHANGES) ?? 0) + WINDOW_MS
}

function withFlapping(step: Step, flapping: boolean): Step {
  return { ...step, state: { ...step.state, flapping } }
}

function recent(changes: readonly number[], nowMs: number): number[] {
  return changes.filter((atMs) => nowMs - atMs < WINDOW_MS)
}
