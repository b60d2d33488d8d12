import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { AssignableMonitor } from '../db/assignments.ts'
import type { UnsealSettings } from './assignment.ts'
import { checkSpecOf } from './assignment.ts'

/** What is checked of a monitor, as `checkSpecOf` has it for an agent. */
export type SharedSpecs = (
  monitor: AssignableMonitor,
  agent: { readonly settingsVersion: number },
) => CheckSpec

/** Makes what is checked once for all agents who know the same settings: a monitor is asked for in up to four regions at
 *  once, and to open its settings is most of the work. For monitors that were read together: it does not see changes. */
export function createSharedSpecs(unseal: UnsealSettings): SharedSpecs {
  const specs = new Map<string, CheckSpec>()
  return (monitor, agent) => {
    const key = `${monitor.id} ${agent.settingsVersion}`
    const spec = specs.get(key) ?? checkSpecOf(monitor, unseal, agent)
    specs.set(key, spec)
    return spec
  }
}
