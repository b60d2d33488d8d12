import type { AssignableMonitor } from '../db/assignments.ts'
import type { Session } from '../sessions/agent-session.ts'
import { differencesOf } from './ownership/difference.ts'
import type { Publishing } from './publishing.ts'
import { pagesOf, readOwned, sendChanges } from './publishing.ts'

/** Tells the agents of a region whatever differs between what they were told and what they should have: after
 *  agents came or went, what moves. Reads only that. An agent that is connected here and yet not among those that live
 *  keeps what it has: the database was told of it too late. */
export async function moveMonitors(parts: Publishing, region: string): Promise<void> {
  const { sessions, index, agents, snapshots } = parts
  const table = index.table(region)
  const members = [...sessions.values()].filter(
    (session) =>
      session.region === region &&
      !snapshots.isUnderWay(session) &&
      agents.includes(region, session.agentId),
  )
  if (table === undefined || members.length === 0) return
  const fromMs = agents.coverFromMs(region)
  const differences = await differencesOf(table, agents.ownership(region), members)
  for (const [session, { lost }] of differences) {
    for (const page of pagesOf(lost)) sendChanges(parts, session, [], page)
  }
  for (const [session, { wanted }] of differences) await sendWanted(parts, session, wanted, fromMs)
}

async function sendWanted(
  parts: Publishing,
  session: Session,
  wanted: readonly number[],
  fromMs: (monitor: AssignableMonitor) => number,
): Promise<void> {
  for (const page of pagesOf(wanted)) {
    const monitors = await readOwned(parts, session, page)
    const upserts = parts.makeAssignments(monitors, session, fromMs)
    sendChanges(parts, session, upserts, [])
  }
}
