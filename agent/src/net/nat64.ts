import type { AddressRange } from '@sightline/shared/address'
import { createAddressList, ipv6Digits } from '@sightline/shared/address'
import type { NameResolver } from '@sightline/shared/name-resolution'

/** A name that has only IPv4 addresses, so that what it has as IPv6 was made by a NAT64 on the way.
 *  Source: RFC 7050, section 3 */
const KNOWN_NAME = 'ipv4only.arpa'

/** Its addresses, as hexadecimal digits: 192.0.0.170 and 192.0.0.171. */
const KNOWN_ADDRESSES: ReadonlySet<string> = new Set(['c00000aa', 'c00000ab'])

/** Where an IPv4 address lies in an IPv6 address, as hexadecimal digits: after the prefix, and never on
 *  bits 64 to 71. Source: RFC 6052, section 2.2 */
const PLACES: readonly (readonly [prefix: number, pick: (digits: string) => string])[] = [
  [96, (digits) => digits.slice(24, 32)],
  [64, (digits) => digits.slice(18, 26)],
  [56, (digits) => digits.slice(14, 16) + digits.slice(18, 24)],
  [48, (digits) => digits.slice(12, 16) + digits.slice(18, 22)],
  [40, (digits) => digits.slice(10, 16) + digits.slice(18, 20)],
  [32, (digits) => digits.slice(8, 16)],
]

/** How long what was found holds, and how soon is asked again when nobody answered. */
const KEPT_MS = 3_600_000
const ASK_AGAIN_MS = 60_000
const LIMIT_MS = 3_000

/** What the network in front of this agent makes of IPv4 addresses. */
export interface Nat64 {
  /** Asks for the prefixes if that was long ago; null: they are known. Never fails. */
  readonly discover: () => Promise<void> | null
  /** Whether an address leads through the network's NAT64 to an IPv4 address, as far as is known. */
  readonly covers: (address: string) => boolean
}

function prefixOf(address: string): AddressRange[] {
  const digits = ipv6Digits(address)
  const place = PLACES.find(([, pick]) => KNOWN_ADDRESSES.has(pick(digits)))
  return place === undefined ? [] : [{ address, prefix: place[0], family: 6 }]
}

/** @param resolver the agent's own: its network's DNS64 is behind it. Source: RFC 7050 */
export function createNat64(
  resolver: Pick<NameResolver, 'resolve'>,
  nowMs: () => number = () => performance.now(),
): Nat64 {
  let covers = createAddressList([])
  let freshUntilMs = -Infinity
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    const found = await resolver.resolve(KNOWN_NAME, { timeoutMs: LIMIT_MS, family: 'ipv6' })
    const isAnswer = found.ok || found.reason === 'noAddress' || found.reason === 'nxdomain'
    // What was known holds on while nobody answers.
    if (isAnswer) covers = createAddressList(found.ok ? found.addresses.flatMap(prefixOf) : [])
    freshUntilMs = nowMs() + (isAnswer ? KEPT_MS : ASK_AGAIN_MS)
    asking = null
  }

  return {
    discover() {
      if (nowMs() < freshUntilMs) return null
      asking ??= ask()
      return asking
    },
    covers: (address) => covers(address),
  }
}
