import { status as GrpcStatus } from '@grpc/grpc-js'
import type { AgentCounters } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { HeartbeatRow } from '../db/agents.ts'
import { readUnwelcome, writeHeartbeats } from '../db/agents.ts'
import { touchController } from '../db/controllers.ts'
import { pingDatabase } from '../db/ping.ts'
import type { Database } from '../db/pool.ts'
import type { Clock } from '../process/clock.ts'
import type { DiskRoom } from '../process/disk-room.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import type { Standstill } from '../process/standstill.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import type { Refusal } from '../sessions/refusal.ts'
import { MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'
import { watchDatabase } from './database-watch.ts'
import { CERTIFICATE_REVOKED } from './doorkeeper.ts'
import { REMOVED } from './handshake.ts'
import { createRevokedControllers } from './revoked-controllers.ts'

/** How often heartbeats are written and lost agents looked for. */
const ROUND_MS = 1_000

/** After rounds that failed, other controllers first get the time to write their agents' heartbeats:
 *  a database that was away must not look like the loss of every agent. */
const SETTLE_MS = 5_000

const REVOKED: Refusal = {
  code: GrpcStatus.UNAUTHENTICATED,
  reason: 'the agent token has been revoked',
}

const MAX_INTEGER = 2_147_483_647
const MAX_ERROR_CHARACTERS = 500

function clamped(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

function storable(text: string): string {
  return text.slice(0, MAX_ERROR_CHARACTERS).replaceAll('\0', '').toWellFormed()
}

function counterNumbers(counters: AgentCounters | undefined): Record<string, number> {
  const entries = Object.entries(counters ?? {}).filter(([name]) => !name.startsWith('$'))
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]))
}

/** Nothing an agent says may keep the others' heartbeats from being written: every figure is brought
 *  into what its column holds. */
function rowOf(session: Session, nowMs: number): HeartbeatRow | null {
  const message = session.heartbeat
  if (message === null) return null
  return {
    publicId: session.agentId,
    ageMs: session.isPaused ? 0 : Math.max(0, performance.now() - session.heardAtMs),
    coveredThroughMs: clamped(Number(message.coveredThroughMs), 0, nowMs),
    clockOffsetMs: clamped(session.clockOffsetMs, -MAX_INTEGER, MAX_INTEGER),
    selfTestPassed: message.selfTestPassed,
    selfTestError: message.selfTestError === '' ? null : storable(message.selfTestError),
    counters: { ...counterNumbers(message.counters), resultsRefused: session.refusedResults },
  }
}

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
  const {
    db,
    controller,
    sessions,
    ownSerial,
    refreshAgents,
    drain,
    clock,
    standstill,
    disk,
    log,
  } = parts
  let tellsWrongClock = false
  /** When the agent had last been heard as of what is written. */
  const written = new WeakMap<Session, number>()
  let failedAtMs: number | null = null
  const trouble = createTroubleLog(log, {
    met: 'the agents could not be looked after',
    over: 'the agents are looked after again',
  })

  async function writeFresh(): Promise<void> {
    const fresh = [...sessions.values()].filter(
      (session) => session.isPaused || written.get(session) !== session.heardAtMs,
    )
    const heardAtMs = new Map(fresh.map((session) => [session, session.heardAtMs]))
    const rows = fresh.flatMap((session) => rowOf(session, clock.now()) ?? [])
    if (rows.length === 0) return
    const kept = new Set(await writeHeartbeats(db, controller.id, rows))
    for (const [session, ms] of heardAtMs) written.set(session, ms)
    for (const { publicId } of rows) {
      if (kept.has(publicId)) continue
      // Its row names another controller, or is gone: as for everybody else, it is not ours.
      sessions.get(publicId)?.refuse({
        code: GrpcStatus.ABORTED,
        reason: 'the agent is connected to another controller, or unknown by now',
      })
    }
  }

  const revokedControllers = createRevokedControllers({ db, sessions, ownSerial, log })

  async function endUnwelcome(): Promise<void> {
    if (sessions.size === 0) {
      await revokedControllers.tell([])
      return
    }
    const all = [...sessions.values()]
    const tokenIds = [...new Set(all.map((session) => session.tokenId))]
    const unwelcome = await readUnwelcome(db, tokenIds)
    for (const agentId of unwelcome.agentIds) sessions.get(agentId)?.refuse(REMOVED)
    const revoked = new Set(unwelcome.tokenIds)
    const revokedSerials = new Set(unwelcome.serials)
    for (const session of all) {
      if (revoked.has(session.tokenId)) session.refuse(REVOKED)
      if (revokedSerials.has(session.certificateSerial ?? '')) session.refuse(CERTIFICATE_REVOKED)
    }
    await revokedControllers.tell(unwelcome.serials)
  }

  /** A stream whose agent is silent is no stream: a frozen agent must not keep its session. While we stood still we
   *  heard nobody. */
  function endSilent(): void {
    const listeningSinceMs = standstill.overAtMs()
    for (const session of sessions.values()) {
      const silentMs = performance.now() - Math.max(session.heardAtMs, listeningSinceMs)
      if (session.isPaused || silentMs <= AGENT_LOST_AFTER_MS) continue
      session.refuse({ code: GrpcStatus.DEADLINE_EXCEEDED, reason: 'nothing was heard for 15 s' })
    }
  }

  const database = watchDatabase(() => {
    log.error({ agents: sessions.size }, 'the database is lost: the agents are let go')
    for (const session of sessions.values()) {
      session.refuse({
        code: GrpcStatus.UNAVAILABLE,
        reason: 'this controller has lost its database: try another, or this one again later',
      })
    }
  })

  /** True from the end of a standstill until what the agents said meanwhile is written. */
  const isSettling = (): boolean => performance.now() < standstill.settledAtMs()

  /** Notes that this controller listens, which makes silence an agent's own; so not while those that were
   *  let go are on their way back, or it has not yet heard what they said while it stood still. */
  async function noteListening(): Promise<void> {
    if (database.awaitsAgents() || isSettling()) return
    const figures = { clockOffsetMs: clock.offsetMs(), disk: disk() }
    if (await touchController(db, { ...controller, ...figures })) drain()
  }

  /** Nothing is wrong with the work of a controller whose machine has the wrong time, but with its logs. */
  function tellWrongClock(): void {
    const offsetMs = clock.offsetMs()
    const isWrong = Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS
    if (isWrong === tellsWrongClock) return
    tellsWrongClock = isWrong
    if (isWrong) {
      log.warn({ offsetMs }, "the clock of this machine is off: the database's time is used")
    } else log.info({ offsetMs }, 'the clock of this machine is right again')
  }

  async function round(): Promise<number> {
    try {
      database.asked()
      if (database.awaitsAgents()) await pingDatabase(db, PING_TIMEOUT_MS)
      await clock.measure()
      tellWrongClock()
      // First, so that they are told why.
      await endUnwelcome()
      await writeFresh()
      // Afterwards: what was heard has to be written by then.
      await noteListening()
      database.answered()
      endSilent()
      const isSettled = failedAtMs === null || performance.now() - failedAtMs >= SETTLE_MS
      if (isSettled && !database.awaitsAgents()) {
        failedAtMs = null
        await refreshAgents()
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
