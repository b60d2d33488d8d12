import type { AddressGuard } from '@sightline/shared/address'
import { isIP } from 'node:net'
import type { Nat64 } from './nat64.ts'
import type { IsNearby } from './own-ranges.ts'

/** A guard that knows where it stands, and may have to ask for it first. */
export interface MachineGuard extends AddressGuard {
  /** To be awaited before these addresses are judged; null: there is nothing to wait for. */
  readonly prepare: (addresses: readonly string[]) => Promise<void> | null
}

const REASONS = {
  own: "an address of this agent's own machine",
  network: "an address of this agent's own network",
} as const

/** Refuses, beside what nobody may reach, the agent's own machine, the networks it is in and what lies
 *  behind its network's NAT64: from there it would be somebody inside. Only the workspace that runs the
 *  installation may (its site may be on the same machine), and everybody what the operator opened.
 *  @param parts.guard refuses what nobody may reach
 *  @param parts.isOpened ranges of `SIGHTLINE_ALLOW_PRIVATE_TARGETS` */
export function createMachineGuard(parts: {
  guard: AddressGuard
  isOpened: (address: string) => boolean
  isNearby: IsNearby
  nat64: Nat64
  isOperators: () => boolean
}): MachineGuard {
  const { guard, isOpened, isNearby, nat64, isOperators } = parts
  return {
    reasonBlocked(address) {
      const reason = guard.reasonBlocked(address)
      if (reason !== null || isOperators() || isOpened(address)) return reason
      const nearby = isNearby(address)
      if (nearby !== null) return REASONS[nearby]
      return nat64.covers(address) ? "an address behind this agent's own network (NAT64)" : null
    },
    prepare(addresses) {
      const isAsked = !isOperators() && addresses.some((address) => isIP(address) === 6)
      return isAsked ? nat64.discover() : null
    },
  }
}
