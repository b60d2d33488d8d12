import type { AssignableMonitor } from '../db/assignments.ts'
import { readAssignable } from '../db/assignments.ts'
import type { Session } from '../sessions/agent-session.ts'
import type { Publishing } from './publishing.ts'
import { pagesOf, sendChanges } from './publishing.ts'

/** Reads monitors that were made, changed or deleted, and tells those whom it concerns. */
export async function publishChanges(parts: Publishing, ids: readonly number[]): Promise<void> {
  for (const page of pagesOf(ids)) await publishPage(parts, page)
}

async function publishPage(parts: Publishing, ids: readonly number[]): Promise<void> {
  const { db, sessions, index } = parts
  if (index.regions().length === 0) return
  const monitors = await readAssignable(db, ids)
  const present = new Map(monitors.map((monitor) => [monitor.id, monitor]))
  for (const id of ids) index.note(id, present.get(id))
  const byRegion = Map.groupBy(sessions.values(), ({ region }) => region)
  for (const [region, members] of byRegion) {
    const owned = ownedBy(parts, region, ids)
    for (const session of members) tellSession(parts, session, owned, ids, present)
  }
}

/** A monitor as its owner has to have it. */
interface Owned {
  readonly owner: string
  readonly mark: number
}

/** Who checks which of these monitors in a region: asked once for all of its agents, as the answer takes the longer the
 *  more they are. @returns null while the region is not known */
function ownedBy(
  { index, agents }: Publishing,
  region: string,
  ids: readonly number[],
): ReadonlyMap<number, Owned> | null {
  const table = index.table(region)
  if (table === undefined) return null
  const ownership = agents.ownership(region)
  const owned = new Map<number, Owned>()
  for (const id of ids) {
    const monitor = table.get(id)
    const owner = monitor === undefined ? null : ownership(monitor)
    if (monitor !== undefined && owner !== null) owned.set(id, { owner, mark: monitor.mark })
  }
  return owned
}

function tellSession(
  parts: Publishing,
  session: Session,
  owned: ReadonlyMap<number, Owned> | null,
  ids: readonly number[],
  present: ReadonlyMap<number, AssignableMonitor>,
): void {
  const { region, agentId, assigned } = session
  // It keeps what it has until the database knows of it, see `moveMonitors`.
  if (owned === null || !parts.agents.includes(region, agentId)) return
  const added: AssignableMonitor[] = []
  const removed: number[] = []
  for (const id of ids) {
    const its = owned.get(id)
    if (its?.owner === agentId) {
      const now = present.get(id)
      if (now !== undefined && assigned.mark(id) !== its.mark) added.push(now)
    } else if (assigned.has(id)) removed.push(id)
  }
  const upserts = parts.makeAssignments(added, session, ({ gridSinceMs }) => gridSinceMs)
  sendChanges(parts, session, upserts, removed)
}
