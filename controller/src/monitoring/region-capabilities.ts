import type { CheckCapability } from '@sightline/shared/needed-capability'
import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'
import type { RegionRow } from '../db/regions.ts'

/** Something no agent of a region can do now, and what would change that. */
export interface MissingCapability {
  readonly capability: CheckCapability | 'traceroute'
  /** One sentence for people. */
  readonly reason: string
}

/** What needs a program beside the agent. The others need only an agent of this version. */
const NEEDS_PROGRAM: Readonly<Partial<Record<MissingCapability['capability'], string>>> = {
  ping: 'No agent here can ping: its machine needs mtr-tiny (mtr-packet) or ping, and SIGHTLINE_ICMP must not be none.',
  browser:
    'No agent here has a browser, so no page is rendered: its machine needs chromium, or an agent installed with its npm packages, and SIGHTLINE_CHROME must not be none.',
  traceroute:
    'No agent here can trace routes: its machine needs mtr-tiny (mtr-packet) or traceroute, and SIGHTLINE_ICMP must not be none.',
}

/** What no live agent of a region can do; nothing can be said of a region that is not available. */
export function missingCapabilities(region: RegionRow): MissingCapability[] {
  if (!region.available) return []
  return [...CHECK_CAPABILITIES, 'traceroute' as const]
    .filter((capability) => !region.capabilities.includes(capability))
    .map((capability) => ({
      capability,
      reason:
        NEEDS_PROGRAM[capability] ??
        `No agent here can check monitors of type ${capability}: update its software.`,
    }))
}
