import { createAddressGuard, createAddressList } from '@sightline/shared/address'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { presentSharer } from './bounds/sharer.ts'
import type { AgentConfig } from './config.ts'
import type { FindAddresses } from './net/addresses.ts'
import { createFindAddresses } from './net/addresses.ts'
import type { Dial } from './net/dial.ts'
import { createDial } from './net/dial.ts'
import { createLookUp } from './net/lookup.ts'
import { createMachineGuard } from './net/machine-guard.ts'
import { createNat64 } from './net/nat64.ts'
import { createIsNearby } from './net/own-ranges.ts'
import type { ResolverHealth } from './net/resolver-health.ts'
import { createResolverHealth } from './net/resolver-health.ts'
import type { WhoseWork } from './net/whose-work.ts'
import { createWhoseWork } from './net/whose-work.ts'

/** The way from this machine to targets: names, addresses that may be asked, connections. */
export interface Network {
  readonly resolver: NameResolver
  readonly resolverHealth: ResolverHealth
  readonly whose: WhoseWork
  readonly findAddresses: FindAddresses
  readonly dial: Dial
  /** Whether what is found out about an address is not for whose work it is. */
  readonly withholds: (address: string) => boolean
}

/** Puts the way to targets together; nothing is sent before it is used. */
export function createNetwork(config: AgentConfig): Network {
  const resolver = createNameResolver({ servers: config.SIGHTLINE_DNS_SERVERS, presentSharer })
  const resolverHealth = createResolverHealth(resolver)
  const whose = createWhoseWork()
  const guard = createMachineGuard({
    guard: createAddressGuard(config.SIGHTLINE_ALLOW_PRIVATE_TARGETS),
    isOpened: createAddressList(config.SIGHTLINE_ALLOW_PRIVATE_TARGETS),
    isNearby: createIsNearby(),
    nat64: createNat64(resolver),
    isOperators: whose.isOperators,
  })
  const findAddresses = createFindAddresses({
    lookUp: createLookUp(resolver, resolverHealth),
    guard,
  })
  return {
    resolver,
    resolverHealth,
    whose,
    findAddresses,
    dial: createDial(findAddresses),
    withholds: (address) => !whose.isOperators() && guard.reasonBlocked(address) !== null,
  }
}
