import { readFileSync } from 'node:fs'
import { create, fromBinary } from '@bufbuild/protobuf'
import type { ServerDuplexStream, ServiceDefinition } from '@grpc/grpc-js'
import { logVerbosity, Server, ServerCredentials, setLogVerbosity } from '@grpc/grpc-js'
import type { ConnectRequest, ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { CHANNEL_OPTIONS } from '@sightline/shared/protocol'
import type { ConnectionParts } from './connection.ts'
import { serveConnection } from './connection.ts'

/** The gRPC server agents connect to. */
export interface Gateway {
  /** @returns the port in use
   *  @throws when the port is taken */
  readonly listen: (host: string, port: number) => Promise<number>
  /** Ends every stream and stops listening. */
  readonly stop: () => Promise<void>
}

/** TLS of the port: PEM files of the certificate chain and of its key. */
export interface GatewayTls {
  readonly certificateFile: string
  readonly keyFile: string
}

/** How long streams get to end by themselves when stopping. */
const STOP_GRACE_MS = 500

/** Bytes that are no message of the protocol become an empty one, which the connection refuses with a
 *  reason and a line in the log; left to itself the library ends the stream without telling us. */
function readRequest(bytes: Buffer): ConnectRequest {
  try {
    return fromBinary(ConnectRequestSchema, bytes)
  } catch {
    return create(ConnectRequestSchema)
  }
}

function serviceDefinition(): ServiceDefinition {
  const { connect } = probeServiceDefinition
  if (connect === undefined) throw new Error('the probe service has no method connect')
  return { connect: { ...connect, requestDeserialize: readRequest } }
}

function credentialsOf(tls: GatewayTls | null): ServerCredentials {
  if (tls === null) return ServerCredentials.createInsecure()
  return ServerCredentials.createSsl(null, [
    { cert_chain: readFileSync(tls.certificateFile), private_key: readFileSync(tls.keyFile) },
  ])
}

export function createGateway(parts: ConnectionParts, tls: GatewayTls | null): Gateway {
  // The library writes its own lines to stderr beside what it tells us.
  setLogVerbosity(logVerbosity.NONE)
  const server = new Server({
    ...CHANNEL_OPTIONS,
    // An agent that pings as our own clients do must not be cut off for it.
    'grpc.http2.min_ping_interval_without_data_ms': 5_000,
    'grpc.http2.max_pings_without_data': 0,
  })
  const openCalls = new Set<ServerDuplexStream<ConnectRequest, ConnectResponse>>()

  server.addService(serviceDefinition(), {
    connect(call: ServerDuplexStream<ConnectRequest, ConnectResponse>) {
      openCalls.add(call)
      call.on('close', () => openCalls.delete(call))
      serveConnection(call, parts)
    },
  })

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
        server.bindAsync(address, credentialsOf(tls), (error, boundPort) => {
          if (error === null) resolve(boundPort)
          else reject(error)
        })
      }),
    stop: () =>
      new Promise((resolve) => {
        for (const call of openCalls) call.end()
        const force = setTimeout(() => server.forceShutdown(), STOP_GRACE_MS)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}
