import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { isIP } from 'node:net'
import { readDistances, readRegionLoads } from '../db/distances.ts'
import type { Queryable } from '../db/pool.ts'
import { hostTarget, networkTarget } from './distance-targets.ts'
import type { Whereabouts } from './nearest.ts'
import { nearestFirst } from './nearest.ts'

/** A name that takes longer tells nothing of how near something is. */
const RESOLVE_TIMEOUT_MS = 1_000
/** Of a name in more networks these few stand for all. */
const MAX_NETWORKS = 4

/** Puts regions into the order in which they are asked about a host.
 *  @param continent the caller's; null when nobody knows */
export type PreferRegions = (
  regions: readonly string[],
  host: string,
  continent: string | null,
) => Promise<string[]>

/** By what is measured and kept in the database: every controller comes to the same order. */
export function createPreferRegions(parts: {
  db: Queryable
  resolveName: NameResolver['resolve']
}): PreferRegions {
  async function distancesTo(targets: readonly string[]): Promise<Map<string, number>> {
    const nearest = new Map<string, number>()
    for (const { region, connectMs } of await readDistances(parts.db, targets)) {
      nearest.set(region, Math.min(connectMs, nearest.get(region) ?? connectMs))
    }
    return nearest
  }

  async function networksOf(host: string): Promise<string[]> {
    const addresses = isIP(host) === 0 ? await resolved(host) : [host]
    // Name servers tell the addresses of a name in turns: always the same few, in whatever order.
    const networks = new Set(addresses.flatMap((ip) => networkTarget(ip) ?? []))
    return [...networks].sort().slice(0, MAX_NETWORKS)
  }

  async function resolved(host: string): Promise<readonly string[]> {
    const found = await parts.resolveName(host, { timeoutMs: RESOLVE_TIMEOUT_MS, family: 'any' })
    return found.ok ? found.addresses : []
  }

  return async (regions, host, continent) => {
    if (regions.length < 2) return [...regions]
    const toHost = await distancesTo([hostTarget(host)])
    const isMeasured = regions.every((region) => toHost.has(region))
    const toNetwork = isMeasured ? new Map() : await distancesTo(await networksOf(host))
    const rows = await readRegionLoads(parts.db, regions, AGENT_LOST_AFTER_MS)
    const loads = new Map(rows.map(({ region, monitors }) => [region, monitors]))
    const known: Whereabouts = { host, toHost, toNetwork, continent, loads }
    return nearestFirst(regions, known)
  }
}
