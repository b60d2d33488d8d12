import { isIP } from 'node:net'
import type { MonitorType } from './check-words.ts'
import type { SettingsOf } from './setting-shapes.ts'
import { parseMonitorUrl } from './monitor-url.ts'

type UdpPreset = NonNullable<SettingsOf<'udp'>['preset']>
type MailProtocol = NonNullable<SettingsOf<'mail'>['protocol']>
type MailSecurity = NonNullable<SettingsOf<'mail'>['security']>

/** Port a preset's protocol has when neither url nor settings name one. */
export const PRESET_PORTS = {
  dns: 53,
  ntp: 123,
  snmp: 161,
  stun: 3478,
} as const satisfies Record<UdpPreset, number>

const MAIL_PORTS = {
  smtp: { none: 25, starttls: 25, tls: 465 },
  imap: { none: 143, starttls: 143, tls: 993 },
  pop3: { none: 110, starttls: 110, tls: 995 },
} as const satisfies Record<MailProtocol, Record<MailSecurity, number>>

/** Mail ports that imply a security. Source: decisions, section 6 */
const SECURITY_OF_PORT: Readonly<Record<number, MailSecurity>> = {
  465: 'tls',
  993: 'tls',
  995: 'tls',
  587: 'starttls',
}

/** How a mail monitor connects. */
export interface MailEndpoint {
  readonly host: string
  readonly port: number
  readonly protocol: MailProtocol
  readonly security: MailSecurity
}

/** Reads the scheme, port and security of a mail monitor together: what the settings say wins over
 *  what the url's scheme implies.
 *  Source: decisions, section 6 ("mail `security` ...") */
export function mailEndpoint(url: string, settings: SettingsOf<'mail'>): MailEndpoint {
  const { scheme, host, port: urlPort } = parseMonitorUrl(url, 'mail')
  const [, schemeProtocol = 'smtp', secure = ''] = /^(smtp|imap|pop3)(s?)$/.exec(scheme) ?? []
  const protocol = settings.protocol ?? (schemeProtocol as MailProtocol)
  const named = settings.port ?? urlPort
  const implied = secure === 's' ? 'tls' : named === null ? null : SECURITY_OF_PORT[named]
  const security = settings.security ?? implied ?? 'none'
  return { host, port: named ?? MAIL_PORTS[protocol][security], protocol, security }
}

/** The port a monitor's checks go to; null for the types without one and where none is named.
 *  @param url normalised */
export function monitorPort<T extends MonitorType>(
  type: T,
  url: string,
  settings: SettingsOf<T>,
): number | null {
  // The parameter ties type and settings together for callers; here they are told apart by the type.
  const given = settings as SettingsOf<MonitorType>
  switch (type) {
    case 'web':
      return parseMonitorUrl(url, 'web').port
    case 'tcp':
      return parseMonitorUrl(url, 'tcp').port ?? (given as SettingsOf<'tcp'>).port
    case 'udp': {
      const { port, preset } = given as SettingsOf<'udp'>
      return (
        parseMonitorUrl(url, 'udp').port ?? port ?? (preset === null ? null : PRESET_PORTS[preset])
      )
    }
    case 'mail':
      return mailEndpoint(url, given as SettingsOf<'mail'>).port
    default:
      return null
  }
}

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
  try {
    const { host, port } = parseMonitorUrl(isBareIpv6 ? `[${text}]` : text, 'tcp')
    return { kind: 'server', host, port }
  } catch {
    return null
  }
}
