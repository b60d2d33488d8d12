import { cpuMsOf, cpuMsOfFamily, memoryMbOf } from '../../helpers/process-figures.ts'
import type { FleetInstallation } from './installation.ts'

/** Processor time so far, ms. */
export interface Spent {
  readonly controllers: number
  readonly database: number
  readonly agents: number
}

export function spentBy({ controllers, postgres, agents }: FleetInstallation): Spent {
  const sum = (pids: readonly number[]): number => pids.reduce((ms, pid) => ms + cpuMsOf(pid), 0)
  return {
    controllers: sum(controllers.map(({ pid }) => pid)),
    database: cpuMsOfFamily(postgres.pid),
    agents: sum(agents.pids),
  }
}

export const between = (before: Spent, after: Spent): Spent => ({
  controllers: after.controllers - before.controllers,
  database: after.database - before.database,
  agents: after.agents - before.agents,
})

/** Memory of the largest controller, MB. */
export const controllerMb = ({ controllers }: FleetInstallation): number =>
  Math.max(...controllers.map(({ pid }) => memoryMbOf(pid).now))
