import type { ProcessRecord } from './processes.ts'
import { endProcesses, isRunning } from './processes.ts'
import type { RuntimeState } from './runtime-file.ts'

/** How long children of a killed supervisor get to end by themselves: they began when it died. */
const GRACE_MS = 3_000

/** Which recorded processes still run. One whose pid now belongs to another process is not among them. */
export function findOrphans(state: RuntimeState | null): ProcessRecord[] {
  return (state?.children ?? []).filter(isRunning)
}

/** Ends what an earlier, killed supervisor left running. Only call it as the one who holds the data
 *  folder: nobody else's children can then be in its record.
 *  @returns how many were ended */
export async function endOrphans(state: RuntimeState | null): Promise<number> {
  const orphans = findOrphans(state)
  await endProcesses(orphans, 'SIGTERM', GRACE_MS)
  return orphans.length
}
