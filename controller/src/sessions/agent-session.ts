import { create } from '@bufbuild/protobuf'
import { markOf } from '@sightline/shared/assignment-mark'
import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { AssignmentUpdateSchema } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { ConnectResponse, Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectResponseSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Refusal } from './refusal.ts'
import type { HandedRechecks } from './handed-rechecks.ts'
import type { AddressBucket } from '../limits/address-bucket.ts'
import { createAddressBucket } from '../limits/address-bucket.ts'
import { assignmentBytes, splitAssignments } from './assignment-parts.ts'
import type { ToldAssignments } from './told-assignments.ts'
import { createToldAssignments } from './told-assignments.ts'
import { FIRST_CHECKS } from './first-checks.ts'

/** One connected agent: what the controller knows of it and how it speaks to it. */
export interface Session {
  readonly agentId: string
  readonly tokenId: number
  /** Serial of the certificate it came in with; null: it needed none. */
  readonly certificateSerial: string | null
  readonly region: string
  /** What it can do: words of \`Capability\`, and words of newer agents. */
  readonly capabilities: ReadonlySet<string>
  /** Which settings of monitors it knows. */
  readonly settingsVersion: number
  /** Stand for the two lanes of its results. */
  readonly lanes: { readonly live: object; readonly backlog: object }
  /** Monitors this agent was told to check. */
  readonly assigned: Pick<ToldAssignments, 'has' | 'mark' | 'ids' | 'count' | 'hash'>
  /** Rechecks whose results it may send. */
  readonly handed: HandedRechecks
  /** How many first checks of each monitor it may report now. */
  readonly firstChecks: AddressBucket
  /** Sends before any assignments that wait: an acknowledgement must not stand behind a snapshot. */
  readonly send: (message: ConnectResponse['message']) => void
  /** What follows in pages replaces everything the agent checks. */
  readonly startSnapshot: () => void
  readonly sendSnapshotPage: (upserts: readonly Assignment[], last: boolean) => void
  readonly sendAssignments: (upserts: readonly Assignment[], removedIds: readonly number[]) => void
  /** How many updates of its assignments were sent, or wait. */
  readonly updates: () => number
  /** Resolves when the agent has taken most of its assignments, or is gone. */
  readonly whenTaken: () => Promise<void>
  /** True when so much waits for the agent that a fresh snapshot, at its own pace, is the shorter way. */
  readonly isBehind: () => boolean
  /** Ends the stream with a reason. */
  readonly refuse: (refusal: Refusal) => void
  /** Nothing more will be taken. */
  readonly close: () => void
  /** Latest heartbeat; null before the first. */
  heartbeat: Heartbeat | null
  /** When the agent last said anything, monotonic ms. */
  heardAtMs: number
  /** It is about to leave: whoever else can do new work gets it. */
  isLeaving: boolean
  /** We do not listen, because too much waits to be stored: its silence is ours. */
  isPaused: boolean
  /** How far the agent's clock is ahead of ours, ms. */
  clockOffsetMs: number
  /** Since when its word does not count, UNIX ms, as its row says too; null: it does. */
  quarantinedAtMs: number | null
  /** Results that were not taken from it. */
  refusedResults: number
}

/** The sessions of this controller, by agent id. */
export type Sessions = Map<string, Session>

/** Assignments under way to an agent at once: enough to fill a fast link, few enough that what is sent
 *  meanwhile need not wait long on a slow one. */
const MAX_UNDER_WAY_BYTES = 256 * 1024

/** Waiting assignments from which on the next page of a snapshot is not read yet. */
const PLENTY_BYTES = 4 * 1024 * 1024

/** Waiting assignments from which on changes are not added any more. */
const TOO_MUCH_BYTES = 32 * 1024 * 1024

/** Parts of a session that its stream knows. */
interface SessionEnds {
  readonly agentId: string
  readonly tokenId: number
  readonly certificateSerial: string | null
  readonly region: string
  readonly capabilities: readonly string[]
  readonly settingsVersion: number
  readonly quarantinedAtMs: number | null
  readonly handed: HandedRechecks
  /** @param sent called when the message has left, or never will */
  readonly write: (message: ConnectResponse, sent: () => void) => void
  readonly refuse: (refusal: Refusal) => void
}

interface Waiting {
  readonly message: ConnectResponse
  readonly bytes: number
}

export function createSession(ends: SessionEnds): Session {
  const assigned = createToldAssignments()
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let underWayBytes = 0
  let updates = 0
  let isClosed = false
  let taken: PromiseWithResolvers<void> | null = null

  function pump(): void {
    while (underWayBytes < MAX_UNDER_WAY_BYTES) {
      const next = waiting.shift()
      if (next === undefined) break
      waitingBytes -= next.bytes
      underWayBytes += next.bytes
      ends.write(next.message, () => {
        underWayBytes -= next.bytes
        pump()
      })
    }
    if (taken !== null && (isClosed || waitingBytes < PLENTY_BYTES)) {
      taken.resolve()
      taken = null
    }
  }

  function enqueue(
    upserts: Assignment[],
    removed: number[],
    snapshot: boolean,
    last: boolean,
  ): void {
    updates += 1
    const update = create(AssignmentUpdateSchema, {
      number: updates,
      snapshot,
      last,
      upserts,
      removedMonitorIds: removed,
    })
    const message = create(ConnectResponseSchema, {
      message: { case: 'assignments', value: update },
    })
    const bytes = upserts.reduce((sum, upsert) => sum + assignmentBytes(upsert), removed.length * 5)
    waiting.push({ message, bytes })
    waitingBytes += bytes
  }

  /** @param finishes whether the last message of these ends a snapshot */
  function sendAll(
    upserts: readonly Assignment[],
    removed: readonly number[],
    snapshot: boolean,
    finishes: boolean,
  ): void {
    if (isClosed) return
    for (const upsert of upserts) assigned.set(upsert.monitorId, markOf(upsert))
    for (const id of removed) assigned.remove(id)
    const parts = splitAssignments(upserts)
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      enqueue(part, index === 0 ? [...removed] : [], snapshot, finishes && isLast)
    }
    pump()
  }

  return {
    agentId: ends.agentId,
    tokenId: ends.tokenId,
    certificateSerial: ends.certificateSerial,
    region: ends.region,
    capabilities: new Set(ends.capabilities),
    settingsVersion: ends.settingsVersion,
    lanes: { live: {}, backlog: {} },
    assigned,
    handed: ends.handed,
    firstChecks: createAddressBucket(FIRST_CHECKS),
    send: (message) => ends.write(create(ConnectResponseSchema, { message }), () => undefined),
    startSnapshot: assigned.clear,
    sendSnapshotPage: (upserts, last) => sendAll(upserts, [], true, last),
    sendAssignments(upserts, removedIds) {
      if (upserts.length > 0 || removedIds.length > 0) sendAll(upserts, removedIds, false, false)
    },
    updates: () => updates,
    whenTaken() {
      if (isClosed || waitingBytes < PLENTY_BYTES) return Promise.resolve()
      taken ??= Promise.withResolvers<void>()
      return taken.promise
    },
    isBehind: () => waitingBytes > TOO_MUCH_BYTES,
    refuse: ends.refuse,
    close() {
      isClosed = true
      waiting.length = 0
      pump()
    },
    heartbeat: null,
    heardAtMs: performance.now(),
    isLeaving: false,
    isPaused: false,
    clockOffsetMs: 0,
    quarantinedAtMs: ends.quarantinedAtMs,
    refusedResults: 0,
  }
}
