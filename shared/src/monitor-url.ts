import { unmapped } from './address.ts'
import type { MonitorType } from './check-words.ts'

/** Which type of monitor a scheme means, and the port it implies (null: none, or one that depends on
 *  the settings). */
const SCHEMES = {
  http: { type: 'web', port: 80 },
  https: { type: 'web', port: 443 },
  tcp: { type: 'tcp', port: null },
  udp: { type: 'udp', port: null },
  ping: { type: 'ping', port: null },
  icmp: { type: 'ping', port: null },
  dns: { type: 'dns', port: null },
  smtp: { type: 'mail', port: null },
  smtps: { type: 'mail', port: 465 },
  imap: { type: 'mail', port: null },
  imaps: { type: 'mail', port: 993 },
  pop3: { type: 'mail', port: null },
  pop3s: { type: 'mail', port: 995 },
} as const satisfies Record<string, { type: MonitorType; port: number | null }>

type Scheme = keyof typeof SCHEMES

/** Scheme a bare host gets when the monitor's type was named. */
const DEFAULT_SCHEME = {
  web: 'https',
  tcp: 'tcp',
  udp: 'udp',
  ping: 'ping',
  dns: 'dns',
  mail: 'smtp',
} as const satisfies Record<MonitorType, Scheme>

/** Where a monitor points, taken apart and normalised. */
export interface MonitorTarget {
  readonly type: MonitorType
  readonly scheme: Scheme
  /** Normalised: lower-case ASCII host, no user-info, no fragment, no default port. */
  readonly url: string
  /** ASCII host name without trailing dot, or an address without brackets. */
  readonly host: string
  /** Port of the URL or of its scheme; null where the settings name it or the type has none. */
  readonly port: number | null
  /** Whether the text named the port, which a normalised URL may leave out. */
  readonly namesPort: boolean
}

/** A URL no monitor can have; the message is for the person who sent it. */
export class MonitorUrlError extends Error {
  override readonly name = 'MonitorUrlError'
}

/** How the url of each type begins. */
const FORMS = {
  web: 'http(s)://host',
  tcp: 'tcp://host:port',
  udp: 'udp://host:port',
  ping: 'ping://host',
  dns: 'dns://name',
  mail: 'smtp(s)://host, imap(s)://host, pop3(s)://host',
} as const satisfies Record<MonitorType, string>

/** @param type undefined while any will do */
function allowed(type: MonitorType | undefined): string {
  const forms = type === undefined ? Object.values(FORMS).join(', ') : FORMS[type]
  return `use ${forms}, or a bare host`
}

/** Why a type takes no port in its URL. */
const NO_PORT: Readonly<Partial<Record<MonitorType, string>>> = {
  ping: 'a ping has no port',
  dns: 'a dns monitor asks about a name; the port of a name server belongs in settings.resolver, such as "192.0.2.53:5353"',
}

/** Longest label of a name. Source: RFC 1035, section 2.3.4 */
const MAX_LABEL_LENGTH = 63

function parseAs(scheme: 'http' | 'https', rest: string): URL | null {
  return URL.canParse(`${scheme}://${rest}`) ? new URL(`${scheme}://${rest}`) : null
}

/** @returns the scheme a text begins with, in lower case; null for a bare host */
export function schemeOf(text: string): string | null {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(text.trim())?.[1]?.toLowerCase() ?? null
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

/** Takes the `url` of a monitor apart.
 *  @param type the type the request names; without one the scheme decides, and a bare host is web
 *  @throws MonitorUrlError when it is no URL or its scheme belongs to another type
 *  Source: decisions, section 6 */
export function parseMonitorUrl(text: string, type?: MonitorType): MonitorTarget {
  const trimmed = text.trim()
  // "mailto:a@b" and "http:/host" would pass for a host and a port.
  const unslashed = /^([a-z][a-z0-9+.-]*):(?!\/\/)(?!\d)/i.exec(trimmed)?.[1]
  if (unslashed !== undefined) {
    throw new MonitorUrlError(
      `"${shorten(unslashed)}:" without "//" cannot be monitored: ${allowed(type)}`,
    )
  }
  const sentScheme = schemeOf(trimmed)
  const word = sentScheme ?? DEFAULT_SCHEME[type ?? 'web']
  const rest = sentScheme === null ? trimmed : trimmed.slice(sentScheme.length + '://'.length)
  if (!Object.hasOwn(SCHEMES, word)) {
    throw new MonitorUrlError(`"${shorten(word)}://" cannot be monitored: ${allowed(type)}`)
  }
  const scheme = word as Scheme
  const facts = SCHEMES[scheme]
  if (type !== undefined && facts.type !== type) {
    throw new MonitorUrlError(
      `"${word}://" does not fit a monitor of type "${type}": ${allowed(type)}`,
    )
  }
  // The URL standard normalises hosts (case, IDNA, number forms of IPv4) of the schemes it knows
  // only, so every scheme is parsed as http. Its default port is told from an explicit one by a
  // second parse with another default.
  const parsed = parseAs('http', rest)
  const other = parseAs('https', rest)
  if (parsed === null || other === null || parsed.hostname === '') {
    throw new MonitorUrlError(
      `"${shorten(withoutUserInfo(trimmed))}" is not a URL: ${allowed(type)}`,
    )
  }
  const explicitPort = parsed.port || other.port
  const host = canonicalHost(parsed.hostname)
  if (host === '') {
    throw new MonitorUrlError(
      `"${shorten(withoutUserInfo(trimmed))}" has no usable host: ${allowed(type)}`,
    )
  }
  const port = explicitPort === '' ? facts.port : Number(explicitPort)
  if (port === 0) throw new MonitorUrlError('port 0 cannot be monitored: use 1 to 65535')
  const noPort = NO_PORT[facts.type]
  if (noPort !== undefined && explicitPort !== '') {
    throw new MonitorUrlError(`it names the port ${explicitPort}: ${noPort}`)
  }
  const path = facts.type === 'web' ? `${parsed.pathname}${parsed.search}` : ''
  if (path === '' && (parsed.pathname !== '/' || parsed.search !== '')) {
    throw new MonitorUrlError(
      `"${shorten(withoutUserInfo(parsed.pathname + parsed.search))}" after the host has no meaning for a monitor of type "${facts.type}": leave it out`,
    )
  }
  const hostInUrl = host.includes(':') ? `[${host}]` : host
  const shownPort = port === null || port === facts.port ? '' : `:${port}`
  const shownScheme = scheme === 'icmp' ? 'ping' : scheme
  return {
    type: facts.type,
    scheme,
    url: `${shownScheme}://${hostInUrl}${shownPort}${path}`,
    host,
    port,
    namesPort: explicitPort !== '',
  }
}

/** The text with what may be a password hidden, whatever else is wrong with it. */
function withoutUserInfo(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@')
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
