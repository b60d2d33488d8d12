import type { InTurn } from '../process/in-turn.ts'
import type { Session } from '../sessions/agent-session.ts'
import type { CatchUp } from './ownership/catch-up.ts'
import { shareOf } from './ownership/difference.ts'
import type { Publishing } from './publishing.ts'
import { ensureCurrent, pagesOf, readOwned } from './publishing.ts'

type Parts = Pick<Publishing, 'db' | 'sessions' | 'index' | 'agents' | 'makeAssignments'> & {
  readonly catchUp: Pick<CatchUp, 'know'>
  readonly inTurn: InTurn
}

/** Sends an agent all that it should have. Of a region that is known nothing is read but this.
 *  @throws Error while it is not known to live: it would get nothing, and keeps what it has on its disk until then */
export async function sendShare(parts: Parts, session: Session): Promise<void> {
  const { sessions, agents, makeAssignments, inTurn } = parts
  const { region, agentId } = session
  if (!agents.includes(region, agentId)) await agents.refresh()
  if (!agents.includes(region, agentId)) throw new Error('the agent is not known to live')
  const fromMs = agents.coverFromMs(region)
  const pages = pagesOf(await inTurn(() => readShare(parts, session)))
  await session.whenTaken()
  ensureCurrent(agents)
  session.startSnapshot()
  for (const [index, page] of pages.entries()) {
    const monitors = await readOwned(parts, session, page)
    if (sessions.get(agentId) !== session) return
    ensureCurrent(agents)
    session.sendSnapshotPage(makeAssignments(monitors, session, fromMs), index === pages.length - 1)
    await session.whenTaken()
  }
}

async function readShare(
  { index, agents, catchUp }: Pick<Parts, 'index' | 'agents' | 'catchUp'>,
  { region, agentId }: Session,
): Promise<number[]> {
  if (index.table(region) === undefined) await catchUp.know(region)
  const table = index.table(region)
  return table === undefined ? [] : shareOf(table, agents.ownership(region), agentId)
}
