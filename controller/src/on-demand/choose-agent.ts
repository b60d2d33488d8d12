import type { Session, Sessions } from '../agents/session.ts'
import type { OpenWork } from './open-work.ts'

/** Most pieces of work on demand an agent gets at once: it has lanes of its own, but a queue behind
 *  them would outlive those who wait. */
export const MAX_OPEN_PER_AGENT = 50

/** The agent of a region with the least to do among those that have a capability.
 *  @returns null when this controller has none; "full" when all have too much to do */
export function chooseAgent(
  sessions: Sessions,
  work: Pick<OpenWork, 'count'>,
  region: string,
  capability: string,
): Session | 'full' | null {
  let best: Session | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const session of sessions.values()) {
    if (session.region !== region || !session.capabilities.has(capability)) continue
    const open = work.count(session)
    if (open < fewest) {
      best = session
      fewest = open
    }
  }
  if (best === null) return null
  return fewest < MAX_OPEN_PER_AGENT ? best : 'full'
}
