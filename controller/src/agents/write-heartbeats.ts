import { status as GrpcStatus } from '@grpc/grpc-js'
import type { AgentCounters } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { HeartbeatRow } from '../db/agents.ts'
import { writeHeartbeats } from '../db/agents.ts'
import type { Queryable } from '../db/pool.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'

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

/** Writes what was heard of this controller's agents since it was written last. One that is not this controller's any
 *  more is turned away.
 *  @returns what writes, given the time in UNIX ms */
export function createHeartbeatWriter(
  db: Queryable,
  controllerId: string,
  sessions: Sessions,
): (nowMs: number) => Promise<void> {
  /** When the agent had last been heard as of what is written. */
  const written = new WeakMap<Session, number>()

  return async (nowMs) => {
    const fresh = [...sessions.values()].filter(
      (session) => session.isPaused || written.get(session) !== session.heardAtMs,
    )
    const heardAtMs = new Map(fresh.map((session) => [session, session.heardAtMs]))
    const rows = fresh.flatMap((session) => rowOf(session, nowMs) ?? [])
    if (rows.length === 0) return
    const kept = new Set(await writeHeartbeats(db, controllerId, rows))
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
}
