import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { CheckCapability } from '@sightline/shared/needed-capability'

const OF_TYPES = MONITOR_TYPES.flatMap((type) => {
  const { neededPrograms } = descriptionOf(type)
  return neededPrograms === null ? [] : [[type, neededPrograms] as const]
})

/** What an agent's machine must have beside the agent for something it cannot do, as the end of a
 *  sentence. What is not here needs only an agent of this version. */
export const NEEDED_PROGRAMS: Readonly<Partial<Record<CheckCapability | 'traceroute', string>>> = {
  ...Object.fromEntries(OF_TYPES),
  browser:
    'its machine needs chromium, or an agent installed with its npm packages, and SIGHTLINE_CHROME must not be none',
  traceroute:
    'its machine needs mtr-tiny (mtr-packet) or traceroute, and SIGHTLINE_ICMP must not be none',
}
