import type { Cause } from '@sightline/shared/causes'

/** What is wrong with the agent itself. */
export interface Ailment {
  /** agentEgressDown or agentFault. */
  readonly cause: Extract<Cause, 'agentEgressDown' | 'agentFault'>
  /** For the operator; no capital letter, no full stop. */
  readonly message: string
  /** For all others whose targets it checks, where the message names what is the operator's own. */
  readonly toldToOthers?: string
}

/** One question of the self-test. @returns null when nothing is wrong */
export type Probe = () => Promise<Ailment | null>

/** Something is wrong with the machine or the process. */
export function fault(message: string): Ailment {
  return { cause: 'agentFault', message }
}
