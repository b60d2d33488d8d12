import { unmapped } from './address.ts'

/** Longest label of a name. Source: RFC 1035, section 2.3.4 */
const MAX_LABEL_LENGTH = 63

/** What follows the scheme of a URL, taken apart. */
export interface Authority {
  /** ASCII host name without trailing dot, or an address without brackets; "" when it is none. */
  readonly host: string
  /** null where none is written. */
  readonly port: number | null
  readonly pathname: string
  readonly search: string
}

/** Takes apart what follows the scheme of a URL. The URL standard normalises hosts (case, IDNA, number
 *  forms of IPv4) of the schemes it knows only, so every one is parsed as http. Its default port is told
 *  from an explicit one by a second parse with another default.
 *  @returns null when it is none */
export function readAuthority(rest: string): Authority | null {
  const parsed = parseAs('http', rest)
  const other = parseAs('https', rest)
  if (parsed === null || other === null || parsed.hostname === '') return null
  const { hostname, pathname, search } = parsed
  const explicitPort = parsed.port || other.port
  const port = explicitPort === '' ? null : Number(explicitPort)
  return { host: canonicalHost(hostname), port, pathname, search }
}

function parseAs(scheme: 'http' | 'https', rest: string): URL | null {
  return URL.canParse(`${scheme}://${rest}`) ? new URL(`${scheme}://${rest}`) : null
}

/** The host of a parsed URL in its one form: trailing dots gone, number forms of IPv4 (which dots may
 *  have hidden) and IPv4-mapped IPv6 as what they reach.
 *  @returns "" when it is none */
function canonicalHost(hostname: string): string {
  if (hostname.startsWith('[')) return unmapped(hostname.slice(1, -1))
  const name = hostname.replace(/\.+$/, '')
  const host = name === hostname ? name : (parseAs('http', name)?.hostname ?? '')
  const isName = host.split('.').every(({ length }) => length >= 1 && length <= MAX_LABEL_LENGTH)
  return isName && host.length <= 253 ? host : ''
}
