import { isIP } from 'node:net'
import { ipv6Digits, unmapped } from '@sightline/shared/address'

/** The name under which the names of an address are found; null for what is no address.
 *  Sources: RFC 1035, section 3.5; RFC 3596, section 2.5 */
export function reverseName(address: string): string | null {
  const plain = unmapped(address)
  const family = isIP(plain)
  if (family === 0) return null
  if (family === 4) return `${plain.split('.').toReversed().join('.')}.in-addr.arpa`
  return `${ipv6Digits(plain).split('').toReversed().join('.')}.ip6.arpa`
}

/** The address whose names are kept under a name, or the first one of the network whose are; null for
 *  any other name. */
export function addressOfReverseName(name: string): string | null {
  const match = /^(?:(.*)\.)?(in-addr|ip6)\.arpa\.?$/i.exec(name)
  if (match === null) return null
  const labels = (match[1] ?? '').split('.').toReversed()
  // Labels before those of an address stand below it (RFC 2317); missing ones are a network's.
  const padded = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => labels[index] || '0')
  const address =
    match[2]?.toLowerCase() === 'ip6'
      ? (
          padded(32)
            .join('')
            .match(/.{1,4}/g) ?? []
        ).join(':')
      : padded(4).join('.')
  return isIP(address) === 0 ? null : address
}
