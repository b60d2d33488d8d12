import { isIP } from 'node:net'

/** What one probe asks of mtr-packet. */
export interface ProbeCommand {
  /** An IPv4 or IPv6 address that was judged: nothing else may reach a program with privileges. */
  readonly address: string
  readonly protocol: 'icmp' | 'udp' | 'tcp'
  /** null for icmp, and for udp ports that change with every probe. */
  readonly port: number | null
  /** null for as far as packets go. */
  readonly ttl: number | null
  /** Bytes of data behind the headers of an echo request. */
  readonly packetSize: number
  readonly timeoutSeconds: number
}

/** What mtr-packet says became of a probe. `silence` is its own time limit; `exhausted` that it has no
 *  room for another probe; `refused` everything that this machine is to blame for, with its word. */
export type ProbeReply =
  | { readonly kind: 'reply' | 'expired'; readonly from: string; readonly ms: number }
  | {
      readonly kind: 'unreachable'
      readonly reason: 'host' | 'network'
      readonly from: string | null
      readonly ms: number | null
    }
  | { readonly kind: 'silence' }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'refused'; readonly word: string }

const IPV4_HEADERS = 28
const IPV6_HEADERS = 48

function wholeNumber(value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`not a whole number from ${min} to ${max}: ${value}`)
}

/** The line that sends a probe, with its newline. Source: mtr-packet(8)
 *  @throws RangeError for what is no address or number: a bug of the caller */
export function probeLine(token: number, command: ProbeCommand): string {
  const { address, protocol, port, ttl, packetSize, timeoutSeconds } = command
  const family = isIP(address)
  // A zone ("fe80::1%eth0") is text of any kind.
  if (family === 0 || address.includes('%')) throw new RangeError('not an address')
  const size = wholeNumber(packetSize, 0, 8_000) + (family === 4 ? IPV4_HEADERS : IPV6_HEADERS)
  let line = `${token} send-probe ip-${family} ${address} timeout ${wholeNumber(timeoutSeconds, 1, 600)} size ${size}`
  if (protocol !== 'icmp') line += ` protocol ${protocol === 'tcp' ? 'tcp' : 'udp'}`
  if (port !== null) line += ` port ${wholeNumber(port, 1, 65_535)}`
  if (ttl !== null) line += ` ttl ${wholeNumber(ttl, 1, 255)}`
  return `${line}\n`
}

/** Words that mean "no way there", of version 0.95 and of those after it, where a router's answer and
 *  the system's own have different words. */
const NO_WAY: Readonly<Record<string, 'host' | 'network'>> = {
  'no-route': 'host',
  'no-route-host': 'host',
  'no-route-network': 'network',
  'host-down': 'host',
}

function argument(words: readonly string[], name: string): string | null {
  for (let i = 2; i + 1 < words.length; i += 2) if (words[i] === name) return words[i + 1] ?? null
  return null
}

/** @returns null when it is not an answer to a probe */
export function parseReply(line: string): { token: number; reply: ProbeReply } | null {
  const words = line.trim().split(' ')
  const token = Number(words[0])
  const word = words[1]
  if (!Number.isInteger(token) || token <= 0 || word === undefined) return null
  const from = argument(words, 'ip-4') ?? argument(words, 'ip-6')
  const time = argument(words, 'round-trip-time')
  // Microseconds by the wall clock: negative when somebody turned it back meanwhile.
  const ms = time === null ? null : Number(time) / 1_000
  if ((word === 'reply' || word === 'ttl-expired') && from !== null) {
    const kind = word === 'reply' ? 'reply' : 'expired'
    return { token, reply: { kind, from, ms: ms ?? Number.NaN } }
  }
  const reason = NO_WAY[word]
  if (reason !== undefined) return { token, reply: { kind: 'unreachable', reason, from, ms } }
  if (word === 'no-reply' || word === 'wait-tcp-respone-timeout') {
    return { token, reply: { kind: 'silence' } }
  }
  if (word === 'probes-exhausted') return { token, reply: { kind: 'exhausted' } }
  const rest = words.slice(2, 4).join(' ')
  return { token, reply: { kind: 'refused', word: rest === '' ? word : `${word} ${rest}` } }
}
