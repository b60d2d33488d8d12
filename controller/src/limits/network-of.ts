import { isIPv4, isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name its network: whoever has one address of a /64 has them all. */
const NETWORK_GROUPS = 4

/** Of a network that one customer of a provider has at most, as a rule. */
const WIDE_GROUPS = 3

/** The network that limits in memory count for: an IPv4 address itself, the /64 of an IPv6 address
 *  ("2001:db8:0:1::/64"). A text that is no address stands for itself.
 *  @param address as sockets tell it; an IPv4 address mapped into IPv6 is one of IPv4 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${firstGroups(plain, NETWORK_GROUPS)}::/64` : plain
}

/** The network that somebody may have all addresses of: "192.0.2.0/24", "2001:db8:0::/48". A text that is no address
 *  stands for itself. */
export function wideNetworkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIPv6(plain)) return `${firstGroups(plain, WIDE_GROUPS)}::/48`
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : plain
}

function firstGroups(plain: string, count: number): string {
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted end takes the place of two groups.
  const written = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - written)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** An address in one form, so that a client has one window and not several: lower case, without the
 *  zone, and IPv4 where it is IPv4 mapped into IPv6. */
export function plainAddress(address: string): string {
  if (DOTTED.test(address)) return address
  return address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
}

/** Nothing but digits and dots, which is in its one form already. */
const DOTTED = /^[\d.]+$/
