import { nextRecheckMs } from './down-rechecks.ts'
import { flappingEndsMs } from './flapping.ts'
import type { Step } from './step.ts'
import type { DecisionPolicy } from './types.ts'
import { expiresMs } from './unknown.ts'

/** Notes when the rule wants a tick if nothing comes before. A monitor that is up, or waits for its first
 *  result, wants none: that its results stay away is found by looking through all. */
export function withLook(step: Step, policy: DecisionPolicy): Step {
  return { ...step, state: { ...step.state, lookAtMs: lookAtMs(step, policy) } }
}

function lookAtMs(step: Step, policy: DecisionPolicy): number | null {
  const { status, inMaintenance, memory } = step.state
  if (inMaintenance || status === 'paused') return null
  const canExpire = status === 'down' || status === 'degraded'
  const instants = [
    memory.round?.deadlineMs ?? null,
    nextRecheckMs(step, policy),
    flappingEndsMs(step),
    canExpire ? expiresMs(step, policy) : null,
  ].filter((atMs) => atMs !== null)
  return instants.length === 0 ? null : Math.min(...instants)
}
