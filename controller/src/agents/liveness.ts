import { status as GrpcStatus } from '@grpc/grpc-js'
import type { AgentCounters } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { HeartbeatRow } from '../db/agents.ts'
import { readRevokedTokens, writeHeartbeats } from '../db/agents.ts'
import { touchController } from '../db/controllers.ts'
import type { Database } from '../db/pool.ts'
import type { Loop } from '../loop.ts'
import { startLoop } from '../loop.ts'
import type { Session, Sessions } from './session.ts'

/** How often heartbeats are written and lost agents looked for. */
const ROUND_MS = 1_000

/** After rounds that failed, other controllers first get the time to write their agents' heartbeats:
 *  a database that was away must not look like the loss of every agent. */
const SETTLE_MS = 5_000

function counterNumbers(counters: AgentCounters | undefined): Record<string, number> {
  const entries = Object.entries(counters ?? {}).filter(([name]) => !name.startsWith('$'))
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]))
}

function rowOf(session: Session, nowMonotonicMs: number): HeartbeatRow | null {
  if (session.heartbeat === null) return null
  const { message, receivedAtMs } = session.heartbeat
  return {
    publicId: session.agentId,
    ageMs: Math.max(0, nowMonotonicMs - receivedAtMs),
    coveredThroughMs: Number(message.coveredThroughMs),
    clockOffsetMs: session.clockOffsetMs,
    selfTestPassed: message.selfTestPassed,
    selfTestError:
      message.selfTestError === ''
        ? null
        : message.selfTestError.slice(0, 500).replaceAll('\0', ''),
    counters: counterNumbers(message.counters),
  }
}

/** Keeps the database's picture of who lives, for this controller's agents, and acts on it. A look
 *  is asked for when agents came, went, or a token was revoked. */
export function startLiveness(parts: {
  db: Database
  controller: { id: string; hostname: string; startedAt: Date }
  sessions: Sessions
  refreshAgents: () => Promise<void>
  log: Logger
}): Loop {
  const { db, controller, sessions, refreshAgents, log } = parts
  const written = new WeakMap<Session, number>()
  let failedAtMs: number | null = null

  async function writeFresh(): Promise<void> {
    const nowMs = performance.now()
    const fresh = [...sessions.values()].filter(
      (session) =>
        session.heartbeat !== null && written.get(session) !== session.heartbeat.receivedAtMs,
    )
    const rows = fresh.flatMap((session) => rowOf(session, nowMs) ?? [])
    if (rows.length > 0) await writeHeartbeats(db, controller.id, rows)
    for (const session of fresh) written.set(session, session.heartbeat?.receivedAtMs ?? 0)
  }

  async function endRevoked(): Promise<void> {
    const tokenIds = [...new Set([...sessions.values()].map((session) => session.tokenId))]
    if (tokenIds.length === 0) return
    const revoked = new Set(await readRevokedTokens(db, tokenIds))
    for (const session of sessions.values()) {
      if (revoked.has(session.tokenId)) {
        session.refuse({
          code: GrpcStatus.UNAUTHENTICATED,
          reason: 'the agent token has been revoked',
        })
      }
    }
  }

  /** A stream whose agent is silent is no stream: a frozen agent must not keep its session. */
  function endSilent(): void {
    const nowMs = performance.now()
    for (const session of sessions.values()) {
      if (
        session.heartbeat !== null &&
        nowMs - session.heartbeat.receivedAtMs > AGENT_LOST_AFTER_MS
      ) {
        session.refuse({ code: GrpcStatus.DEADLINE_EXCEEDED, reason: 'no heartbeat came for 15 s' })
      }
    }
  }

  async function round(): Promise<number> {
    try {
      await touchController(db, controller)
      await writeFresh()
      endSilent()
      await endRevoked()
      if (failedAtMs === null || performance.now() - failedAtMs >= SETTLE_MS) {
        failedAtMs = null
        await refreshAgents()
      }
    } catch (error: unknown) {
      if (failedAtMs === null) log.warn({ err: error }, 'the agents could not be looked after')
      failedAtMs = performance.now()
    }
    return ROUND_MS
  }

  return startLoop(round)
}
