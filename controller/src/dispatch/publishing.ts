import type { AssignableMonitor } from '../db/assignments.ts'
import { readAssignable } from '../db/assignments.ts'
import type { Queryable } from '../db/pool.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import type { LiveAgents } from './ownership/live-agents.ts'
import type { MakeAssignments } from './make-assignments.ts'
import type { RegionIndex } from './ownership/region-index.ts'
import type { Snapshots } from './snapshots.ts'

/** What telling agents their monitors works with. */
export interface Publishing {
  readonly db: Queryable
  readonly sessions: Sessions
  readonly index: RegionIndex
  readonly agents: LiveAgents
  readonly snapshots: Snapshots
  readonly makeAssignments: MakeAssignments
}

/** Monitors read at a time, with all that an agent gets of them: bounds memory with 100,000 of them, and for how
 *  long an agent is busy taking a message. */
const PAGE_SIZE = 2_000

/** @returns at least one page, empty when there is nothing to divide */
export function pagesOf(ids: readonly number[]): number[][] {
  const count = Math.max(1, Math.ceil(ids.length / PAGE_SIZE))
  return Array.from({ length: count }, (_, page) =>
    ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
  )
}

/** Those of these monitors that the agent should have, as they are now. */
export async function readOwned(
  { db, agents }: Pick<Publishing, 'db' | 'agents'>,
  { region, agentId }: Pick<Session, 'region' | 'agentId'>,
  ids: readonly number[],
): Promise<AssignableMonitor[]> {
  if (ids.length === 0) return []
  const monitors = await readAssignable(db, ids)
  const ownership = agents.ownership(region)
  return monitors.filter(
    (monitor) => monitor.regions.includes(region) && ownership(monitor) === agentId,
  )
}

/** Nothing is told by what was known before a standstill: others went on meanwhile.
 *  @throws Error then; who wants to tell tries again */
export function ensureCurrent({ isCurrent }: Pick<LiveAgents, 'isCurrent'>): void {
  if (!isCurrent()) throw new Error('this controller stood still: it first reads who lives')
}

/** Tells an agent changes. One that does not keep up with them gets its whole set, when it has taken what waits.
 *  @throws Error after a standstill, see `ensureCurrent` */
export function sendChanges(
  { agents, snapshots }: Pick<Publishing, 'agents' | 'snapshots'>,
  session: Session,
  ...changes: Parameters<Session['sendAssignments']>
): void {
  ensureCurrent(agents)
  if (snapshots.isUnderWay(session)) return
  if (session.isBehind()) snapshots.start(session)
  else session.sendAssignments(...changes)
}
