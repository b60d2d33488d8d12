import { isIP } from 'node:net'
import type { DiagnosisFacts, Neighbour } from './facts.ts'

/** What another monitor that is down has in common with this one. */
export type Kinship = 'parent' | 'sameHost' | 'sameAddress' | 'sameNetwork'

/** Outages that began further apart have nothing to do with each other. */
const SAME_TIME_MS = 10 * 60_000

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

/** Addresses the failing checks went to, or the good ones before. */
export function addressesOf(facts: Pick<DiagnosisFacts, 'votes' | 'lastGood'>): readonly string[] {
  const seen = [...facts.votes, ...facts.lastGood].flatMap(({ ip }) => (ip === null ? [] : [ip]))
  return [...new Set(seen)]
}

/** How a neighbour is related; null when only the time of its outage is the same. */
export function kinship(
  facts: Pick<DiagnosisFacts, 'votes' | 'lastGood' | 'monitor' | 'outage'>,
  neighbour: Neighbour,
): Kinship | null {
  if (neighbour.isParent) return 'parent'
  if (Math.abs(neighbour.startedAtMs - facts.outage.startedAtMs) > SAME_TIME_MS) return null
  if (neighbour.host === facts.monitor.host) return 'sameHost'
  const { ip } = neighbour
  if (ip === null) return null
  const own = addressesOf(facts)
  if (own.includes(ip)) return 'sameAddress'
  const network = networkOf(ip)
  return network !== null && own.some((each) => networkOf(each) === network) ? 'sameNetwork' : null
}
