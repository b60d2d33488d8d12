import type { Session, Sessions } from '../sessions/agent-session.ts'
import { canDo } from '../sessions/work-word.ts'
import type { OpenWork } from './open-work.ts'

/** The agent of a region that has the least work of a kind to do, among those that can do what a word says (`workWord`).
 *  @returns null when this controller has none; "full" when all have too much to do */
export function chooseAgent(
  sessions: Sessions,
  work: Pick<OpenWork, 'room'>,
  {
    region,
    capability,
    kind,
    sharer,
  }: { region: string; capability: string; kind: string; sharer: string },
): Session | 'full' | null {
  const able = [...sessions.values()].filter(
    (session) => session.region === region && canDo(session, capability),
  )
  const staying = able.filter(({ isLeaving }) => !isLeaving)
  let best: Session | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const session of staying.length > 0 ? staying : able) {
    const room = work.room(session, kind, sharer)
    if (room > most) {
      best = session
      most = room
    }
  }
  if (best === null) return null
  return most > 0 ? best : 'full'
}
