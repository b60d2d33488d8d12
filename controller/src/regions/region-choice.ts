import { AppError } from '@sightline/shared/errors'
import type { CheckNeeds } from '@sightline/shared/needed-capability'
import { neededCapability } from '@sightline/shared/needed-capability'
import { regionFacts } from '@sightline/shared/region-facts'
import type { RegionRow } from '../db/regions.ts'

/** Regions a monitor may have. */
export const MAX_REGIONS = 20

/** Regions a monitor gets that names none. Source: decisions, section 6 */
export const DEFAULT_REGION_COUNT = 3

/** Regions of a monitor that names none: those whose agents can check it, one of each continent
 *  first. Where no agent can, those with any agent; where there is none, all.
 *  @throws AppError unavailable when no region is known at all */
export function chooseRegions(known: readonly RegionRow[], monitor: CheckNeeds): string[] {
  if (known.length === 0) {
    throw new AppError(
      'unavailable',
      'No agent has ever connected, so there is no region to check from: start an agent, then try again.',
      { headers: { 'Retry-After': '10' } },
    )
  }
  const available = known.filter((region) => region.available)
  const needed = neededCapability(monitor)
  const capable = available.filter((region) => region.capabilities.includes(needed))
  const best = [capable, available].find((regions) => regions.length > 0) ?? known
  const candidates = best.map((region) => region.code)
  const continents = new Set<string>()
  const first: string[] = []
  const rest: string[] = []
  for (const code of candidates) {
    // A place without a known continent counts as one of its own.
    const continent = regionFacts(code).continent ?? code
    if (continents.has(continent)) rest.push(code)
    else {
      continents.add(continent)
      first.push(code)
    }
  }
  return [...first, ...rest].slice(0, DEFAULT_REGION_COUNT)
}

/** @throws AppError badRequest naming the regions nobody knows */
export function requireKnownRegions(asked: readonly string[], known: readonly RegionRow[]): void {
  const codes = known.map((region) => region.code)
  const unknown = asked.filter((code) => !codes.includes(code))
  if (unknown.length === 0) return
  const named = unknown.map((code) => `"${code}"`).join(', ')
  throw new AppError(
    'badRequest',
    `The field "regions" names ${named}, where there is no agent: it must be among ${codes.join(', ') || 'the regions of connected agents (there is none yet)'}.`,
  )
}
