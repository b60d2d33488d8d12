import type { Cause } from '@sightline/shared/causes'
import { isIP } from 'node:net'
import type { Case, Finding, Piece, Rule } from '../case.ts'
import { regionsOf } from '../case.ts'
import { counted, listedBriefly } from '../wording.ts'

type Addresses = Piece<'addresses'>
type AddressCheck = Addresses['found'][number]

const passes = ({ status }: AddressCheck): boolean => status === 'up' || status === 'degraded'
/** Only these say something about the target: an agent without IPv6 knows nothing of an IPv6 address. */
const fails = ({ status }: AddressCheck): boolean => status === 'down'

/** The family that works alone, when every address of it does and none of the other. */
function workingFamily(found: Addresses['found']): 4 | 6 | null {
  const told = found.filter((each) => passes(each) || fails(each))
  for (const family of [4, 6] as const) {
    const own = told.filter(({ ip }) => isIP(ip) === family)
    const other = told.filter(({ ip }) => isIP(ip) !== family)
    if (own.length > 0 && other.length > 0 && own.every(passes) && other.every(fails)) return family
  }
  return null
}

function byFamily(pieces: readonly Addresses[]): Finding[] {
  for (const [family, cause] of [
    [4, 'ipv4Only'],
    [6, 'ipv6Only'],
  ] as const) {
    const agreeing = pieces.filter(({ found }) => workingFamily(found) === family)
    const [first] = agreeing
    if (first === undefined) continue
    const failing = first.found.filter(fails).map(({ ip }) => ip)
    const because = `the check passes at ${listedBriefly(first.found.filter(passes).map(({ ip }) => ip))} and fails at ${listedBriefly(failing)}`
    return [{ cause, regions: regionsOf(agreeing), kinds: ['check', 'addresses'], because }]
  }
  return []
}

function byAddress(pieces: readonly Addresses[]): Finding[] {
  const split = pieces.filter(
    ({ found }) => found.some(passes) && found.some(fails) && workingFamily(found) === null,
  )
  const [first] = split
  if (first === undefined) return []
  const down = first.found.filter(fails).map(({ ip }) => ip)
  const up = first.found.filter(passes).map(({ ip }) => ip)
  const because = `of its ${counted(first.found.length, 'address', 'addresses')} ${listedBriefly(down)} ${down.length === 1 ? 'fails' : 'fail'} and ${listedBriefly(up)} ${up.length === 1 ? 'works' : 'work'}`
  const kinds = ['check', 'addresses'] as const
  return [{ cause: 'singleAddressDown', regions: regionsOf(split), kinds, because }]
}

/** Failures that say who is turned away and by whom: more than that only some regions are. */
const TELLING: ReadonlySet<Cause> = new Set([
  'botBlocked',
  'rateLimited',
  'routeLoop',
  'packetLoss',
  'dnsWrongAnswer',
])

/** Whether the votes are split by region: the outage is, and others pass. */
export function isSplitByRegion({ outage, passing, failing }: Case): boolean {
  return outage.scope === 'regional' && passing.length > 0 && failing.length > 0
}

function byRegion(facts: Case): Finding[] {
  const { failing, passing, leading } = facts
  if (passing.length === 0 || failing.length === 0 || TELLING.has(leading)) return []
  // Those that pass agree as much as those that fail.
  const regions = regionsOf([...failing, ...passing])
  const because = `it fails from ${listedBriefly(regionsOf(failing))} and works from ${listedBriefly(regionsOf(passing))}`
  return [{ cause: 'regionalOutage', regions, kinds: ['check'], because }]
}

/** Splits by family, address and region. */
export const partialRule: Rule = (facts) => {
  const pieces = facts.evidence('addresses', 'failing')
  return [...byFamily(pieces), ...byAddress(pieces), ...byRegion(facts)]
}
