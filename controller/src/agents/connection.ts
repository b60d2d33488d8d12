import { create } from '@bufbuild/protobuf'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import { status as GrpcStatus } from '@grpc/grpc-js'
import type {
  ConnectRequest,
  ConnectResponse,
  Heartbeat,
} from '@sightline/shared/gen/probe/v1/agent_pb'
import { HeartbeatAckSchema, WelcomeSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { ResultBatch } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import {
  HEARTBEAT_INTERVAL_MS,
  MAX_MESSAGE_BYTES,
  PROTOCOL_VERSIONS,
} from '@sightline/shared/protocol'
import { markAgentLeft } from '../db/agents.ts'
import { readHandedRechecks } from '../db/handed-rechecks.ts'
import type { Database } from '../db/pool.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { IngestQueue } from '../ingest/queue.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import type { RefusalLog } from '../process/refusal-log.ts'
import { clockOffsetOf, MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'
import type { AnsweredRechecks } from './answered-rechecks.ts'
import type { Admission } from './doorkeeper.ts'
import type { HelloCheck } from './handshake.ts'
import type { Refusal } from '../sessions/refusal.ts'
import type { HandedRechecks } from '../sessions/handed-rechecks.ts'
import { createHandedRechecks, MAX_HANDED } from '../sessions/handed-rechecks.ts'
import { acceptHello } from './handshake.ts'
import { intakeUnitOf } from './intake.ts'
import type { QuarantineWatch } from './quarantine-watch.ts'
import { readRequest } from './read-request.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { createSession } from '../sessions/agent-session.ts'

/** An agent that does not introduce itself within this time is turned away. */
const HELLO_TIMEOUT_MS = 10_000

/** Messages written to an agent that it has not taken: beyond it the agent is too slow to be of use.
 *  Assignments are held back by the session, so these are acknowledgements. */
const MAX_UNSENT_MESSAGES = 5_000

/** The first message of a stream: Hello, of which only what an agent can do may be long. */
const MAX_HELLO_BYTES = 16 * 1024

const NO_MESSAGE = 'what came is no message of the protocol'

type Call = ServerDuplexStream<Buffer, ConnectResponse>

/** What connections work with. */
export interface ConnectionParts {
  readonly db: Database
  readonly controllerId: string
  readonly sessions: Sessions
  readonly ingest: IngestQueue
  /** Tells of results that were not taken. */
  readonly refusals: RefusalLog
  readonly work: Pick<OpenWork, 'updated' | 'sessionEnded'>
  readonly quarantine: Pick<QuarantineWatch, 'seeResults' | 'seeHeartbeat'>
  /** True while agents are better off with another controller. */
  readonly isDatabaseLost: () => boolean
  readonly isDraining: () => boolean
  readonly sessionStarted: (session: Session) => void
  readonly sessionEnded: (session: Session) => void
  /** Days results are kept; left out: as usual. */
  readonly resultRetentionDays?: number
  /** Agents of an earlier version are refused; left out: none is. */
  readonly minAgentVersion?: string | undefined
  readonly now: () => number
  readonly log: Logger
}

/** Serves one agent's stream from Hello to its end. Whatever comes over it harms this stream at most.
 *  @param admission what it was let in with */
export function serveConnection(
  call: Call,
  admission: Admission,
  parts: ConnectionParts & { readonly answered: AnsweredRechecks },
): void {
  const { token, certificate } = admission
  const { db, controllerId, sessions, ingest, now } = parts
  const log = parts.log.child({ peer: call.getPeer() })
  let session: Session | null = null
  let connectedAt = ''
  let isIntroduced = false
  let isOver = false
  const helloTimer = setTimeout(
    () => refuse({ code: GrpcStatus.INVALID_ARGUMENT, reason: 'no Hello came within 10 s' }),
    HELLO_TIMEOUT_MS,
  )

  /** Ends the stream once; whatever comes afterwards is ignored. */
  function finish(inGoodOrder: boolean): boolean {
    if (isOver) return false
    isOver = true
    clearTimeout(helloTimer)
    if (session !== null && sessions.get(session.agentId) === session) {
      sessions.delete(session.agentId)
      noteLeaving(session, inGoodOrder)
    }
    if (session !== null) {
      session.close()
      parts.work.sessionEnded(session)
    }
    return true
  }

  function noteLeaving(left: Session, inGoodOrder: boolean): void {
    log.info({ agent: left.agentId, region: left.region, inGoodOrder }, 'an agent disconnected')
    if (!inGoodOrder) {
      parts.sessionEnded(left)
      return
    }
    markAgentLeft(db, left.agentId, controllerId, connectedAt).then(
      () => parts.sessionEnded(left),
      (error: unknown) => log.warn({ err: error }, 'that an agent left could not be noted'),
    )
  }

  function refuse({ code, reason }: Refusal): void {
    const who = session === null ? {} : { agent: session.agentId, region: session.region }
    if (!finish(false)) return
    log.warn({ ...who, code: GrpcStatus[code], reason }, 'an agent was refused')
    call.emit('error', { code, details: reason })
  }

  function invalid(reason: string): void {
    refuse({ code: GrpcStatus.INVALID_ARGUMENT, reason })
  }

  async function introduce(request: ConnectRequest): Promise<void> {
    if (request.message.case !== 'hello') {
      invalid(request.message.case === undefined ? NO_MESSAGE : 'the first message must be Hello')
      return
    }
    const hello = request.message.value
    const helloCheck = await acceptHello(db, hello, admission, controllerId, parts.minAgentVersion)
    if ('refusal' in helloCheck) {
      refuse(helloCheck.refusal)
      return
    }
    const handed = createHandedRechecks(await readHandedRechecks(db, token.region, MAX_HANDED))
    if (!isOver) start(helloCheck, handed)
  }

  function start(
    introduced: Extract<HelloCheck, { agentId: string }>,
    handed: HandedRechecks,
  ): void {
    clearTimeout(helloTimer)
    const { agentId } = introduced
    connectedAt = introduced.connectedAt
    sessions.get(agentId)?.refuse({
      code: GrpcStatus.ABORTED,
      reason: 'the same agent connected again: give each agent a data folder of its own',
    })
    const { id: tokenId, region } = token
    const certificateSerial = certificate?.serial ?? null
    session = createSession({
      ...introduced,
      tokenId,
      certificateSerial,
      region,
      handed,
      write,
      refuse,
    })
    sessions.set(agentId, session)
    log.info({ agent: agentId, region: token.region }, 'an agent connected')
    const welcome = create(WelcomeSchema, {
      agentId,
      heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
      controllerTimeMs: BigInt(now()),
      lowestProtocolVersion: PROTOCOL_VERSIONS.lowest,
      highestProtocolVersion: PROTOCOL_VERSIONS.highest,
    })
    session.send({ case: 'welcome', value: welcome })
    parts.sessionStarted(session)
  }

  function write(message: ConnectResponse, sent: () => void): void {
    if (isOver) return
    call.write(message, sent)
    // The stream counts objects.
    if (call.writableLength > MAX_UNSENT_MESSAGES) {
      refuse({ code: GrpcStatus.ABORTED, reason: 'the agent takes its messages too slowly' })
    }
  }

  /** Stops listening while too much waits to be stored; the agent keeps what it could not say. */
  function pauseWhileFull(from: Session): void {
    if (!ingest.isFull()) return
    from.isPaused = true
    call.pause()
    ingest.whenRoom(() => {
      from.isPaused = false
      from.heardAtMs = performance.now()
      call.resume()
    })
  }

  function receive(from: Session, { message }: ConnectRequest): void {
    from.heardAtMs = performance.now()
    switch (message.case) {
      case 'heartbeat':
        receiveHeartbeat(from, message.value)
        return
      case 'results':
        receiveResults(from, message.value)
        return
      case 'goodbye':
        finish(true)
        call.end()
        return
      case 'work':
        parts.work.updated(from, message.value)
        return
      case undefined:
        invalid(NO_MESSAGE)
        return
      default:
        invalid(`unexpected message "${message.case}"`)
    }
  }

  function receiveResults(from: Session, batch: ResultBatch): void {
    const unit = intakeUnitOf(batch, from, now(), parts, parts.resultRetentionDays)
    if (unit.live) parts.quarantine.seeResults(from, unit.rows)
    ingest.add(unit)
    pauseWhileFull(from)
  }

  function receiveHeartbeat(from: Session, heartbeat: Heartbeat): void {
    const receivedAtMs = now()
    const offsetMs = clockOffsetOf(heartbeat, receivedAtMs) ?? from.clockOffsetMs
    if (
      Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS &&
      Math.abs(from.clockOffsetMs) <= MAX_CLOCK_OFFSET_MS
    ) {
      log.warn(
        { agent: from.agentId, offsetMs },
        'the clock of an agent is off: its schedule is corrected',
      )
    }
    from.clockOffsetMs = offsetMs
    from.heartbeat = heartbeat
    parts.quarantine.seeHeartbeat(from, heartbeat)
    const ack = create(HeartbeatAckSchema, {
      controllerTimeMs: BigInt(receivedAtMs),
      clockOffsetMs: BigInt(offsetMs),
    })
    from.send({ case: 'heartbeatAck', value: ack })
  }

  call.on('data', (bytes: Buffer) => {
    if (isOver) return
    const read = readRequest(bytes, session === null ? MAX_HELLO_BYTES : MAX_MESSAGE_BYTES)
    if (!read.ok) {
      invalid(read.reason)
      return
    }
    const { request } = read
    if (session !== null) {
      receive(session, request)
      return
    }
    if (isIntroduced) {
      invalid('a message came before Welcome')
      return
    }
    isIntroduced = true
    call.pause()
    introduce(request)
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'an agent could not be let in')
        refuse({ code: GrpcStatus.UNAVAILABLE, reason: 'the database is not available, try again' })
      })
      .finally(() => call.resume())
  })
  call.on('end', () => {
    finish(false)
    call.end()
  })
  call.on('error', (error) => {
    if (finish(false)) log.warn({ reason: error.message }, 'the stream of an agent broke')
  })
  call.on('cancelled', () => finish(false))
}
