import { isIP } from 'node:net'

/** The network an address is in, as providers are given them: a /24, or a /48 of IPv6. Written out it
 *  is the beginning of the address; null for what is no address. */
export function networkOf(ip: string): string | null {
  if (isIP(ip) === 4) return ip.split('.').slice(0, 3).join('.')
  if (isIP(ip) !== 6) return null
  const hostname = URL.parse(`http://[${ip}]/`)?.hostname.slice(1, -1) ?? ip
  const [head = '', tail] = hostname.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return all.slice(0, 3).join(':')
}
