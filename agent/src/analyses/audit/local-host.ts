import { createAddressGuard } from '@sightline/shared/address'
import { isIP } from 'node:net'

/** Nothing is opened here: an address is the same for every visitor of a page. */
const guard = createAddressGuard([])

/** Whether a host is this computer's own, or an address that is not reached from the internet.
 *  @param hostname as in a parsed URL. Source: RFC 6761, section 6.3 (localhost) */
export function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(name) !== 0) return guard.reasonBlocked(name) !== null
  return name === 'localhost' || name.endsWith('.localhost')
}
