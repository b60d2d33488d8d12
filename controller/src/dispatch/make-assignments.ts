import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { Logger } from '@sightline/shared/logger'
import type { AssignableMonitor } from '../db/assignments.ts'
import type { Session } from '../sessions/agent-session.ts'
import type { UnsealSettings } from './assignment.ts'
import { assignmentOf, SEALED } from './assignment.ts'

/** Makes monitors into what an agent gets. @param fromMs see `assignmentOf` */
export type MakeAssignments = (
  monitors: readonly AssignableMonitor[],
  agent: Pick<Session, 'region' | 'settingsVersion'>,
  fromMs: (monitor: AssignableMonitor) => number,
) => Assignment[]

const MAX_LOGGED_IDS = 20

/** Tells the operator of monitors whose secrets cannot be opened: one line for all of them at once, and no other
 *  while they stay sealed. With a lost key it is every monitor that has a secret. */
export function createMakeAssignments(unseal: UnsealSettings, log: Logger): MakeAssignments {
  const sealedIds = new Set<number>()

  function tellOfSealed(assignments: readonly Assignment[]): void {
    const added: number[] = []
    for (const { monitorId, check } of assignments) {
      if (check?.obstacle !== SEALED) sealedIds.delete(monitorId)
      else if (!sealedIds.has(monitorId)) added.push(monitorId)
    }
    if (added.length === 0) return
    for (const id of added) sealedIds.add(id)
    log.error(
      { monitors: added.length, ids: added.slice(0, MAX_LOGGED_IDS) },
      'monitors cannot be checked: their secrets were stored with another SIGHTLINE_SECRET_KEY',
    )
  }

  return (monitors, agent, fromMs) => {
    const assignments = monitors.map((monitor) =>
      assignmentOf(monitor, agent, fromMs(monitor), unseal),
    )
    tellOfSealed(assignments)
    return assignments
  }
}
