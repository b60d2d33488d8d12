import type * as DnsPacket from 'dns-packet'
import { randomInt } from 'node:crypto'
import type { RecordType } from './record-type.ts'
import { TYPE_NUMBERS } from './record-type.ts'

/** Largest answer asked for over UDP: it passes any path without fragments.
 *  Source: DNS Flag Day 2020 */
const UDP_PAYLOAD_BYTES = 1232

const HEADER_BYTES = 12
const IS_RESPONSE = 0x8000
const OPCODE = 0x7800

/** What is asked, and how. */
export interface DnsQuestion {
  /** ASCII, without trailing dot ("." is the root); one `isAskable` accepts. */
  readonly name: string
  readonly type: RecordType
  /** RD: the server is to resolve; false for one that is asked as an authority. */
  readonly recursive: boolean
  /** DO: signatures are wanted, so the server validates if it can. */
  readonly dnssec: boolean
  /** CD: the server is to answer what it could not validate too. */
  readonly unchecked: boolean
  /** Whether the question says that it knows EDNS; some servers refuse that. */
  readonly edns: boolean
}

/** A question on the wire. */
export interface EncodedQuestion {
  readonly bytes: Buffer
  /** Where the question's name ends, after its last byte. */
  readonly nameEnd: number
  /** Where the question ends. */
  readonly end: number
}

/** Loaded by the first dns check: most agents' memory goes without it. */
let packet: Promise<typeof DnsPacket> | null = null

/** @param options.id fixed where the transport asks for it (0 over HTTPS: RFC 8484, section 4.1) */
export async function encodeQuestion(
  question: DnsQuestion,
  options: { id?: number } = {},
): Promise<EncodedQuestion> {
  packet ??= import('dns-packet')
  const dnsPacket = await packet
  const { name, type, recursive, dnssec, unchecked, edns } = question
  const flags =
    // AD in a question asks for AD in the answer (RFC 6840, section 5.7).
    (recursive ? dnsPacket.RECURSION_DESIRED | dnsPacket.AUTHENTIC_DATA : 0) |
    (unchecked ? dnsPacket.CHECKING_DISABLED : 0)
  const bytes = dnsPacket.encode({
    type: 'query',
    id: options.id ?? randomInt(0x10000),
    flags,
    // The library takes types that it does not know by their number.
    questions: [{ name, type: typeWord(type) }],
    additionals: edns
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: UDP_PAYLOAD_BYTES,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: dnssec ? dnsPacket.DNSSEC_OK : 0,
            flag_do: dnssec,
            options: [],
          },
        ]
      : [],
  })
  const nameEnd = HEADER_BYTES + (name === '.' ? 1 : name.length + 2)
  return { bytes, nameEnd, end: nameEnd + 4 }
}

function typeWord(type: RecordType): DnsPacket.RecordType {
  const word = type === 'SVCB' || type === 'HTTPS' ? `UNKNOWN_${TYPE_NUMBERS[type]}` : type
  return word as DnsPacket.RecordType
}

const lower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)

/** Whether a message answers a question: its id, a response, and the same question. A server that
 *  gives only an error may leave the question out. */
export function answersQuestion(reply: Buffer, asked: EncodedQuestion): boolean {
  if (reply.length < HEADER_BYTES || reply.readUInt16BE(0) !== asked.bytes.readUInt16BE(0)) {
    return false
  }
  const flags = reply.readUInt16BE(2)
  if ((flags & IS_RESPONSE) === 0 || (flags & OPCODE) !== 0) return false
  const questions = reply.readUInt16BE(4)
  if (questions === 0) return (flags & 0x000f) !== 0 && reply.readUInt16BE(6) === 0
  if (questions !== 1 || reply.length < asked.end) return false
  for (let at = HEADER_BYTES; at < asked.nameEnd; at += 1) {
    // Lengths of labels lie below the letters, so they compare as they are.
    if (lower(reply[at] ?? 0) !== lower(asked.bytes[at] ?? 0)) return false
  }
  return asked.bytes.compare(reply, asked.nameEnd, asked.end, asked.nameEnd, asked.end) === 0
}
