import { networkOf } from '@sightline/shared/address-network'

/** What the distance to a host is kept under. */
export function hostTarget(host: string): string {
  return `host:${host}`
}

/** What the distance into the network of an address is kept under; null for what is no address. */
export function networkTarget(ip: string): string | null {
  const network = networkOf(ip)
  return network === null ? null : `network:${network}`
}
