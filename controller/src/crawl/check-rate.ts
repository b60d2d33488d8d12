import type { AddressGuard } from '@sightline/shared/address'
import { createAddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { isIP } from 'node:net'

/** Requests a second to one host that anybody may ask for, and those to addresses that the operator opened: what
 *  is there is the operator's own. Source: decisions, section 5; analyses design, section 5 */
export const MAX_REQUESTS_PER_SECOND = 20
export const MAX_REQUESTS_PER_SECOND_OPENED = 1_000

const RESOLVE_TIMEOUT_MS = 3_000

/** @param requestsPerSecond null: what is polite  @throws AppError badRequest for more than the host may be asked */
export type CheckRate = (host: string, requestsPerSecond: number | null) => Promise<void>

/** Refuses crawls that are faster than they may be. */
export function createCheckRate(parts: {
  readonly guard: AddressGuard
  readonly resolveName: NameResolver['resolve']
}): CheckRate {
  const closed = createAddressGuard([])
  const isOpened = (address: string): boolean =>
    closed.reasonBlocked(address) !== null && parts.guard.reasonBlocked(address) === null

  async function addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host]
    const options = { timeoutMs: RESOLVE_TIMEOUT_MS, family: 'any' } as const
    const found = await parts.resolveName(host, options)
    return found.ok ? found.addresses : []
  }

  return async (host, requestsPerSecond) => {
    if (requestsPerSecond === null || requestsPerSecond <= MAX_REQUESTS_PER_SECOND) return
    const addresses = await addressesOf(host)
    if (addresses.length > 0 && addresses.every(isOpened)) return
    throw new AppError(
      'badRequest',
      `The field "maxRequestsPerSecond" is ${requestsPerSecond}, but must be at most ${MAX_REQUESTS_PER_SECOND}; ${MAX_REQUESTS_PER_SECOND_OPENED} only where all addresses of the host are opened with SIGHTLINE_ALLOW_PRIVATE_TARGETS.`,
    )
  }
}
