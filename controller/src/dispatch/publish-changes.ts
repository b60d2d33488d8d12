import type { AssignableMonitor } from '../db/assignments.ts'
import { readAssignable } from '../db/assignments.ts'
import type { Session } from '../sessions/agent-session.ts'
import type { MonitorTable } from './ownership/monitor-table.ts'
import type { Publishing } from './publishing.ts'
import { pagesOf, sendChanges } from './publishing.ts'

type Present = ReadonlyMap<number, AssignableMonitor>

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
  for (const session of sessions.values()) {
    const table = index.table(session.region)
    if (table !== undefined) tellSession(parts, session, table, ids, present)
  }
}

function tellSession(
  parts: Publishing,
  session: Session,
  table: MonitorTable,
  ids: readonly number[],
  present: Present,
): void {
  const { region, agentId, assigned } = session
  // It keeps what it has until the database knows of it, see `moveMonitors`.
  if (!parts.agents.includes(region, agentId)) return
  const ownership = parts.agents.ownership(region)
  const added: AssignableMonitor[] = []
  const removed: number[] = []
  for (const id of ids) {
    const monitor = table.get(id)
    if (monitor !== undefined && ownership(monitor) === agentId) {
      const now = present.get(id)
      if (now !== undefined && assigned.mark(id) !== monitor.mark) added.push(now)
    } else if (assigned.has(id)) removed.push(id)
  }
  const upserts = parts.makeAssignments(added, session, ({ gridSinceMs }) => gridSinceMs)
  sendChanges(parts, session, upserts, removed)
}
