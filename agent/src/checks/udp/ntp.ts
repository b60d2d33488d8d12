import { randomBytes } from 'node:crypto'
import { roundMs } from '../../outcome/check-outcome.ts'
import { printable } from '../../outcome/printable.ts'
import type { Probe, Verdict } from './exchange.ts'

/** Leap 0, version 4, mode 3 (client). Source: RFC 5905, section 7.3 */
const CLIENT_HEADER = 0x23
const MODE_SERVER = 4
const PACKET_BYTES = 48
const AT = { refId: 12, origin: 24, receive: 32, transmit: 40 } as const
/** 1900 to 1970. Source: RFC 5905, section 6 */
const EPOCH_SECONDS = 2_208_988_800
const MAX_STRATUM = 15

/** Sentences after "<peer> " for kiss codes. Source: RFC 5905, section 7.4 */
const KISSES: Readonly<Record<string, string>> = {
  RATE: 'asks to be queried less often',
  DENY: 'denies access',
  RSTR: 'denies access',
  INIT: 'is not synchronised itself',
  STEP: 'is not synchronised itself',
}

/** A timestamp in ms since 1970. The first bit tells the era, so that it holds until 2104. */
function timestampMs(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at)
  const inEra = seconds >= 0x80000000 ? seconds : seconds + 0x100000000
  return (inEra - EPOCH_SECONDS) * 1_000 + (packet.readUInt32BE(at + 4) / 0x100000000) * 1_000
}

function refIdOf(packet: Buffer, stratum: number): string {
  const bytes = packet.subarray(AT.refId, AT.refId + 4)
  // Above stratum 1 it is an address (or, over IPv6, a hash that looks like one).
  if (stratum > 1) return bytes.join('.')
  return printable(bytes.toString('latin1').replace(/\0+$/, ''), 8)
}

function unfit(reply: Buffer, stratum: number, refId: string, peer: string): string | null {
  if ((reply.readUInt8(0) & 7) !== MODE_SERVER)
    return `${peer} gave a reply that no time server gives.`
  // Stratum 0 without a code is what chronyd sends while it has no time.
  if (stratum === 0 && refId !== '') {
    return `The time server ${peer} ${KISSES[refId] ?? `gives no time (${printable(refId, 8)})`}.`
  }
  const isAlarm = reply.readUInt8(0) >> 6 === 3
  if (
    isAlarm ||
    stratum === 0 ||
    stratum > MAX_STRATUM ||
    reply.readBigUInt64BE(AT.transmit) === 0n
  ) {
    return `The time server ${peer} is not synchronised itself.`
  }
  return null
}

/** Asks a time server for the time. The transmit timestamp is random, so that only an answer to this
 *  very packet fits. Source: RFC 5905; draft-ietf-ntp-data-minimization for the randomness */
export function ntpProbe(peer: string): Probe {
  const sent: { cookie: Buffer; wallMs: number; atMs: number }[] = []

  function judge(reply: Buffer): Verdict {
    const receivedAtMs = performance.now()
    const attempt =
      reply.length < PACKET_BYTES
        ? -1
        : sent.findIndex(({ cookie }) => cookie.equals(reply.subarray(AT.origin, AT.origin + 8)))
    const question = sent[attempt]
    if (question === undefined) {
      const message = `${peer} sent something that is no answer to an NTP request.`
      return { kind: 'other', message, details: null }
    }
    const stratum = reply.readUInt8(1)
    const refId = refIdOf(reply, stratum)
    const problem = unfit(reply, stratum, refId, peer)
    if (problem !== null) {
      return { kind: 'wrong', message: problem, details: { ntp: { stratum, refId } } }
    }
    const endedWallMs = question.wallMs + receivedAtMs - question.atMs
    const forth = timestampMs(reply, AT.receive) - question.wallMs
    const back = timestampMs(reply, AT.transmit) - endedWallMs
    const offsetMs = roundMs((forth + back) / 2)
    return { kind: 'right', attempt, details: { ntp: { stratum, offsetMs, refId } } }
  }

  return {
    packet() {
      const packet = Buffer.alloc(PACKET_BYTES)
      packet.writeUInt8(CLIENT_HEADER, 0)
      const cookie = randomBytes(8)
      cookie.copy(packet, AT.transmit)
      sent.push({ cookie, wallMs: Date.now(), atMs: performance.now() })
      return packet
    },
    judge,
    graceMs: null,
  }
}
