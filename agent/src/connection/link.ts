import { create } from '@bufbuild/protobuf'
import type { ClientDuplexStream, ChannelCredentials } from '@grpc/grpc-js'
import { Client, Metadata } from '@grpc/grpc-js'
import type { ConnectRequest, ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { probeServiceDefinition } from '@sightline/shared/grpc-service'
import { CHANNEL_OPTIONS } from '@sightline/shared/protocol'
import { anyAddressOf } from './any-address.ts'

type Message = Exclude<ConnectRequest['message'], { case: undefined }>

/** One call to one controller. */
export interface Link {
  /** @returns false when the controller's side is full: wait for `onDrain` */
  readonly send: (message: Message) => boolean
  /** The same for a ConnectRequest that is encoded already. */
  readonly sendBytes: (message: Buffer) => boolean
  /** Says that nothing more comes; the controller then ends the call. */
  readonly end: () => void
  /** Drops the call now. */
  readonly drop: () => void
}

/** Why a call ended. @param code gRPC status code */
export interface LinkEnd {
  readonly code: number
  readonly message: string
}

/** Opens the call. Each has a channel of its own, because a shared one brings its own waiting times
 *  after a failure.
 *  @param deps.address "host:port"; the name may have the addresses of several controllers
 *  @param events.onEnd called exactly once */
export function openLink(
  deps: { address: string; credentials: ChannelCredentials; token: string },
  events: {
    onMessage: (message: ConnectResponse) => void
    onDrain: () => void
    onEnd: (end: LinkEnd) => void
  },
): Link {
  const connect = probeServiceDefinition['connect']
  if (connect === undefined) throw new Error('the probe service has no method connect')
  const client = new Client(anyAddressOf(deps.address), deps.credentials, {
    ...CHANNEL_OPTIONS,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_retries': 0,
    // Agents reach controllers directly; a proxy of the environment is for web traffic.
    'grpc.enable_http_proxy': 0,
  })
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${deps.token}`)
  const call: ClientDuplexStream<ConnectRequest | Buffer, ConnectResponse> =
    client.makeBidiStreamRequest(
      connect.path,
      (message) => (Buffer.isBuffer(message) ? message : connect.requestSerialize(message)),
      connect.responseDeserialize,
      metadata,
    )
  let hasEnded = false

  function end(status: LinkEnd): void {
    if (hasEnded) return
    hasEnded = true
    client.close()
    events.onEnd(status)
  }

  call.on('data', events.onMessage)
  call.on('drain', events.onDrain)
  // Every way a call ends gives a status; an error beside it repeats it.
  call.on('error', () => {})
  call.on('status', ({ code, details }) => end({ code, message: details }))

  return {
    send: (message) => !hasEnded && call.write(create(ConnectRequestSchema, { message })),
    sendBytes: (message) => !hasEnded && call.write(message),
    end: () => call.end(),
    drop: () => call.cancel(),
  }
}
