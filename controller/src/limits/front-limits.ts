import type { AddressBucket } from './address-bucket.ts'
import { createAddressBucket } from './address-bucket.ts'
import type { AddressWindows } from './address-window.ts'
import { createAddressWindows } from './address-window.ts'
import type { RefusedKeys } from './refused-keys.ts'
import { createRefusedKeys } from './refused-keys.ts'

/** Requests of one address that the API takes in one span. Source: contract, "Limits" */
export const ADDRESS_BURST = { limit: 60, windowMs: 10_000 } as const

/** Pages that need no key, and all requests of an IPv6 /64 together: twenty addresses of it may do at once
 *  what the contract allows to each, and twelve for ever. */
const NETWORK_BUCKET = { capacity: 1_200, perSecond: 72 } as const

/** Addresses and networks remembered: some 20 MB when each of them has a full window. */
const MAX_ADDRESSES = 20_000

/** A key that is made tells every controller; should that be lost, it works after this long. */
const REFUSED_KEPT_MS = 5_000
const MAX_REFUSED_KEYS = 20_000

/** What one controller keeps in memory so that a flood is refused before it costs the database a question.
 *  None of it refuses what the limits in the database would let through. */
export interface FrontLimits {
  readonly networks: AddressBucket
  readonly addresses: AddressWindows
  readonly refusedKeys: RefusedKeys
}

/** Makes the limits of one controller, which remember nothing yet. */
export function createFrontLimits(): FrontLimits {
  return {
    networks: createAddressBucket({ ...NETWORK_BUCKET, maxNetworks: MAX_ADDRESSES }),
    addresses: createAddressWindows({ ...ADDRESS_BURST, maxAddresses: MAX_ADDRESSES }),
    refusedKeys: createRefusedKeys({ keptMs: REFUSED_KEPT_MS, maxKeys: MAX_REFUSED_KEYS }),
  }
}
