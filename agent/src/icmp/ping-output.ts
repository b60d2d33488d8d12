import type { EchoReply } from './engine.ts'
import { IcmpError } from './engine.ts'

/** What the system's ping says besides its replies. */
export interface PingRemarks {
  /** A router's or this machine's word that the target cannot be reached. */
  readonly refusal: Extract<EchoReply, { kind: 'unreachable' | 'expired' }> | null
  /** What keeps this machine from sending; null when nothing does. */
  readonly fault: IcmpError | null
}

/** Texts of iputils, inetutils, BusyBox and the BSDs, IPv4 and IPv6. */
const SAID =
  '(Destination (?:Host|Net|Port|Protocol)? ?(?:Unreachable|Prohibited|unreachable)[^\\n]*|Packet filtered|Time to live exceeded|Time exceeded)'
const FROM = new RegExp(
  `^From (?:\\S+ \\()?([0-9a-fA-F:.]+?)\\)?:? (?:icmp_seq=\\d+ )?${SAID}`,
  'm',
)
const BSD_FROM = new RegExp(`^\\d+ bytes from (?:\\S+ \\()?([0-9a-fA-F:.]+?)\\)?: ${SAID}`, 'm')
const NO_WAY =
  /(?:connect|sendto|sendmsg|UDP connect): (Network is unreachable|No route to host|Can't assign requested address|Cannot assign requested address)/i
const FORBIDDEN = /Operation not permitted|Permission denied|Lacking privilege|missing cap_net_raw/i

/** Reads the remarks of iputils, inetutils, BusyBox and macOS. */
export function readRemarks(output: string): PingRemarks {
  const said = FROM.exec(output) ?? BSD_FROM.exec(output)
  if (said !== null) {
    const from = said[1] ?? null
    const text = said[2] ?? ''
    if (text.startsWith('Time')) return { refusal: { kind: 'expired', from }, fault: null }
    const reason = /Net/i.test(text) ? 'network' : 'host'
    return { refusal: { kind: 'unreachable', reason, from }, fault: null }
  }
  const noWay = NO_WAY.exec(output)?.[1]
  if (noWay !== undefined) {
    const reason = /^No route/i.test(noWay) ? 'host' : 'network'
    return { refusal: { kind: 'unreachable', reason, from: null }, fault: null }
  }
  const fault = FORBIDDEN.test(output)
    ? new IcmpError("The agent's own machine forbids it to ping.")
    : null
  return { refusal: null, fault }
}
