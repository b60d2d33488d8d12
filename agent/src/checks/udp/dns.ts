import type { DecodedPacket, Packet } from 'dns-packet'
import { randomInt } from 'node:crypto'
import type { Probe } from './exchange.ts'

/** Response bit of the flags, and the length of the header. Source: RFC 1035, section 4.1.1 */
const RESPONSE_BIT = 0x8000
const HEADER_BYTES = 12
/** The query allows 512 bytes (RFC 1035, section 4.2.1); decoding far more would cost the agent. */
const MAX_REPLY_BYTES = 4096

/** What the probe needs of `dns-packet`. */
export interface DnsCodec {
  readonly encode: (packet: Packet) => Buffer
  readonly decode: (bytes: Buffer) => DecodedPacket
  readonly RECURSION_DESIRED: number
}

/** Asks a name server for the name servers of the root, which each can say something about. Any answer
 *  will do: whether it is a good one is for a dns monitor. */
export function dnsProbe(peer: string, codec: DnsCodec): Probe {
  const ids: number[] = []
  return {
    packet() {
      const id = randomInt(0x10000)
      ids.push(id)
      return codec.encode({
        type: 'query',
        id,
        flags: codec.RECURSION_DESIRED,
        questions: [{ type: 'NS', name: '.' }],
      })
    },
    judge(reply) {
      const attempt = reply.length < HEADER_BYTES ? -1 : ids.indexOf(reply.readUInt16BE(0))
      if (attempt === -1 || (reply.readUInt16BE(2) & RESPONSE_BIT) === 0) {
        const message = `${peer} sent something that is no answer to a DNS query.`
        return { kind: 'other', message, details: null }
      }
      const broken = `${peer} answered a DNS query with a broken message.`
      if (reply.length > MAX_REPLY_BYTES) return { kind: 'wrong', message: broken, details: null }
      try {
        const { rcode, answers } = codec.decode(reply) as DecodedPacket & { rcode: string }
        const details = { dns: { rcode, answers: answers?.length ?? 0 } }
        return { kind: 'right', attempt, details }
      } catch {
        return { kind: 'wrong', message: broken, details: null }
      }
    },
    graceMs: null,
  }
}
