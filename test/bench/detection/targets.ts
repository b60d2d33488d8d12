import { fileURLToPath } from 'node:url'
import { startProgram } from '../../helpers/program.ts'
import type { Fault } from './faults/index.ts'

/** Where the targets are. */
export interface TargetPorts {
  /** Answers every path with 200, always. */
  readonly healthy: number
  /** Each a server of its own that can be broken. */
  readonly broken: Readonly<Record<Fault, readonly number[]>>
}

/** One of the targets that can be broken. */
export interface TargetId {
  readonly fault: Fault
  readonly index: number
}

/** What the targets' process is told. */
export type TargetOrder = TargetId & { readonly action: 'break' | 'repair' }

/** Web servers to be watched, in a process of their own. */
export interface Targets {
  readonly ports: TargetPorts
  /** Breaks or repairs them, one after the other. */
  readonly order: (action: TargetOrder['action'], targets: readonly TargetId[]) => Promise<void>
  readonly stop: () => Promise<unknown>
}

/** @param options.count how many can be broken in each way
 *  @param options.within a command that runs the process in a place of its own */
export async function startTargets(options: {
  host: string
  count: number
  within?: readonly string[]
}): Promise<Targets> {
  const { host, count, within = [] } = options
  const file = fileURLToPath(new URL('targets-program.ts', import.meta.url))
  const program = await startProgram<{ ports: TargetPorts }>(
    file,
    [host, String(count)],
    {},
    within,
  )
  return {
    ports: program.ready.ports,
    async order(action, targets) {
      for (const target of targets) {
        await program.ask({ ...target, action } satisfies TargetOrder)
      }
    },
    stop: program.stop,
  }
}
