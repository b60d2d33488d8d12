import type { Lacks, Script } from '@sightline/shared/lacks'
import { readLacks } from '@sightline/shared/lacks'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { CheckCapability } from '@sightline/shared/needed-capability'
import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'
import { NEEDED_PROGRAMS } from './needed-programs.ts'
import type { RegionRow } from '../db/regions.ts'

/** Something no agent of a region can do now, and what would change that. */
export interface MissingCapability {
  readonly capability: CheckCapability | 'traceroute'
  /** One sentence for people. */
  readonly reason: string
}

/** What an agent without it cannot do. */
const LACK = {
  browser: 'No agent here has a browser, so no page is rendered',
  traceroute: 'No agent here can trace routes',
} as const

function lackOf(capability: MissingCapability['capability']): string {
  if (capability === 'browser' || capability === 'traceroute') return LACK[capability]
  const { neededPrograms, does } = descriptionOf(capability)
  return neededPrograms === null
    ? `No agent here can check monitors of type ${capability}`
    : `No agent here can ${does}`
}

function reasonOf(capability: MissingCapability['capability'], lacks: Lacks): string {
  // The agent tried, and knows better.
  if (capability === 'browser' && lacks.browser !== null) return lacks.browser
  return `${lackOf(capability)}: ${NEEDED_PROGRAMS[capability] ?? 'update its software'}.`
}

/** What live agents of a region can do, and the scripts whose texts come as boxes on screenshots of one of
 *  them. */
export function abilities(region: RegionRow): {
  capabilities: string[]
  missingScripts: Script[]
} {
  const { capabilities, lacks } = readLacks(region.capabilities)
  return { capabilities, missingScripts: region.available ? [...lacks.scripts] : [] }
}

/** What no live agent of a region can do; nothing can be said of a region that is not available. */
export function missingCapabilities(region: RegionRow): MissingCapability[] {
  if (!region.available) return []
  const { lacks } = readLacks(region.capabilities)
  return [...CHECK_CAPABILITIES, 'traceroute' as const]
    .filter((capability) => !region.capabilities.includes(capability))
    .map((capability) => ({ capability, reason: reasonOf(capability, lacks) }))
}
