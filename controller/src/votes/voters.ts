import type { CheckCapability } from '@sightline/shared/needed-capability'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { MAX_CLOCK_OFFSET_MS } from './clock-offset.ts'
import { readVotingRegions } from '../db/agents.ts'
import type { Queryable } from '../db/pool.ts'
import type { ConfirmingRegions } from './confirming-regions.ts'

/** What the agents whose word counts can check, by location, in the order of the codes. */
export type Voters = ReadonlyMap<string, ReadonlySet<string>>

export async function readVoters(db: Queryable): Promise<Voters> {
  const rows = await readVotingRegions(db, AGENT_LOST_AFTER_MS, MAX_CLOCK_OFFSET_MS)
  return new Map(rows.map(({ region, capabilities }) => [region, new Set(capabilities)]))
}

/** Regions that may vote on a monitor: its own first, then all others where it lets them confirm. The
 *  others begin at another place for each monitor, so that the same few do not recheck everything. A
 *  failure met in one of them is confirmed by `confirmersOf` (verdicts/decision/asks.ts). */
export function votersOf(
  voters: Voters,
  monitor: {
    readonly monitorId: number
    readonly needs: CheckCapability
    readonly regions: readonly string[]
    readonly confirmingRegions: ConfirmingRegions
  },
): string[] {
  const capable = [...voters].flatMap(([region, capabilities]) =>
    capabilities.has(monitor.needs) ? [region] : [],
  )
  const own = monitor.regions.filter((region) => capable.includes(region))
  if (monitor.confirmingRegions === 'own') return own
  const others = capable.filter((region) => !monitor.regions.includes(region))
  const first = others.length === 0 ? 0 : monitor.monitorId % others.length
  return [...own, ...others.slice(first), ...others.slice(0, first)]
}
