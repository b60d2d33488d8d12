import type { CheckCapability } from '@sightline/shared/needed-capability'

/** What an agent's machine must have beside the agent for something it cannot do, as the end of a
 *  sentence. What is not here needs only an agent of this version. */
export const NEEDED_PROGRAMS: Readonly<Partial<Record<CheckCapability | 'traceroute', string>>> = {
  ping: 'its machine needs mtr-tiny (mtr-packet) or ping, and SIGHTLINE_ICMP must not be none',
  browser:
    'its machine needs chromium, or an agent installed with its npm packages, and SIGHTLINE_CHROME must not be none',
  traceroute:
    'its machine needs mtr-tiny (mtr-packet) or traceroute, and SIGHTLINE_ICMP must not be none',
}
