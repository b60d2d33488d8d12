import { create, toBinary } from '@bufbuild/protobuf'
import type { MessageInitShape } from '@bufbuild/protobuf'
import type { ChannelCredentials, ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { credentials, makeClientConstructor, Metadata } from '@grpc/grpc-js'
import type { ConnectRequest, ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { PROTOCOL_VERSIONS } from '@sightline/shared/protocol'

type Said = MessageInitShape<typeof ConnectRequestSchema>['message']

const messageOf = (message: Said): ConnectRequest =>
  create(ConnectRequestSchema, { message } as MessageInitShape<typeof ConnectRequestSchema>)

/** What an agent says as it goes over the wire: for loads whose making is not measured. */
export const encoded = (message: Said): Buffer =>
  Buffer.from(toBinary(ConnectRequestSchema, messageOf(message)))

/** An agent made of nothing but its stream: it says what a test tells it to. */
export interface SyntheticAgent {
  readonly say: (message: Said) => void
  /** Says what `encoded` made before. */
  readonly sayEncoded: (message: Buffer) => void
  readonly call: ClientDuplexStream<ConnectRequest | Buffer, ConnectResponse>
  /** The next message of this kind, including ones that came before the question. */
  readonly next: <C extends NonNullable<ConnectResponse['message']['case']>>(
    kind: C,
  ) => Promise<Extract<ConnectResponse['message'], { case: C }>['value']>
  /** The monitors it was told to check, as of now. */
  readonly assignments: ReadonlyMap<number, Assignment>
  /** True once a whole snapshot has come. */
  readonly hasSnapshot: () => boolean
  /** How the stream ended: the status and what it says. */
  readonly ended: Promise<{ code: number; details: string }>
  readonly close: () => void
}

const Client = makeClientConstructor(
  Object.fromEntries(
    Object.entries(probeServiceDefinition).map(([name, method]) => [
      name,
      {
        ...method,
        requestSerialize: (value: unknown) =>
          Buffer.isBuffer(value) ? value : method.requestSerialize(value),
      },
    ]),
  ),
  'ProbeService',
)

/** Opens a stream and says nothing. */
export function openStream(
  address: string,
  token: string | null,
  by: ChannelCredentials = credentials.createInsecure(),
): SyntheticAgent {
  const client = new Client(address, by)
  const metadata = new Metadata()
  if (token !== null) metadata.set('authorization', `Bearer ${token}`)
  const connect = client['connect'] as unknown as (
    metadata: Metadata,
  ) => ClientDuplexStream<ConnectRequest | Buffer, ConnectResponse>
  const call = connect.call(client, metadata)
  const received: ConnectResponse['message'][] = []
  let wake = (): void => undefined
  const assignments = new Map<number, Assignment>()
  let hasSnapshot = false
  call.on('data', ({ message }: ConnectResponse) => {
    if (message.case === 'assignments') {
      for (const id of message.value.removedMonitorIds) assignments.delete(id)
      for (const assignment of message.value.upserts)
        assignments.set(assignment.monitorId, assignment)
      if (message.value.snapshot && message.value.last) hasSnapshot = true
    } else received.push(message)
    wake()
  })
  const ended = new Promise<{ code: number; details: string }>((resolve) => {
    call.on('error', (error: ServiceError) => resolve({ code: error.code, details: error.details }))
    call.on('status', (status) => resolve({ code: status.code, details: status.details }))
  })
  return {
    call,
    assignments,
    hasSnapshot: () => hasSnapshot,
    ended,
    say: (message) => {
      call.write(messageOf(message))
    },
    sayEncoded: (message) => {
      call.write(message)
    },
    async next(kind) {
      for (;;) {
        const index = received.findIndex((message) => message.case === kind)
        const [found] = index === -1 ? [] : received.splice(index, 1)
        if (found !== undefined) return found.value as never
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve
          }),
          ended.then(({ code, details }) => {
            throw new Error(`the stream ended with ${code} (${details}) before a "${kind}" came`)
          }),
        ])
      }
    },
    close() {
      call.write(create(ConnectRequestSchema, { message: { case: 'goodbye', value: {} } }))
      call.end()
      client.close()
    },
  }
}

/** Opens a stream and introduces itself. */
export async function connectAgent(
  address: string,
  token: string,
  region: string,
  agentId = '',
  capabilities: readonly string[] = ['web'],
  settingsVersion = 1,
): Promise<SyntheticAgent & { agentId: string }> {
  return introduce(openStream(address, token), region, { agentId, capabilities, settingsVersion })
}

/** Says Hello and waits for the answer. */
export async function introduce(
  agent: SyntheticAgent,
  region: string,
  said: {
    agentId?: string
    capabilities?: readonly string[]
    hostname?: string
    softwareVersion?: string
    settingsVersion?: number
  } = {},
): Promise<SyntheticAgent & { agentId: string }> {
  const { agentId = '', capabilities = ['web'], hostname = 'test', softwareVersion = 'test' } = said
  const { settingsVersion = 1 } = said
  agent.say({
    case: 'hello',
    value: {
      protocolVersion: PROTOCOL_VERSIONS.lowest,
      agentId,
      region,
      softwareVersion,
      capabilities: [...capabilities],
      settingsVersion,
      hostname,
    },
  })
  const welcome = await agent.next('welcome')
  return { ...agent, agentId: welcome.agentId }
}
