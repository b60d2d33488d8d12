import { isIP } from 'node:net'
import { readAuthority } from '../../authority.ts'

/** Where a dns monitor asks: the agent's own name servers, those of the name's zone, or one server.
 *  `host` is a name or an address without brackets; `port` is null where none was named. */
export type DnsResolver =
  | { readonly kind: 'system' }
  | { readonly kind: 'authoritative' }
  | { readonly kind: 'server'; readonly host: string; readonly port: number | null }

/** Takes the `resolver` of a dns monitor apart. Number forms of IPv4 and IPv4-mapped IPv6 come out as
 *  the address they reach.
 *  @returns null when it is none */
export function parseResolver(text: string): DnsResolver | null {
  if (text === 'system' || text === 'authoritative') return { kind: text }
  const isBareIpv6 = isIP(text) === 6
  if (!isBareIpv6 && !/^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/.test(text))
    return null
  const read = readAuthority(isBareIpv6 ? `[${text}]` : text)
  if (read === null || read.host === '' || read.port === 0) return null
  return { kind: 'server', host: read.host, port: read.port }
}
