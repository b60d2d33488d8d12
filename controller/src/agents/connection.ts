import type { ServerDuplexStream } from '@grpc/grpc-js'
import { status as GrpcStatus } from '@grpc/grpc-js'
import type { ConnectRequest, ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { MAX_MESSAGE_BYTES } from '@sightline/shared/protocol'
import { readHandedRechecks } from '../db/handed-rechecks.ts'
import type { Queryable } from '../db/pool.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import { createSession } from '../sessions/agent-session.ts'
import { createHandedRechecks, MAX_HANDED } from '../sessions/handed-rechecks.ts'
import type { Refusal } from '../sessions/refusal.ts'
import type { Admission } from './doorkeeper.ts'
import { acceptHello } from './handshake.ts'
import type { HeardStream, HearingParts } from './hear-agent.ts'
import { hearAgent, NO_MESSAGE } from './hear-agent.ts'
import type { Presence, PresenceParts } from './presence.ts'
import { createPresence } from './presence.ts'
import { readRequest } from './read-request.ts'

/** An agent that does not introduce itself within this time is turned away. */
const HELLO_TIMEOUT_MS = 10_000

/** Messages written to an agent that it has not taken: beyond it the agent is too slow to be of use.
 *  Assignments are held back by the session, so these are acknowledgements. */
const MAX_UNSENT_MESSAGES = 5_000

/** The first message of a stream: Hello, of which only what an agent can do may be long. */
const MAX_HELLO_BYTES = 16 * 1024

type Call = ServerDuplexStream<Buffer, ConnectResponse>

/** What connections work with. */
export interface ConnectionParts extends PresenceParts, Omit<HearingParts, 'answered'> {
  readonly work: Pick<OpenWork, 'updated' | 'sessionEnded'>
  /** It waits for no disk: for what may be lost with the database's last moment; left out: `db`. */
  readonly hastyDb?: Queryable
  /** True while agents are better off with another controller. */
  readonly isDatabaseLost: () => boolean
  readonly isDraining: () => boolean
  /** Agents of an earlier version are refused; left out: none is. */
  readonly minAgentVersion?: string | undefined
}

/** Serves one agent's stream from Hello to its end. Whatever comes over it harms this stream at most.
 *  @param admission what it was let in with */
export function serveConnection(
  call: Call,
  admission: Admission,
  given: ConnectionParts & HearingParts,
): void {
  const log = given.log.child({ peer: call.getPeer() })
  const parts = { ...given, log }
  let presence: Presence | null = null
  let isIntroduced = false
  let isOver = false
  const helloTimer = setTimeout(() => invalid('no Hello came within 10 s'), HELLO_TIMEOUT_MS)

  /** Ends the stream once; whatever comes afterwards is ignored. */
  function finish(hasLeft: boolean): boolean {
    if (isOver) return false
    isOver = true
    clearTimeout(helloTimer)
    presence?.end(hasLeft)
    return true
  }

  function refuse({ code, reason, isForGood = false }: Refusal): void {
    const session = presence?.session
    const who = session === undefined ? {} : { agent: session.agentId, region: session.region }
    if (!finish(isForGood)) return
    log.warn({ ...who, code: GrpcStatus[code], reason }, 'an agent was refused')
    call.emit('error', { code, details: reason })
  }

  function invalid(reason: string): void {
    refuse({ code: GrpcStatus.INVALID_ARGUMENT, reason })
  }

  async function introduce({ message }: ConnectRequest): Promise<void> {
    if (message.case !== 'hello') {
      invalid(message.case === undefined ? NO_MESSAGE : 'the first message must be Hello')
      return
    }
    const { db, controllerId, minAgentVersion } = parts
    const introduced = await acceptHello(
      db,
      message.value,
      admission,
      controllerId,
      minAgentVersion,
    )
    if ('refusal' in introduced) {
      refuse(introduced.refusal)
      return
    }
    const { id: tokenId, region } = admission.token
    const handed = createHandedRechecks(await readHandedRechecks(db, region, MAX_HANDED))
    if (isOver) return
    clearTimeout(helloTimer)
    const certificateSerial = admission.certificate?.serial ?? null
    const ends = { ...introduced, tokenId, certificateSerial, region, handed, write, refuse }
    presence = createPresence(createSession(ends), introduced.connectedAt, parts)
    presence.begin()
  }

  function write(message: ConnectResponse, sent: () => void): void {
    if (isOver) return
    call.write(message, sent)
    // The stream counts objects.
    if (call.writableLength > MAX_UNSENT_MESSAGES) {
      refuse({ code: GrpcStatus.ABORTED, reason: 'the agent takes its messages too slowly' })
    }
  }

  const stream: HeardStream = {
    pause: () => call.pause(),
    resume: () => call.resume(),
    leave() {
      finish(true)
      call.end()
    },
    invalid,
  }

  function take(request: ConnectRequest): void {
    if (presence !== null) {
      hearAgent(presence.session, request, stream, parts)
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
  }

  call.on('data', (bytes: Buffer) => {
    if (isOver) return
    const read = readRequest(bytes, presence === null ? MAX_HELLO_BYTES : MAX_MESSAGE_BYTES)
    if (read.ok) take(read.request)
    else invalid(read.reason)
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
