import type { MessageInitShape } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { ConnectRequest, ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectResponseSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { eventually } from './eventually.ts'

const { connect } = probeServiceDefinition
if (connect === undefined) throw new Error('the probe service has no method connect')

/** The service, but for bytes, which go out as they are. */
const service = {
  connect: {
    ...connect,
    responseSerialize: (message: unknown): Buffer =>
      Buffer.isBuffer(message) ? message : connect.responseSerialize(message),
  },
}

type Call = ServerDuplexStream<ConnectRequest, ConnectResponse>
type Said<C> = Extract<ConnectRequest['message'], { case: C }>['value']

/** One stream of an agent, as its controller sees it. */
export interface AgentCall {
  readonly token: string
  readonly say: (message: MessageInitShape<typeof ConnectResponseSchema>['message']) => void
  /** Everything of this kind that the agent said. */
  readonly said: <C extends ConnectRequest['message']['case']>(kind: C) => Said<C>[]
  readonly results: () => CheckResult[]
  /** Sends bytes that are no message. */
  readonly sayBytes: (bytes: Buffer) => void
  /** Ends the stream with a gRPC status. */
  readonly refuse: (code: number, details: string) => void
  readonly isOver: () => boolean
}

/** A controller that says what a test tells it to; Hello and Heartbeat are answered by itself. */
export interface FakeController {
  readonly address: string
  readonly port: number
  readonly calls: AgentCall[]
  /** The n-th stream (0 the first), once it has said Hello. */
  readonly call: (index: number) => Promise<AgentCall>
  readonly stop: () => void
}

/** @param options.onHello returning false leaves the answer to the test */
export async function startFakeController(
  options: {
    host?: string
    port?: number
    clockOffsetMs?: number
    onHello?: (call: AgentCall) => boolean
  } = {},
): Promise<FakeController> {
  const { host = '127.0.0.1' } = options
  const calls: AgentCall[] = []

  function connected(stream: Call): void {
    const heard: ConnectRequest['message'][] = []
    let isOver = false
    const call: AgentCall = {
      token: String(stream.metadata.get('authorization')[0] ?? ''),
      say: (message) => {
        stream.write(
          create(ConnectResponseSchema, {
            message,
          } as MessageInitShape<typeof ConnectResponseSchema>),
        )
      },
      said: (kind) =>
        heard.filter((message) => message.case === kind).map(({ value }) => value as never),
      results: () => call.said('results').flatMap(({ results }) => results),
      sayBytes: (bytes) => {
        stream.write(bytes as never)
      },
      refuse: (code, details) => {
        stream.emit('error', { code, details })
      },
      isOver: () => isOver,
    }
    stream.on('data', ({ message }: ConnectRequest) => {
      heard.push(message)
      const controllerTimeMs = BigInt(Date.now())
      if (message.case === 'hello') {
        calls.push(call)
        if (options.onHello?.(call) === false) return
        call.say({
          case: 'welcome',
          value: { agentId: 'agt_test', heartbeatIntervalMs: 500, controllerTimeMs },
        })
      }
      if (message.case === 'heartbeat') {
        const clockOffsetMs = BigInt(options.clockOffsetMs ?? 0)
        call.say({ case: 'heartbeatAck', value: { controllerTimeMs, clockOffsetMs } })
      }
    })
    stream.on('error', () => {})
    stream.on('cancelled', () => {
      isOver = true
    })
    stream.on('end', () => {
      isOver = true
      stream.end()
    })
  }

  const server = new Server()
  server.addService(service, { connect: connected })
  const port = await new Promise<number>((resolve, reject) => {
    const address = `${host}:${options.port ?? 0}`
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound)
      else reject(error)
    })
  })
  return {
    address: `${host}:${port}`,
    port,
    calls,
    call: (index) => eventually(() => calls[index]),
    stop: () => server.forceShutdown(),
  }
}
