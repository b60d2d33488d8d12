import type { Session } from '../sessions/agent-session.ts'
import type { CatchUp } from './ownership/catch-up.ts'
import { moveMonitors } from './move-monitors.ts'
import type { Publishing } from './publishing.ts'

/** Compares everything with everything: what is known with the database, what agents were told with what they
 *  should have, and what they say they hold with what they were told. Where nothing differs nothing is sent.
 *  @param needsAnew see `createHeldCheck` */
export async function reconcile(
  parts: Publishing,
  catchUp: Pick<CatchUp, 'changes'>,
  needsAnew: (session: Session) => boolean,
): Promise<void> {
  const { sessions, index, snapshots } = parts
  const isOtherServer = await catchUp.changes()
  const inhabited = new Set([...sessions.values()].map(({ region }) => region))
  for (const region of index.regions()) {
    if (inhabited.has(region)) await moveMonitors(parts, region)
    else index.forget(region)
  }
  for (const session of sessions.values()) {
    const holdsOther = !snapshots.isUnderWay(session) && needsAnew(session)
    if (isOtherServer || holdsOther) snapshots.start(session)
  }
}
