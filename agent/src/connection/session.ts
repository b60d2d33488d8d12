import { create } from '@bufbuild/protobuf'
import { status } from '@grpc/grpc-js'
import type { ConnectResponse, Hello, Welcome } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { WorkItem, WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import type { AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { GoodbyeSchema, HelloSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import {
  AGENT_LOST_AFTER_MS,
  HEARTBEAT_INTERVAL_MS,
  PROTOCOL_VERSIONS,
} from '@sightline/shared/protocol'
import type { ProtocolRange } from '@sightline/shared/protocol-range'
import { agreeOnProtocol } from '@sightline/shared/protocol-range'
import type { Clock } from '../schedule/clock.ts'
import type { ControllerTime, MakeHeartbeat } from './heartbeat.ts'
import type { Link, LinkEnd } from './link.ts'
import type { Spool } from '../state/spool.ts'
import { isDamage } from '../state/damage.ts'
import type { Uplink } from './uplink.ts'
import { createUplink } from './uplink.ts'

const HANDSHAKE_TIMEOUT_MS = 10_000
/** Welcome tells the controller's time at once, but without its transit: only a gross difference
 *  counts until the first HeartbeatAck has measured it. */
const GROSS_OFFSET_MS = 5_000
const MIN_HEARTBEAT_MS = 500

/** What a session needs of the rest of the agent. */
export interface SessionPeers {
  readonly clock: Clock
  readonly spool: Pick<Spool, 'read' | 'acknowledge' | 'lastSequence'>
  readonly makeHeartbeat: MakeHeartbeat
  readonly onWelcome: (welcome: Welcome) => void
  /** A heartbeat was answered: the connection is good. */
  readonly onAlive: () => void
  readonly onAssignments: (update: AssignmentUpdate) => void
  readonly onWork: (item: WorkItem) => void
  readonly onWorkCancel: (id: string) => void
  /** Told by which certificates nobody is a controller any more. */
  readonly onRevokedControllers: (serials: readonly string[]) => void
}

/** What a controller speaks; one before ranges speaks the first alone. */
function rangeOf({ lowestProtocolVersion, highestProtocolVersion }: Welcome): ProtocolRange {
  const lowest = lowestProtocolVersion || 1
  return { lowest, highest: Math.max(lowest, highestProtocolVersion) }
}

/** One connection, from Hello to its end. */
export interface Session {
  readonly wake: () => void
  readonly sendWork: (update: WorkUpdate) => void
  /** Sends what is left and says goodbye. */
  readonly finish: () => void
  readonly ended: Promise<LinkEnd>
}

/** Speaks the protocol over a link. @param open opens the link with the given listeners
 *  Source: proto, ProbeService */
export function startSession(
  hello: Omit<Hello, '$typeName' | '$unknown'>,
  peers: SessionPeers,
  open: (events: {
    onMessage: (message: ConnectResponse) => void
    onDrain: () => void
    onEnd: (end: LinkEnd) => void
  }) => Link,
): Session {
  const ended = Promise.withResolvers<LinkEnd>()
  let isWelcome = false
  let echo: ControllerTime = { controllerTimeMs: 0n, receivedAtMs: 0 }
  let heartbeatTimer: NodeJS.Timeout | null = null
  let silenceTimer = setTimeout(loseTo, HANDSHAKE_TIMEOUT_MS, 'no Welcome within 10 s')
  let lost: { readonly because: string; readonly code: status | null } | null = null

  // grpc-js never calls back before this function has returned.
  const link = open({ onMessage, onDrain: () => uplink.resume(), onEnd })
  const uplink: Uplink = createUplink({
    spool: peers.spool,
    send: link.sendBytes,
  })
  link.send({ case: 'hello', value: create(HelloSchema, hello) })

  /** @param code what stands for it; null: what the link says */
  function loseTo(because: string, code: status | null = null): void {
    lost = { because, code }
    link.drop()
  }

  function expectWord(): void {
    clearTimeout(silenceTimer)
    const reason = `no word from the controller for ${AGENT_LOST_AFTER_MS / 1000} s`
    silenceTimer = setTimeout(loseTo, AGENT_LOST_AFTER_MS, reason)
  }

  function heartbeat(): void {
    link.send({ case: 'heartbeat', value: peers.makeHeartbeat(echo) })
  }

  function noteTime(controllerTimeMs: bigint): void {
    echo = { controllerTimeMs, receivedAtMs: peers.clock.raw() }
  }

  function welcomed(welcome: Welcome): void {
    if (isWelcome) return
    const agreement = agreeOnProtocol(PROTOCOL_VERSIONS, rangeOf(welcome))
    if (agreement.version === null) {
      loseTo(agreement.problem, status.FAILED_PRECONDITION)
      return
    }
    isWelcome = true
    noteTime(welcome.controllerTimeMs)
    const roughOffsetMs = peers.clock.raw() - Number(welcome.controllerTimeMs)
    if (Math.abs(roughOffsetMs) > GROSS_OFFSET_MS) peers.clock.observe(roughOffsetMs)
    peers.onWelcome(welcome)
    expectWord()
    heartbeat()
    const intervalMs = welcome.heartbeatIntervalMs || HEARTBEAT_INTERVAL_MS
    heartbeatTimer = setInterval(heartbeat, Math.max(MIN_HEARTBEAT_MS, intervalMs))
    uplink.resume()
  }

  function handle({ message }: ConnectResponse): void {
    if (message.case === 'welcome') {
      welcomed(message.value)
      return
    }
    if (!isWelcome) throw new Error(`${message.case ?? 'an unknown message'} before Welcome`)
    switch (message.case) {
      case 'heartbeatAck':
        noteTime(message.value.controllerTimeMs)
        peers.clock.observe(Number(message.value.clockOffsetMs))
        peers.onAlive()
        return
      case 'resultAck':
        uplink.acknowledged(message.value)
        return
      case 'assignments':
        peers.onAssignments(message.value)
        return
      case 'work':
        peers.onWork(message.value)
        return
      case 'workCancel':
        peers.onWorkCancel(message.value.id)
        return
      case 'revokedControllers':
        peers.onRevokedControllers(message.value.serials)
        return
      default:
      // A newer controller's message: not for this agent.
    }
  }

  function onMessage(message: ConnectResponse): void {
    if (lost !== null) return
    // Any word is life: behind a long snapshot on a slow link an answer to a heartbeat takes its time.
    if (isWelcome) expectWord()
    try {
      handle(message)
    } catch (error) {
      // No new connection mends it: the process ends, and the next start sets the file aside.
      if (isDamage(error)) throw error
      // A controller that breaks the protocol or a disk that refuses: a new connection begins anew.
      loseTo(`a message could not be taken: ${String(error)}`)
    }
  }

  function onEnd(end: LinkEnd): void {
    clearTimeout(silenceTimer)
    if (heartbeatTimer !== null) clearInterval(heartbeatTimer)
    uplink.close()
    ended.resolve(lost === null ? end : { code: lost.code ?? end.code, message: lost.because })
  }

  return {
    wake() {
      if (isWelcome) uplink.wake()
    },
    sendWork(update) {
      if (isWelcome) link.send({ case: 'work', value: update })
    },
    finish() {
      if (isWelcome) {
        uplink.wake()
        heartbeat()
        link.send({ case: 'goodbye', value: create(GoodbyeSchema) })
      }
      link.end()
    },
    ended: ended.promise,
  }
}
