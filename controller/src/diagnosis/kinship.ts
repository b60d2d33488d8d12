import { networkOf } from '@sightline/shared/address-network'
import type { DiagnosisFacts, Neighbour } from './facts.ts'

/** What another monitor that is down has in common with this one. */
export type Kinship = 'parent' | 'sameHost' | 'sameAddress' | 'sameNetwork'

/** Outages that began further apart have nothing to do with each other. */
const SAME_TIME_MS = 10 * 60_000

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
