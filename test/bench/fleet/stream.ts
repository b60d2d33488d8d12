import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { fromBinary } from '@bufbuild/protobuf'
import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectResponseSchema } from '@sightline/shared/gen/probe/v1/agent_pb'

/** An agent's stream over a connection of its own, without the gRPC library: thousands of them have to leave the
 *  cores to the controllers that are measured. Source: gRPC over HTTP/2 */
export interface Stream {
  /** @param message an encoded ConnectRequest */
  readonly send: (message: Uint8Array) => void
  /** Why it ended. */
  readonly ended: Promise<string>
  readonly close: () => void
}

/** Bytes in front of each message: whether it is compressed, and how long it is. */
const PREFIX_BYTES = 5

const WINDOW_BYTES = 1024 * 1024

/** @param from the address it comes from, on loopback: limits of addresses hold for each of them */
export function openStream(
  to: { readonly address: string; readonly token: string; readonly from: string },
  received: (message: ConnectResponse['message']) => void,
): Stream {
  const [host = '', port = ''] = to.address.split(':')
  const connection = connectHttp2(`http://${to.address}`, {
    createConnection: () => connectTcp({ host, port: Number(port), localAddress: to.from }),
    settings: { initialWindowSize: WINDOW_BYTES },
  })
  const call = connection.request({
    ':method': 'POST',
    ':path': '/probe.v1.ProbeService/Connect',
    'content-type': 'application/grpc+proto',
    te: 'trailers',
    authorization: `Bearer ${to.token}`,
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const take = createDeframer((bytes) => received(fromBinary(ConnectResponseSchema, bytes).message))
  call.on('data', take)
  call.on('trailers', (trailers) => end(String(trailers['grpc-message'] ?? 'the call is over')))
  call.on('response', (headers) => {
    if (headers['grpc-status'] !== undefined) end(String(headers['grpc-message']))
  })
  call.on('error', (error: Error) => end(error.message))
  call.on('close', () => {
    end('the stream was closed')
    connection.close()
  })
  connection.on('error', (error: Error) => end(error.message))
  return {
    send(message) {
      if (!call.writable) return
      const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.length)
      frame[0] = 0
      frame.writeUInt32BE(message.length, 1)
      frame.set(message, PREFIX_BYTES)
      call.write(frame)
    },
    ended,
    close() {
      call.end()
      connection.close()
    },
  }
}

/** Puts messages together from what comes in pieces. */
function createDeframer(whole: (message: Uint8Array) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      if (rest.length < PREFIX_BYTES) return
      const end = PREFIX_BYTES + rest.readUInt32BE(1)
      if (rest.length < end) return
      whole(rest.subarray(PREFIX_BYTES, end))
      rest = rest.subarray(end)
    }
  }
}
