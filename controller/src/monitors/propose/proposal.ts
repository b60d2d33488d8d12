import type { MonitorType } from '@sightline/shared/check-words'

/** Something that can be watched of an address. */
export interface Proposal {
  readonly what: 'web' | 'certificate' | 'dns' | 'mail' | 'port' | 'ping' | 'service'
  /** One sentence for people. */
  readonly reason: string
  /** Body of POST /monitors. */
  readonly monitor: {
    readonly type: MonitorType
    readonly url: string
    readonly name: string
    readonly settings: Readonly<Record<string, unknown>>
  }
}

/** What was found out about an address. */
export interface FoundOut {
  /** A mail address was typed. */
  readonly isMail: boolean
  readonly host: string
  /** The port that was named; null: none. */
  readonly port: number | null
  readonly isIp: boolean
  /** What the name resolves to; null: nobody could tell. */
  readonly addresses: readonly string[] | null
  /** Mail servers of the domain, most preferred first. */
  readonly mailServers: readonly string[]
  /** Domain whose mail servers they are. */
  readonly domain: string
  /** null: no agent could try. */
  readonly web: {
    readonly url: string
    /** It answered, well or not. */
    readonly answers: boolean
    /** The verdict in a sentence. */
    readonly explanation: string
  } | null
}

/** Days before the end of a certificate at which it is told. */
const CERTIFICATE_DAYS = 14

/** Ports that say which protocol is spoken there. */
const MAIL_SCHEMES: ReadonlyMap<number, string> = new Map([
  [25, 'smtp'],
  [587, 'smtp'],
  [465, 'smtps'],
  [143, 'imap'],
  [993, 'imaps'],
  [110, 'pop3'],
  [995, 'pop3s'],
])
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 3_000, 5_000, 8_000, 8_080, 8_443, 9_443])

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** What can be watched, the most telling first. Pure. */
export function proposalsOf(found: FoundOut): Proposal[] {
  if (found.isMail) return [...ofMail(found), ...ofNames(found)]
  return [
    ...ofWeb(found),
    ...ofPort(found),
    ...ofCertificate(found),
    ...ofNames(found),
    ...ofMail(found),
    ...ofPing(found),
  ]
}

function ofWeb({ host, port, web }: FoundOut): Proposal[] {
  const isExpected = port === null || WEB_PORTS.has(port)
  if (!isExpected && web?.answers !== true) return []
  const reason =
    web === null
      ? `The page at ${host}: no agent could try it now.`
      : web.answers
        ? `The page at ${host}. ${web.explanation}`
        : `The page at ${host}, which does not answer now. ${web.explanation}`
  const url = web?.url ?? `https://${inUrl(host)}${port === null ? '' : `:${port}`}/`
  return [{ what: 'web', reason, monitor: { type: 'web', url, name: host, settings: {} } }]
}

function ofPort({ host, port, web }: FoundOut): Proposal[] {
  if (port === null || web?.answers === true) return []
  const scheme = MAIL_SCHEMES.get(port)
  if (scheme !== undefined) {
    const url = `${scheme}://${inUrl(host)}:${port}`
    const reason = `Port ${port} is that of a mail server: tells you when it does not greet any more.`
    return [
      {
        what: 'mail',
        reason,
        monitor: { type: 'mail', url, name: `${host}:${port}`, settings: {} },
      },
    ]
  }
  const url = `tcp://${inUrl(host)}:${port}`
  const reason = `Port ${port} of ${host}: tells you when nothing takes connections there.`
  return [
    { what: 'port', reason, monitor: { type: 'tcp', url, name: `${host}:${port}`, settings: {} } },
  ]
}

function ofCertificate({ host, port, web }: FoundOut): Proposal[] {
  if (web === null || !web.answers || !web.url.startsWith('https://')) return []
  const at = `${inUrl(host)}:${port ?? 443}`
  return [
    {
      what: 'certificate',
      reason: `The certificate of ${host}: tells you ${CERTIFICATE_DAYS} days before it expires, and when it is not valid.`,
      monitor: {
        type: 'tcp',
        url: `tcp://${at}`,
        name: `Certificate of ${host}`,
        settings: { tls: { enabled: true, minDaysLeft: CERTIFICATE_DAYS } },
      },
    },
  ]
}

function ofNames({ host, isIp, addresses }: FoundOut): Proposal[] {
  if (isIp || addresses === null || addresses.length === 0) return []
  const recordType = addresses.some((ip) => !ip.includes(':')) ? 'A' : 'AAAA'
  const count = addresses.length === 1 ? 'one address' : `${addresses.length} addresses`
  return [
    {
      what: 'dns',
      reason: `The name ${host}, which leads to ${count}: tells you when it does not any more.`,
      monitor: {
        type: 'dns',
        url: `dns://${host}`,
        name: `DNS of ${host}`,
        settings: { recordType },
      },
    },
  ]
}

function ofMail({ domain, mailServers, isIp }: FoundOut): Proposal[] {
  const [first, ...others] = mailServers
  if (isIp || first === undefined) return []
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return [
    {
      what: 'mail',
      reason: `Mail for ${domain} goes to ${first}${more}: tells you when none of them takes it.`,
      monitor: {
        type: 'mail',
        url: `smtp://${domain}`,
        name: `Mail of ${domain}`,
        settings: { resolveMx: true },
      },
    },
  ]
}

function ofPing({ host, isIp }: FoundOut): Proposal[] {
  if (!isIp) return []
  const reason = `The address ${host}: tells you when it does not answer pings.`
  const url = `ping://${inUrl(host)}`
  return [{ what: 'ping', reason, monitor: { type: 'ping', url, name: host, settings: {} } }]
}
