import type { TargetUrl } from '../description.ts'
import type { MailSettings } from './settings.ts'

type MailProtocol = NonNullable<MailSettings['protocol']>
type MailSecurity = NonNullable<MailSettings['security']>

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
export function mailEndpoint(
  { scheme, host, port: urlPort }: TargetUrl,
  settings: Pick<MailSettings, 'protocol' | 'port' | 'security'>,
): MailEndpoint {
  const [, schemeProtocol = 'smtp', secure = ''] = /^(smtp|imap|pop3)(s?)$/.exec(scheme) ?? []
  const protocol = settings.protocol ?? (schemeProtocol as MailProtocol)
  const named = settings.port ?? urlPort
  const implied = secure === 's' ? 'tls' : named === null ? null : SECURITY_OF_PORT[named]
  const security = settings.security ?? implied ?? 'none'
  return { host, port: named ?? MAIL_PORTS[protocol][security], protocol, security }
}
