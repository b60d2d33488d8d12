import { isIP } from 'node:net'
import { unmapped } from '@sightline/shared/address'

/** All eight groups of an IPv6 address, four digits each, in one text. */
function allDigits(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('')
}

/** The name under which the names of an address are found; null for what is no address.
 *  Sources: RFC 1035, section 3.5; RFC 3596, section 2.5 */
export function reverseName(address: string): string | null {
  const plain = unmapped(address)
  const family = isIP(plain)
  if (family === 0) return null
  if (family === 4) return `${plain.split('.').toReversed().join('.')}.in-addr.arpa`
  return `${allDigits(plain).split('').toReversed().join('.')}.ip6.arpa`
}
