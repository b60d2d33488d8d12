import { readFileSync } from 'node:fs'
import { cpuMsByProcess, pssMbOf } from '../../helpers/process-figures.ts'

/** What the processes of an installation are there for, as people would name them. */
export const ROLES = ['npm', 'supervisor', 'controller', 'agents', 'database'] as const
type Role = (typeof ROLES)[number]

export type ByRole = Readonly<Record<Role, number>>

/** Parts of a command line that tell whose it is. What is none of them is npm, or a shell of npm's. */
const PROGRAMS: readonly (readonly [string, Role])[] = [
  ['controller/src/supervisor/main.ts', 'supervisor'],
  ['controller/src/main.ts', 'controller'],
  ['agent/src/', 'agents'],
  ['postgres', 'database'],
]

function roleOf(pid: number): Role {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  return PROGRAMS.find(([part]) => command.includes(part))?.[1] ?? 'npm'
}

function sumByRole(values: readonly (readonly [number, number])[]): ByRole {
  const sums: Record<Role, number> = {
    npm: 0,
    supervisor: 0,
    controller: 0,
    agents: 0,
    database: 0,
  }
  for (const [pid, value] of values) {
    try {
      sums[roleOf(pid)] += value
    } catch {
      // It ended meanwhile: what it took is its parent's from now on.
    }
  }
  return sums
}

/** Processor time of all that a process has started and of itself, in ms, since each began. */
export function cpuMsByRole(pid: number): ByRole {
  return sumByRole(cpuMsByProcess(pid))
}

/** Memory of all that a process has started and of itself, in MB. What several share is counted in
 *  equal parts (the proportional set size), so the sum is what the machine gives. */
export function memoryMbByRole(pid: number): ByRole {
  return sumByRole(cpuMsByProcess(pid).map(([each]) => [each, pssMbOf(each)]))
}

export const total = (values: ByRole): number => ROLES.reduce((sum, role) => sum + values[role], 0)
