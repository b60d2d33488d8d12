import { endOutages } from './outage.ts'
import type { Step } from './step.ts'
import { setStatus } from './step.ts'

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
