import type { RemoteInfo, Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'

const HEADER_BYTES = 12
const TYPE_A = 1

function serve(answer: (packet: Buffer) => Buffer | null): Socket {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 })
  socket.on('error', () => {})
  socket.on('message', (packet: Buffer, peer: RemoteInfo) => {
    const reply = answer(packet)
    if (reply !== null) socket.send(reply, peer.port, peer.address)
  })
  return socket
}

/** Sends every datagram back. */
export function createEchoServer(): Socket {
  return serve((packet) => packet)
}

/** Where the question of a query ends: the bytes before are its header, name, type and class. */
function endOfQuestion(query: Buffer): number {
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) at += length + 1
  return at + 5
}

/** To every name: it has the address 127.0.0.1 and nothing else. Source: RFC 1035, section 4.1 */
function answerTo(query: Buffer): Buffer | null {
  const end = endOfQuestion(query)
  if (query.byteLength < end) return null
  const hasAddress = query.readUInt16BE(end - 4) === TYPE_A
  const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, hasAddress ? 1 : 0, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  const question = query.subarray(HEADER_BYTES, end)
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
  return Buffer.concat(hasAddress ? [header, question, record] : [header, question])
}

export function createNameServer(): Socket {
  return serve(answerTo)
}
