import type { AddressRange } from '@sightline/shared/address'
import { createAddressList, parseAddressRange } from '@sightline/shared/address'
import { networkInterfaces } from 'node:os'

/** How long a look at the interfaces holds: it takes some 50 µs, and an address that comes or goes is
 *  known soon enough. */
const LOOK_EVERY_MS = 10_000

/** A network at least so large is no network somebody is in, but a route to everything. */
const SHORTEST_PREFIX = { 4: 8, 6: 32 } as const

/** Whether an address is this machine's own, or of a network that one of its interfaces is in. */
export type IsNearby = (address: string) => 'own' | 'network' | null

type Interfaces = ReturnType<typeof networkInterfaces>

function rangesOf(interfaces: Interfaces): { own: AddressRange[]; networks: AddressRange[] } {
  const entries = Object.values(interfaces).flatMap((each) => each ?? [])
  const rangesIn = (texts: readonly (string | null)[]): AddressRange[] =>
    texts.flatMap((text) => (text === null ? [] : (parseAddressRange(text) ?? [])))
  return {
    own: rangesIn(entries.map(({ address }) => address)),
    networks: rangesIn(entries.map(({ cidr }) => cidr)).filter(
      ({ prefix, family }) => prefix >= SHORTEST_PREFIX[family],
    ),
  }
}

/** @param read the interfaces of the machine; a test may bring its own */
export function createIsNearby(
  read: () => Interfaces = networkInterfaces,
  nowMs: () => number = () => performance.now(),
): IsNearby {
  let lookedAtMs = -Infinity
  let seen = ''
  let isOwn = createAddressList([])
  let isInNetwork = createAddressList([])

  function look(): void {
    if (nowMs() - lookedAtMs < LOOK_EVERY_MS) return
    lookedAtMs = nowMs()
    const ranges = rangesOf(read())
    const now = JSON.stringify(ranges)
    if (now === seen) return
    seen = now
    isOwn = createAddressList(ranges.own)
    isInNetwork = createAddressList(ranges.networks)
  }

  return (address) => {
    look()
    if (isOwn(address)) return 'own'
    return isInNetwork(address) ? 'network' : null
  }
}
