import type { Lacks, Script } from '@sightline/shared/lacks'
import { readLacks } from '@sightline/shared/lacks'
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
const LACK: Readonly<Partial<Record<MissingCapability['capability'], string>>> = {
  ping: 'No agent here can ping',
  browser: 'No agent here has a browser, so no page is rendered',
  traceroute: 'No agent here can trace routes',
}

function reasonOf(capability: MissingCapability['capability'], lacks: Lacks): string {
  // The agent tried, and knows better.
  if (capability === 'browser' && lacks.browser !== null) return lacks.browser
  const lack = LACK[capability] ?? `No agent here can check monitors of type ${capability}`
  return `${lack}: ${NEEDED_PROGRAMS[capability] ?? 'update its software'}.`
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
