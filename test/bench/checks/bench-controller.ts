import { create } from '@bufbuild/protobuf'
import type { MessageInitShape } from '@bufbuild/protobuf'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import type {
  AgentCounters,
  ConnectRequest,
  ConnectResponse,
  Hello,
} from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectResponseSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { AssignmentSchema } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { CHANNEL_OPTIONS, HEARTBEAT_INTERVAL_MS } from '@sightline/shared/protocol'

type Reply = MessageInitShape<typeof ConnectResponseSchema>['message']
type Call = ServerDuplexStream<ConnectRequest, ConnectResponse>
export type NewAssignment = MessageInitShape<typeof AssignmentSchema>

const ASSIGNMENTS_PER_MESSAGE = 500

/** A controller of one agent that keeps nothing and acknowledges at once, so that what is measured is
 *  the agent. */
export interface BenchController {
  readonly address: string
  /** What the agent said of itself. */
  readonly hello: Promise<Hello>
  /** Replaces the agent's monitors. */
  readonly assign: (assignments: readonly NewAssignment[]) => void
  readonly stop: () => void
}

export async function startBenchController(listeners: {
  onResult: (result: CheckResult) => void
  onCounters: (counters: AgentCounters) => void
}): Promise<BenchController> {
  const hello = Promise.withResolvers<Hello>()
  let current: Call | null = null

  function say(call: Call, message: Reply): void {
    call.write(
      create(ConnectResponseSchema, { message } as MessageInitShape<typeof ConnectResponseSchema>),
    )
  }

  function heard(call: Call, { message }: ConnectRequest): void {
    const controllerTimeMs = BigInt(Date.now())
    if (message.case === 'hello') {
      current = call
      hello.resolve(message.value)
      const agentId = 'agt_bench'
      const heartbeatIntervalMs = HEARTBEAT_INTERVAL_MS
      say(call, { case: 'welcome', value: { agentId, heartbeatIntervalMs, controllerTimeMs } })
    } else if (message.case === 'heartbeat') {
      say(call, { case: 'heartbeatAck', value: { controllerTimeMs, clockOffsetMs: 0n } })
      if (message.value.counters !== undefined) listeners.onCounters(message.value.counters)
    } else if (message.case === 'results') {
      const { lane, results } = message.value
      const upToSequence = results.at(-1)?.sequence ?? 0n
      say(call, { case: 'resultAck', value: { lane, upToSequence } })
      for (const result of results) listeners.onResult(result)
    }
  }

  const server = new Server(CHANNEL_OPTIONS)
  server.addService(probeServiceDefinition, {
    connect(call: Call) {
      call.on('data', (request: ConnectRequest) => heard(call, request))
      call.on('error', () => {})
      call.on('end', () => call.end())
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, boundTo) => {
      if (error === null) resolve(boundTo)
      else reject(error)
    })
  })
  return {
    address: `127.0.0.1:${port}`,
    hello: hello.promise,
    assign(assignments) {
      if (current === null) throw new Error('the agent is not connected')
      for (let from = 0; from <= assignments.length; from += ASSIGNMENTS_PER_MESSAGE) {
        const upserts = assignments.slice(from, from + ASSIGNMENTS_PER_MESSAGE)
        const last = from + ASSIGNMENTS_PER_MESSAGE > assignments.length
        say(current, { case: 'assignments', value: { snapshot: true, last, upserts } })
      }
    },
    stop: () => server.forceShutdown(),
  }
}
