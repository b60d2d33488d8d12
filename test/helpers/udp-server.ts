import type { RemoteInfo, Socket } from 'node:dgram'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** What a test's UDP server does with a datagram; `reply` answers its sender. */
export type Serve = (
  packet: Buffer,
  reply: (bytes: Uint8Array | string) => void,
  from: RemoteInfo,
  socket: Socket,
) => void

/** A UDP server on a free loopback port, gone when the test ends. @returns the port */
export async function serveUdp(serve: Serve, host = '127.0.0.1'): Promise<number> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('error', () => {})
  socket.on('message', (packet, from) => {
    serve(packet, (bytes) => socket.send(bytes, from.port, from.address), from, socket)
  })
  socket.bind(0, host)
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
  })
  return socket.address().port
}

/** A loopback UDP port that nothing listens on. */
export async function closedUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

const NTP_EPOCH_SECONDS = 2_208_988_800

function writeNtpTime(packet: Buffer, at: number, unixMs: number): void {
  packet.writeUInt32BE((Math.floor(unixMs / 1_000) + NTP_EPOCH_SECONDS) % 0x100000000, at)
  packet.writeUInt32BE(Math.floor(((unixMs % 1_000) / 1_000) * 0x100000000), at + 4)
}

/** A time server's answer to a request. @param facts what differs from a good one */
export function ntpAnswer(
  request: Buffer,
  facts: { stratum?: number; refId?: string; leap?: number; mode?: number; aheadMs?: number } = {},
): Buffer {
  const { stratum = 1, refId = 'GPS\0', leap = 0, mode = 4, aheadMs = 0 } = facts
  const answer = Buffer.alloc(48)
  answer.writeUInt8((leap << 6) | (4 << 3) | mode, 0)
  answer.writeUInt8(stratum, 1)
  answer.write(refId, 12, 4, 'latin1')
  request.copy(answer, 24, 40, 48)
  writeNtpTime(answer, 32, Date.now() + aheadMs)
  writeNtpTime(answer, 40, Date.now() + aheadMs)
  return answer
}

/** A STUN message in answer to a request, with one attribute.
 *  @param type 0x0101 success, 0x0111 error */
export function stunAnswer(
  request: Buffer,
  type: number,
  attribute: { type: number; value: Buffer },
): Buffer {
  const header = Buffer.alloc(24)
  request.copy(header, 0, 0, 20)
  const padded = Buffer.alloc(Math.ceil(attribute.value.length / 4) * 4)
  attribute.value.copy(padded)
  header.writeUInt16BE(type, 0)
  header.writeUInt16BE(4 + padded.length, 2)
  header.writeUInt16BE(attribute.type, 20)
  header.writeUInt16BE(attribute.value.length, 22)
  return Buffer.concat([header, padded])
}

/** The value of XOR-MAPPED-ADDRESS for an IPv4 peer. Source: RFC 8489, section 14.2 */
export function xorMapped(request: Buffer, address: string, port: number): Buffer {
  const bytes = address.split('.').map((part, i) => Number(part) ^ (request[4 + i] ?? 0))
  const value = Buffer.from([0, 1, 0, 0, ...bytes])
  value.writeUInt16BE(port ^ request.readUInt16BE(4), 2)
  return value
}
