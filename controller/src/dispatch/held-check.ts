import type { Logger } from '@sightline/shared/logger'
import type { Session } from '../sessions/agent-session.ts'

/** An agent that gets its monitors anew and still does not hold them waits twice as long each time. */
const MAX_ROUNDS = 60

/** Whether an agent holds what it was told. Nobody knows while updates are under way to it, and of an agent that
 *  does not tell. */
function holdsWhatItWasTold({ assigned, heartbeat, updates }: HeldSession): boolean | null {
  const held = heartbeat?.held
  if (held === undefined || held.update !== updates()) return null
  return held.count === assigned.count() && held.hash === assigned.hash()
}

type HeldSession = Pick<Session, 'agentId' | 'assigned' | 'heartbeat' | 'updates'>

/** Compares what agents say they hold with what they were told.
 *  @returns to be called for each once a round; true when the agent is to get its monitors anew */
export function createHeldCheck(log: Logger): (session: HeldSession) => boolean {
  const waits = new WeakMap<HeldSession, { rounds: number; left: number }>()

  return (session) => {
    const isWell = holdsWhatItWasTold(session)
    if (isWell === true) waits.delete(session)
    if (isWell !== false) return false
    const wait = waits.get(session) ?? { rounds: 1, left: 0 }
    if (wait.left > 0) {
      waits.set(session, { ...wait, left: wait.left - 1 })
      return false
    }
    waits.set(session, { rounds: Math.min(MAX_ROUNDS, wait.rounds * 2), left: wait.rounds - 1 })
    log.warn(
      {
        agent: session.agentId,
        monitors: session.assigned.count(),
        held: session.heartbeat?.held?.count,
      },
      'an agent does not hold the monitors it was told: it gets them again',
    )
    return true
  }
}
