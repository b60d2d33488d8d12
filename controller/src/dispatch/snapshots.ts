import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sightline/shared/logger'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Session } from '../sessions/agent-session.ts'

/** Gives agents their whole set of monitors. A snapshot has a pace of its own, its agent's, and nobody else waits
 *  for it. */
export interface Snapshots {
  /** Begins one, or another one after the one that is on its way. */
  readonly start: (session: Session) => void
  /** What changes meanwhile follows the snapshot. */
  readonly isUnderWay: (session: Session) => boolean
}

const RETRY_MS = 1_000

/** @param deps.isOpen whether the agent is still there
 *  @param deps.send sends all that the agent should have
 *  @param deps.sent told when it has */
export function createSnapshots(deps: {
  isOpen: (session: Session) => boolean
  send: (session: Session) => Promise<void>
  sent: (session: Session) => void
  log: Logger
}): Snapshots {
  const { isOpen, send, sent, log } = deps
  const underWay = new Set<Session>()
  /** Sessions whose snapshot began before something was missed. */
  const outdated = new WeakSet<Session>()
  const trouble = createTroubleLog(log, {
    met: 'agents did not get their monitors, trying again',
    over: 'agents get their monitors again',
  })

  async function run(session: Session): Promise<void> {
    while (isOpen(session)) {
      try {
        outdated.delete(session)
        await send(session)
        trouble.over()
        if (!outdated.has(session)) return
      } catch (error: unknown) {
        trouble.met(error, { agent: session.agentId })
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  return {
    isUnderWay: (session) => underWay.has(session),
    start(session) {
      if (underWay.has(session)) {
        outdated.add(session)
        return
      }
      underWay.add(session)
      void run(session).finally(() => {
        underWay.delete(session)
        sent(session)
      })
    },
  }
}
