import type { ServerDuplexStream, ServiceDefinition } from '@grpc/grpc-js'
import { logVerbosity, Server, setLogVerbosity } from '@grpc/grpc-js'
import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { CHANNEL_OPTIONS } from '@sightline/shared/protocol'
import { createAnsweredRechecks } from './answered-rechecks.ts'
import type { ConnectionParts } from './connection.ts'
import { serveConnection } from './connection.ts'
import { createDoorkeeper } from './doorkeeper.ts'
import type { GatewayTls } from './gateway-credentials.ts'
import { openGatewayCredentials } from './gateway-credentials.ts'
import { createPorch } from './porch.ts'

/** The gRPC server agents connect to. */
export interface Gateway {
  /** @returns the port in use
   *  @throws when the port is taken */
  readonly listen: (host: string, port: number) => Promise<number>
  /** Of the certificate that new connections get; null: the port speaks plaintext. */
  readonly certificateSerial: () => string | null
  /** Ends every stream and stops listening. */
  readonly stop: () => Promise<void>
}

/** Streams of one connection at once; several agents of one process share theirs. */
const MAX_STREAMS = 100

/** What one connection may keep in memory, beside messages that wait for it. */
const MAX_SESSION_MEGABYTES = 64

/** A connection without a stream is closed after it. */
const IDLE_MS = 5 * 60_000

/** How long streams get to end by themselves when stopping. */
const STOP_GRACE_MS = 500

/** Messages are left as bytes: how much of them may be read depends on the stage of the stream. */
function serviceDefinition(): ServiceDefinition {
  const { connect } = probeServiceDefinition
  if (connect === undefined) throw new Error('the probe service has no method connect')
  return { connect: { ...connect, requestDeserialize: (bytes: Buffer) => bytes } }
}

/** @param tls null: the port speaks plaintext
 *  @param lookEveryMs how often its files are looked at; left out: as usual */
export function createGateway(
  parts: ConnectionParts,
  tls: GatewayTls | null,
  lookEveryMs?: number,
): Gateway {
  // The library writes its own lines to stderr beside what it tells us.
  setLogVerbosity(logVerbosity.NONE)
  const server = new Server({
    ...CHANNEL_OPTIONS,
    // An agent has one stream. What the library leaves to Node is bounded there: a header list (64 KiB),
    // resets (33 a second after 1,000), frames that are none, unanswered pings and settings.
    'grpc.max_concurrent_streams': MAX_STREAMS,
    'grpc-node.max_session_memory': MAX_SESSION_MEGABYTES,
    'grpc.max_connection_idle_ms': IDLE_MS,
    'grpc.enable_channelz': 0,
    interceptors: [(method, call) => doorkeeper.interceptor(method, call)],
    // An agent that pings as our own clients do must not be cut off for it.
    'grpc.http2.min_ping_interval_without_data_ms': 5_000,
    'grpc.http2.max_pings_without_data': 0,
  })
  const own = openGatewayCredentials(tls, parts.now, parts.log, lookEveryMs)
  const injector = server.createConnectionInjector(own.credentials)
  const porch = createPorch((socket) => injector.injectConnection(socket))
  const doorkeeper = createDoorkeeper({
    ...parts,
    porch,
    asksForCertificate: tls !== null && tls.clientCaFile !== null,
  })
  const answered = createAnsweredRechecks(parts.hastyDb ?? parts.db, parts.log)
  const openCalls = new Set<ServerDuplexStream<Buffer, ConnectResponse>>()

  server.addService(serviceDefinition(), {
    connect(call: ServerDuplexStream<Buffer, ConnectResponse>) {
      openCalls.add(call)
      call.on('close', () => openCalls.delete(call))
      serveConnection(call, doorkeeper.admissionOf(call.metadata), { ...parts, answered })
    },
  })

  return {
    listen: porch.listen,
    certificateSerial: own.serial,
    stop: () =>
      new Promise((resolve) => {
        own.stop()
        porch.close()
        for (const call of openCalls) call.end()
        const force = setTimeout(() => server.forceShutdown(), STOP_GRACE_MS)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}
