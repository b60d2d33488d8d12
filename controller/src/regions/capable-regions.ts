import { AppError } from '@sightline/shared/errors'
import { readLacks } from '@sightline/shared/lacks'
import { NEEDED_PROGRAMS } from './needed-programs.ts'
import { noSuchRegion } from './no-such-region.ts'
import type { RegionRow } from '../db/regions.ts'

/** Regions that somebody named. */
export interface AskedRegions {
  /** Of the parameter or field they came in. */
  readonly name: 'region' | 'regions'
  readonly codes: readonly string[]
}

/** What a caller asks for who may name one region; null for the nearest. */
export const askedRegion = (code: string | null): AskedRegions | null =>
  code === null ? null : { name: 'region', codes: [code] }

/** Regions that can do something now.
 *  @param asked the regions somebody named; null for any
 *  @param does what it is, for people: "ping", "trace routes"
 *  @returns in the order asked; all that can, when none was named
 *  @throws AppError badRequest for a region nobody knows, unavailable when one that was named, or all,
 *    cannot do it now */
export function capableRegions(
  known: readonly RegionRow[],
  asked: AskedRegions | null,
  capability: string,
  does: string,
): string[] {
  const codes = known.map((region) => region.code)
  const unknown = asked?.codes.find((code) => !codes.includes(code))
  if (unknown !== undefined) throw noSuchRegion(unknown, asked?.name ?? '', codes)
  const candidates = (asked?.codes ?? codes).flatMap(
    (code) => known.find((region) => region.code === code) ?? [],
  )
  const able = candidates.filter(
    (region) => region.available && region.capabilities.includes(capability),
  )
  const failing = candidates.find((region) => !able.includes(region))
  if (asked === null ? able.length > 0 : failing === undefined) {
    return able.map((region) => region.code)
  }
  const needed: Readonly<Record<string, string | undefined>> = NEEDED_PROGRAMS
  const usual = needed[capability] === undefined ? '.' : `: ${needed[capability]}.`
  // Where an agent tried its browser, it knows better.
  const words = candidates.filter(({ available }) => available).flatMap((each) => each.capabilities)
  const found = capability === 'browser' ? readLacks(words).lacks.browser : null
  const help = found === null ? usual : `: ${found}`
  const message =
    asked !== null && failing !== undefined
      ? failing.available
        ? `No agent in ${failing.code} can ${does}${help}`
        : `No agent in ${failing.code} is connected now.`
      : candidates.some((region) => region.available)
        ? `No connected agent can ${does}${help}`
        : 'No agent is connected now: start one, then try again.'
  throw new AppError('unavailable', message, { headers: { 'Retry-After': '10' } })
}
