import { status as GrpcStatus } from '@grpc/grpc-js'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readUnwelcome } from '../db/agents.ts'
import type { Queryable } from '../db/pool.ts'
import type { Sessions } from '../sessions/agent-session.ts'
import type { Refusal } from '../sessions/refusal.ts'
import { CERTIFICATE_REVOKED } from './doorkeeper.ts'
import { REMOVED } from './handshake.ts'

const REVOKED: Refusal = {
  code: GrpcStatus.UNAUTHENTICATED,
  reason: 'the agent token has been revoked',
  isForGood: true,
}

const SILENT: Refusal = {
  code: GrpcStatus.DEADLINE_EXCEEDED,
  reason: 'nothing was heard for 15 s',
}

const DATABASE_LOST: Refusal = {
  code: GrpcStatus.UNAVAILABLE,
  reason: 'this controller has lost its database: try another, or this one again later',
}

/** Ends the streams of agents that were removed, or whose token or certificate was revoked.
 *  @returns serials that were revoked of late; none are read without agents */
export async function turnAwayUnwelcome(
  db: Queryable,
  sessions: Sessions,
): Promise<readonly string[]> {
  if (sessions.size === 0) return []
  const all = [...sessions.values()]
  const tokenIds = [...new Set(all.map((session) => session.tokenId))]
  const unwelcome = await readUnwelcome(db, tokenIds)
  for (const agentId of unwelcome.agentIds) sessions.get(agentId)?.refuse(REMOVED)
  const revoked = new Set(unwelcome.tokenIds)
  const revokedSerials = new Set(unwelcome.serials)
  for (const session of all) {
    if (revoked.has(session.tokenId)) session.refuse(REVOKED)
    if (revokedSerials.has(session.certificateSerial ?? '')) {
      session.refuse({ ...CERTIFICATE_REVOKED, isForGood: true })
    }
  }
  return unwelcome.serials
}

/** A stream whose agent is silent is no stream: a frozen agent must not keep its session.
 *  @param listeningSinceMs while we stood still we heard nobody; monotonic ms */
export function turnAwaySilent(sessions: Sessions, listeningSinceMs: number): void {
  for (const session of sessions.values()) {
    const silentMs = performance.now() - Math.max(session.heardAtMs, listeningSinceMs)
    if (!session.isPaused && silentMs > AGENT_LOST_AFTER_MS) session.refuse(SILENT)
  }
}

/** Another controller may have the database still. */
export function turnAwayAll(sessions: Sessions): void {
  for (const session of sessions.values()) session.refuse(DATABASE_LOST)
}
