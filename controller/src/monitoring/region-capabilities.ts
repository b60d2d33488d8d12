import type { CheckCapability } from '@sightline/shared/needed-capability'
import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'
import { NEEDED_PROGRAMS } from '../agents/needed-programs.ts'
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

function reasonOf(capability: MissingCapability['capability']): string {
  const lack = LACK[capability] ?? `No agent here can check monitors of type ${capability}`
  return `${lack}: ${NEEDED_PROGRAMS[capability] ?? 'update its software'}.`
}

/** What no live agent of a region can do; nothing can be said of a region that is not available. */
export function missingCapabilities(region: RegionRow): MissingCapability[] {
  if (!region.available) return []
  return [...CHECK_CAPABILITIES, 'traceroute' as const]
    .filter((capability) => !region.capabilities.includes(capability))
    .map((capability) => ({ capability, reason: reasonOf(capability) }))
}
