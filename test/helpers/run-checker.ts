import { createAddressGuard, parseAddressRange } from '@sightline/shared/address'
import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { createNameResolver } from '@sightline/shared/name-resolution'
import type { CheckContext, Checker } from '../../agent/src/checks/checker.ts'
import type { CheckOutcome } from '../../agent/src/outcome/check-outcome.ts'
import { createFindAddresses } from '../../agent/src/net/addresses.ts'
import { createDial } from '../../agent/src/net/dial.ts'
import { createLookUp } from '../../agent/src/net/lookup.ts'
import { createResolverHealth } from '../../agent/src/net/resolver-health.ts'

/** How a test's agent is set up. */
export interface CheckerOptions {
  readonly timeoutMs?: number
  /** Ranges the operator opened; the loopback network unless told otherwise. */
  readonly open?: readonly string[]
  /** Name servers of the agent; one that does not exist unless told otherwise. */
  readonly servers?: readonly string[]
  readonly icmp?: CheckContext['icmp']
  /** Whether the check is for somebody who may not see what lies inside; no unless told otherwise. */
  readonly isForeign?: boolean
  /** None unless told otherwise. */
  readonly browser?: CheckContext['browser']
}

const NO_BROWSER: CheckContext['browser'] = {
  missing: 'This agent has no browser.',
  render: () => Promise.reject(new Error('the page of an agent without a browser was rendered')),
}

/** The real tools of an agent. */
export function toolsFor(options: CheckerOptions = {}): Omit<CheckContext, 'signal'> {
  const {
    open = ['127.0.0.0/8', '::1/128'],
    servers = ['127.0.0.1:9'],
    icmp = null,
    isForeign = false,
    browser = NO_BROWSER,
  } = options
  const resolver = createNameResolver({ servers })
  const resolverHealth = createResolverHealth(resolver)
  const guard = createAddressGuard(open.map(parseAddressRange).filter((range) => range !== null))
  const findAddresses = createFindAddresses({
    lookUp: createLookUp(resolver, resolverHealth),
    guard,
  })
  return {
    dial: createDial(findAddresses),
    findAddresses,
    resolver,
    resolverHealth,
    icmp,
    browser,
    ...(isForeign ? { withholds: (address) => guard.reasonBlocked(address) !== null } : {}),
  }
}

/** Runs one check with the real tools of an agent, under its time limit.
 *  @param settings what a monitor would be sent; defaults are filled in */
export async function runChecker<T extends MonitorType>(
  checker: Checker<T>,
  url: string,
  settings: Record<string, unknown> = {},
  options: CheckerOptions = {},
): Promise<CheckOutcome> {
  const { timeoutMs = 3_000 } = options
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeoutMs)
  try {
    const parsed = descriptionOf(checker.type).shape.parse(settings) as SettingsOf<T>
    return await checker.run(
      { type: checker.type, url, timeoutMs, settings: parsed },
      { ...toolsFor(options), signal: limit.signal },
    )
  } finally {
    clearTimeout(timer)
    limit.abort()
  }
}
