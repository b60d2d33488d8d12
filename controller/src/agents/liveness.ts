import type { Logger } from '@sightline/shared/logger'
import { touchController } from '../db/controllers.ts'
import { pingDatabase } from '../db/ping.ts'
import type { Database } from '../db/pool.ts'
import type { Clock } from '../process/clock.ts'
import type { DiskRoom } from '../process/disk-room.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import type { Standstill } from '../process/standstill.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Sessions } from '../sessions/agent-session.ts'
import { watchDatabase } from './database-watch.ts'
import { createRevokedControllers } from './revoked-controllers.ts'
import { turnAwayAll, turnAwaySilent, turnAwayUnwelcome } from './turn-away.ts'
import { createHeartbeatWriter } from './write-heartbeats.ts'
import { createWrongClockLog } from './wrong-clock.ts'

/** How often heartbeats are written and lost agents looked for. */
const ROUND_MS = 1_000

/** After rounds that failed, other controllers first get the time to write their agents' heartbeats:
 *  a database that was away must not look like the loss of every agent. */
const SETTLE_MS = 5_000

/** How long a question waits that finds out whether the database is there. */
const PING_TIMEOUT_MS = 5_000

/** The loop, and what it knows of the database. */
export interface Liveness extends Loop {
  /** True while the database has given no answer for 10 s: this controller is of no use to agents. */
  readonly isDatabaseLost: () => boolean
}

/** Keeps the database's picture of who lives, for this controller's agents, and acts on it. A look
 *  is asked for when agents came, went, or were removed, or a token or certificate was revoked. Agents are let go when the database is
 *  lost: another controller may have it still. */
export function startLiveness(parts: {
  db: Database
  controller: { id: string; hostname: string; startedAt: Date }
  sessions: Sessions
  /** Serial of the certificate that agents are met with now; null: none. */
  ownSerial: () => string | null
  refreshAgents: () => Promise<void>
  /** The operator wants this controller to hand over what it does; told again and again. */
  drain: () => void
  /** Is measured anew each round, before anything else is done by it. */
  clock: Clock
  standstill: Standstill
  /** Room on the disk of the data folder; null: nobody knows. */
  disk: () => DiskRoom | null
  log: Logger
}): Liveness {
  const { db, controller, sessions, ownSerial, clock, standstill, log } = parts
  let failedAtMs: number | null = null
  const trouble = createTroubleLog(log, {
    met: 'the agents could not be looked after',
    over: 'the agents are looked after again',
  })
  const writeFreshHeartbeats = createHeartbeatWriter(db, controller.id, sessions)
  const revokedControllers = createRevokedControllers({ db, sessions, ownSerial, log })
  const tellWrongClock = createWrongClockLog(clock, log)
  const database = watchDatabase(() => {
    log.error({ agents: sessions.size }, 'the database is lost: the agents are let go')
    turnAwayAll(sessions)
  })

  /** True from the end of a standstill until what the agents said meanwhile is written. */
  const isSettling = (): boolean => performance.now() < standstill.settledAtMs()

  /** Notes that this controller listens, which makes silence an agent's own; so not while those that were
   *  let go are on their way back, or it has not yet heard what they said while it stood still. */
  async function noteListening(): Promise<void> {
    if (database.awaitsAgents() || isSettling()) return
    const figures = { clockOffsetMs: clock.offsetMs(), disk: parts.disk() }
    if (await touchController(db, { ...controller, ...figures })) parts.drain()
  }

  async function round(): Promise<number> {
    try {
      database.asked()
      if (database.awaitsAgents()) await pingDatabase(db, PING_TIMEOUT_MS)
      await clock.measure()
      tellWrongClock()
      // First, so that they are told why.
      await revokedControllers.tell(await turnAwayUnwelcome(db, sessions))
      await writeFreshHeartbeats(clock.now())
      // Afterwards: what was heard has to be written by then.
      await noteListening()
      database.answered()
      turnAwaySilent(sessions, standstill.overAtMs())
      const isSettled = failedAtMs === null || performance.now() - failedAtMs >= SETTLE_MS
      if (isSettled && !database.awaitsAgents()) {
        failedAtMs = null
        await parts.refreshAgents()
      }
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
      revokedControllers.forget()
      failedAtMs = performance.now()
    }
    return ROUND_MS
  }

  const loop = startLoop(round)
  return {
    look: loop.look,
    isDatabaseLost: database.isLost,
    async stop() {
      database.stop()
      await loop.stop()
    },
  }
}
