import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { domainToASCII } from 'node:url'
import { unmapped } from '@sightline/shared/address'

/** @returns the name in the form that goes over the wire; null when no server could read it */
export function wireName(name: string): string | null {
  if (/^\[(?:IPv6:)?[0-9A-Fa-f.:]+\]$/.test(name)) return name
  // Underscores are not allowed in host names, but some have them.
  if (/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/.test(name)) return name
  // The conversion reads percent signs and slashes as a URL does; a name has neither.
  const ascii = /^[\p{L}\p{N}\p{M}._-]+$/u.test(name) ? domainToASCII(name) : ''
  return ascii === '' ? null : ascii
}

/** What the agent calls itself: the monitor's word, else its machine's name where that is a full one,
 *  else the address it speaks from. Source: RFC 5321, section 4.1.3
 *  @param configured a name that `wireName` takes; null when the monitor names none */
export function ehloName(configured: string | null, localAddress: string | null): string {
  const named = configured === null ? null : wireName(configured)
  if (named !== null) return named
  const own = hostname()
  if (own.includes('.') && isIP(own) === 0 && wireName(own) === own) return own
  const address = unmapped((localAddress ?? '127.0.0.1').replace(/%.*$/, ''))
  return isIP(address) === 6 ? `[IPv6:${address}]` : `[${address}]`
}
