import { regionFacts } from '@sightline/shared/region-facts'
import { stableHash } from '../schedule/hash.ts'

/** What is known of how far regions are from a target. */
export interface Whereabouts {
  /** What equals are told apart by, so that the same target goes to the same of them. */
  readonly host: string
  /** What agents needed to connect to the host, and into its network, by region, in ms. */
  readonly toHost: ReadonlyMap<string, number>
  readonly toNetwork: ReadonlyMap<string, number>
  /** Where the caller is, as regions name it; null when nobody knows. */
  readonly continent: string | null
  /** Monitors that the least busy agent of a region has. */
  readonly loads: ReadonlyMap<string, number>
}

/** A region that is farther by less than this is as near: measurements differ by as much. */
const SAME_SHARE = 1.25
const SAME_MS = 5

/** Agents with fewer monitors than this have little to do; twice as many are another class. */
const LIGHT_LOAD = 100

/** Regions in the order in which they are asked about a target: the nearest by what agents of each measured
 *  of its host, else of its network; those without a measurement by the caller's continent, then by what they
 *  have to do. Equals are divided by the target (rendezvous hashing), so that it is always the same one,
 *  and one that comes or goes changes nothing for the others. Pure. Source: decisions, section 4 */
export function nearestFirst(regions: readonly string[], known: Whereabouts): string[] {
  const { toHost, toNetwork } = known
  const distances = new Map([...toNetwork, ...toHost])
  const ranked = regions.map((region) => ({ region, score: scoreOf(known.host, region) }))
  ranked.sort((a, b) => b.score - a.score || (a.region < b.region ? -1 : 1))
  const equals = ranked.map(({ region }) => region)
  const measured = equals.filter((region) => distances.has(region))
  const others = equals.filter((region) => !distances.has(region))
  return [...byDistance(measured, distances), ...byCaller(others, known)]
}

function scoreOf(host: string, region: string): number {
  return stableHash(`${host} ${region}`)
}

/** The nearest and all that are as near as that, then the nearest of the rest, and so on. */
function byDistance(equals: readonly string[], distances: ReadonlyMap<string, number>): string[] {
  if (equals.length === 0) return []
  const of = (region: string): number => distances.get(region) ?? Number.POSITIVE_INFINITY
  const nearest = Math.min(...equals.map(of))
  const limit = nearest * SAME_SHARE + SAME_MS
  const near = equals.filter((region) => of(region) <= limit)
  const far = equals.filter((region) => of(region) > limit)
  return [...near, ...byDistance(far, distances)]
}

function byCaller(equals: readonly string[], { continent, loads }: Whereabouts): string[] {
  const isElsewhere = (region: string): number =>
    continent !== null && regionFacts(region).continent === continent ? 0 : 1
  const load = (region: string): number =>
    Math.floor(Math.log2(Math.max(1, (loads.get(region) ?? 0) / LIGHT_LOAD)))
  return equals.toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || load(a) - load(b))
}
