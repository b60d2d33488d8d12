import { create } from '@bufbuild/protobuf'
import { status as GrpcStatus } from '@grpc/grpc-js'
import { WelcomeSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Logger } from '@sightline/shared/logger'
import { HEARTBEAT_INTERVAL_MS, PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { markAgentLeft } from '../db/agents.ts'
import type { Database } from '../db/pool.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'

/** What presences work with. */
export interface PresenceParts {
  readonly db: Database
  readonly controllerId: string
  readonly sessions: Sessions
  readonly work: Pick<OpenWork, 'sessionEnded'>
  readonly sessionStarted: (session: Session) => void
  readonly sessionEnded: (session: Session) => void
  readonly now: () => number
  readonly log: Logger
}

/** An agent at this controller, from Welcome to the end of its stream: it has one session there. */
export interface Presence {
  readonly session: Session
  /** Gives the session its place, from which the one that had it is turned away, and welcomes the agent. */
  readonly begin: () => void
  /** Called once. @param hasLeft the agent said goodbye, or is let in no more: it is noted at once that it left */
  readonly end: (hasLeft: boolean) => void
}

/** @param connectedAt names the connection, see NotedAgent */
export function createPresence(
  session: Session,
  connectedAt: string,
  parts: PresenceParts,
): Presence {
  const { db, controllerId, sessions, log } = parts
  const { agentId, region } = session

  function noteEnd(hasLeft: boolean): void {
    log.info({ agent: agentId, region, hasLeft }, 'an agent disconnected')
    if (!hasLeft) {
      parts.sessionEnded(session)
      return
    }
    markAgentLeft(db, agentId, controllerId, connectedAt).then(
      () => parts.sessionEnded(session),
      (error: unknown) => log.warn({ err: error }, 'that an agent left could not be noted'),
    )
  }

  return {
    session,
    begin() {
      sessions.get(agentId)?.refuse({
        code: GrpcStatus.ABORTED,
        reason: 'the same agent connected again: give each agent a data folder of its own',
      })
      sessions.set(agentId, session)
      log.info({ agent: agentId, region }, 'an agent connected')
      const welcome = create(WelcomeSchema, {
        agentId,
        heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
        controllerTimeMs: BigInt(parts.now()),
        lowestProtocolVersion: PROTOCOL_VERSIONS.lowest,
        highestProtocolVersion: PROTOCOL_VERSIONS.highest,
      })
      session.send({ case: 'welcome', value: welcome })
      parts.sessionStarted(session)
    },
    end(hasLeft) {
      if (sessions.get(agentId) === session) {
        sessions.delete(agentId)
        noteEnd(hasLeft)
      }
      session.close()
      parts.work.sessionEnded(session)
    },
  }
}
