import { randomBytes } from 'node:crypto'
import { peerName } from '@sightline/shared/peer-name'
import { printable } from '../../outcome/printable.ts'
import type { Probe, Verdict } from './exchange.ts'

/** Numbers of RFC 8489: sections 5 (header), 14 (attributes), 18.2 and 18.3 (registries). */
const HEADER_BYTES = 20
const MAGIC_COOKIE = 0x2112a442
const BINDING_REQUEST = 0x0001
const BINDING_SUCCESS = 0x0101
const BINDING_ERROR = 0x0111
const MAPPED_ADDRESS = 0x0001
const ERROR_CODE = 0x0009
const XOR_MAPPED_ADDRESS = 0x0020
const FAMILY_IPV4 = 1
const FAMILY_IPV6 = 2

type Attributes = ReadonlyMap<number, Buffer>

/** @returns null when the message is not well formed */
function attributesOf(message: Buffer): Attributes | null {
  const length = message.readUInt16BE(2)
  if (length % 4 !== 0 || length !== message.length - HEADER_BYTES) return null
  const attributes = new Map<number, Buffer>()
  let at = HEADER_BYTES
  while (at + 4 <= message.length) {
    const type = message.readUInt16BE(at)
    const end = at + 4 + message.readUInt16BE(at + 2)
    if (end > message.length) return null
    // Of several of one type only the first counts (section 14).
    if (!attributes.has(type)) attributes.set(type, message.subarray(at + 4, end))
    at = end + ((4 - (end % 4)) % 4)
  }
  return attributes
}

function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** An address attribute as "ip:port"; null when it is none.
 *  @param mask what the attribute is combined with: cookie and transaction id, or zeros */
function addressOf(value: Buffer | undefined, mask: Buffer): string | null {
  const family = value?.[1]
  const length = family === FAMILY_IPV4 ? 4 : family === FAMILY_IPV6 ? 16 : null
  if (value === undefined || length === null || value.length !== 4 + length) return null
  const port = value.readUInt16BE(2) ^ mask.readUInt16BE(0)
  const bytes = Buffer.from(value.subarray(4).map((byte, i) => byte ^ (mask[i] ?? 0)))
  return peerName(length === 4 ? bytes.join('.') : ipv6Text(bytes), port)
}

function errorOf(value: Buffer | undefined): string {
  if (value === undefined || value.length < 4) return 'an error without a code'
  const code = ((value[2] ?? 0) & 7) * 100 + (value[3] ?? 0)
  const reason = printable(value.toString('utf8', 4, 104), 100)
  return `the error ${code}${reason === '' ? '' : ` (${reason})`}`
}

function judgeAnswer(message: Buffer, attempt: number, peer: string): Verdict {
  const type = message.readUInt16BE(0)
  const attributes = attributesOf(message)
  const wrong = (text: string): Verdict => ({ kind: 'wrong', message: text, details: null })
  if (attributes === null) return wrong(`${peer} sent a broken STUN message.`)
  if (type === BINDING_ERROR) {
    return wrong(`The STUN server ${peer} answered with ${errorOf(attributes.get(ERROR_CODE))}.`)
  }
  if (type !== BINDING_SUCCESS) return wrong(`${peer} sent a STUN message that is no answer.`)
  const mappedAddress =
    addressOf(attributes.get(XOR_MAPPED_ADDRESS), message.subarray(4, HEADER_BYTES)) ??
    addressOf(attributes.get(MAPPED_ADDRESS), Buffer.alloc(16))
  if (mappedAddress === null) {
    return wrong(`The STUN server ${peer} answered without the address it sees.`)
  }
  return { kind: 'right', attempt, details: { stun: { mappedAddress } } }
}

/** Asks a STUN server which address it sees. Source: RFC 8489 */
export function stunProbe(peer: string): Probe {
  const sent: Buffer[] = []
  return {
    packet() {
      const packet = randomBytes(HEADER_BYTES)
      packet.writeUInt16BE(BINDING_REQUEST, 0)
      packet.writeUInt16BE(0, 2)
      packet.writeUInt32BE(MAGIC_COOKIE, 4)
      sent.push(packet)
      return packet
    },
    judge(reply) {
      const attempt =
        reply.length < HEADER_BYTES
          ? -1
          : sent.findIndex((packet) => packet.compare(reply, 4, HEADER_BYTES, 4) === 0)
      // A server that sends everything back is no STUN server.
      if (attempt !== -1 && reply.readUInt16BE(0) !== BINDING_REQUEST) {
        return judgeAnswer(reply, attempt, peer)
      }
      const message = `${peer} sent something that is no answer to a STUN request.`
      return { kind: 'other', message, details: null }
    },
    graceMs: null,
  }
}
