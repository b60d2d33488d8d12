import { create } from '@bufbuild/protobuf'
import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { AssignmentUpdateSchema } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { ConnectResponse, Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectResponseSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Refusal } from './handshake.ts'

/** One connected agent: what the controller knows of it and how it speaks to it. */
export interface Session {
  readonly agentId: string
  readonly tokenId: number
  readonly region: string
  /** Monitors this agent was told to check. */
  readonly assigned: Set<number>
  readonly send: (message: ConnectResponse['message']) => void
  /** Replaces everything the agent checks. Pages are sent as they come. */
  readonly sendSnapshotPage: (upserts: readonly Assignment[], last: boolean) => void
  readonly sendAssignments: (upserts: readonly Assignment[], removedIds: readonly number[]) => void
  /** Ends the stream with a reason. */
  readonly refuse: (refusal: Refusal) => void
  /** Latest heartbeat and when it came (monotonic ms); null before the first. */
  heartbeat: { readonly message: Heartbeat; readonly receivedAtMs: number } | null
  /** How far the agent's clock is ahead of ours, ms. */
  clockOffsetMs: number
}

/** Assignments of one message: about 150 kB with usual settings, well below the message limit. */
const ASSIGNMENTS_PER_MESSAGE = 250

/** The sessions of this controller, by agent id. */
export type Sessions = Map<string, Session>

/** Parts of a session that the gateway knows. */
interface SessionEnds {
  readonly agentId: string
  readonly tokenId: number
  readonly region: string
  readonly write: (message: ConnectResponse) => void
  readonly refuse: (refusal: Refusal) => void
}

export function createSession(ends: SessionEnds): Session {
  const assigned = new Set<number>()
  const send = (message: ConnectResponse['message']): void =>
    ends.write(create(ConnectResponseSchema, { message }))

  function sendPart(
    snapshot: boolean,
    last: boolean,
    upserts: Assignment[],
    removed: number[],
  ): void {
    send({
      case: 'assignments',
      value: create(AssignmentUpdateSchema, {
        snapshot,
        last,
        upserts,
        removedMonitorIds: removed,
      }),
    })
  }

  /** @param finish whether the last message of these ends a snapshot */
  function sendAll(
    snapshot: boolean,
    finish: boolean,
    upserts: readonly Assignment[],
    removed: readonly number[],
  ): void {
    for (const upsert of upserts) assigned.add(upsert.monitorId)
    for (const id of removed) assigned.delete(id)
    let from = 0
    do {
      const part = upserts.slice(from, from + ASSIGNMENTS_PER_MESSAGE)
      const isFirst = from === 0
      from += ASSIGNMENTS_PER_MESSAGE
      sendPart(snapshot, finish && from >= upserts.length, part, isFirst ? [...removed] : [])
    } while (from < upserts.length)
  }

  return {
    agentId: ends.agentId,
    tokenId: ends.tokenId,
    region: ends.region,
    assigned,
    send,
    sendSnapshotPage: (upserts, last) => sendAll(true, last, upserts, []),
    sendAssignments(upserts, removedIds) {
      if (upserts.length > 0 || removedIds.length > 0) sendAll(false, false, upserts, removedIds)
    },
    refuse: ends.refuse,
    heartbeat: null,
    clockOffsetMs: 0,
  }
}
