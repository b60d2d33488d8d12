import { isIP } from 'node:net'
import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import type { TargetUrl } from './description.ts'
import { describeType } from './description.ts'
import { mailEndpoint } from './mail/endpoint.ts'
import type { MailSettings } from './mail/settings.ts'
import { mailShape } from './mail/settings.ts'
import { expressionJudge, rule } from './rule.ts'
import { fieldProblem, hostAndPort, twoPortsProblem } from './target-text.ts'

/** Where mail servers hand mail to each other. */
const EXCHANGE_PORT = 25

// What depends on the url too (a test of the recipient needs SMTP, say) is judged with it.
const rules = rule<MailSettings>(({ expectBannerRegex, auth }, refuse) => {
  if (expectBannerRegex !== null) expressionJudge(refuse)(['expectBannerRegex'], expectBannerRegex)
  // Each ends a line or the command in one of the protocols.
  if (auth !== null && /\p{Cc}/u.test(auth.password)) {
    refuse(['auth', 'password'], auth.password, 'cannot hold control characters')
  }
})

/** The scheme without the letter that asks for TLS. */
function plainScheme(scheme: string): string {
  return scheme.replace(/s$/, '')
}

function targetProblem(target: TargetUrl, settings: MailSettings): string | null {
  return (
    schemeProblem(target, settings) ??
    twoPortsProblem(target, settings) ??
    endpointProblem(target, settings)
  )
}

function schemeProblem({ scheme }: TargetUrl, settings: MailSettings): string | null {
  const ofScheme = plainScheme(scheme)
  if (settings.protocol !== null && settings.protocol !== ofScheme) {
    const why = `it must be "${ofScheme}" or left out, because the url begins with ${scheme}://`
    return fieldProblem('settings.protocol', settings.protocol, why)
  }
  if (scheme !== ofScheme && settings.security !== null && settings.security !== 'tls') {
    const why = `it must be "tls" or left out, because the url begins with ${scheme}://; ${ofScheme}:// leaves the choice`
    return fieldProblem('settings.security', settings.security, why)
  }
  return null
}

function endpointProblem(target: TargetUrl, settings: MailSettings): string | null {
  const { scheme, host } = target
  const { protocol, security, port } = mailEndpoint(target, settings)
  if (settings.auth !== null && security === 'none' && settings.security === null) {
    const why = `it must be "starttls" or "tls" to sign in on port ${port}, or "none" to send the password unencrypted`
    return fieldProblem('settings.security', null, why)
  }
  if (security === 'none' && settings.security === null && asksOfTls(settings)) {
    const why = `it must be "starttls" or "tls", as without TLS, which port ${port} alone does not ask for, settings.tls has no effect, or "none" to keep that for later`
    return fieldProblem('settings.security', null, why)
  }
  if (protocol !== 'smtp') {
    const { mailFromTest, ehloName, resolveMx } = settings
    if (mailFromTest !== null) return onlySmtp('mailFromTest', scheme)
    if (ehloName !== null) return onlySmtp('ehloName', scheme)
    if (resolveMx) return onlySmtp('resolveMx', scheme)
  }
  if (!settings.resolveMx || isIP(host) === 0) return null
  return fieldProblem('settings.resolveMx', true, `it needs a domain, and ${host} is an address`)
}

/** Whether the TLS connection must be something, or need not. */
const asksOfTls = ({ tls }: Pick<MailSettings, 'tls'>): boolean =>
  tls.minDaysLeft !== null || !tls.verify

function onlySmtp(name: string, scheme: string): string {
  return `The field "settings.${name}" is for smtp:// and smtps:// only: leave it out for ${scheme}://.`
}

/** A mail server, spoken to over SMTP, IMAP or POP3. */
export const mail = describeType({
  number: MonitorType.MAIL,
  does: 'check mail servers',
  schemes: {
    smtp: { port: null },
    smtps: { port: 465 },
    imap: { port: null },
    imaps: { port: 993 },
    pop3: { port: null },
    pop3s: { port: 995 },
  },
  form: 'smtp(s)://host, imap(s)://host, pop3(s)://host',
  shape: mailShape,
  rules,
  timeoutMs: 10_000,
  portOf: (target, settings) => mailEndpoint(target, settings).port,
  // "smtps://host" and "smtp://host:465" are one server.
  identityOf: (target) => `${plainScheme(target.scheme)}://${hostAndPort(target)}`,
  // What others hand their mail to is what people mean by a mail server.
  nameOf: (target) => (target.port === EXCHANGE_PORT ? target.host : hostAndPort(target)),
  bareSchemeOf: ({ protocol }) =>
    protocol === 'smtp' || protocol === 'imap' || protocol === 'pop3' ? protocol : null,
  contactsOf: ({ host }, { resolveMx }) => [
    { field: 'url', host, as: resolveMx === true ? 'domain' : 'address' },
  ],
  isEncrypted: (target, settings) => mailEndpoint(target, settings).security !== 'none',
  targetProblem,
  spelledOut: (settings, target) => {
    if (settings['tls'] === undefined || settings['security'] !== undefined) return settings
    const given = { protocol: null, port: null, security: null, ...settings }
    const { security } = mailEndpoint(target, given)
    return security === 'none' ? { ...settings, security } : settings
  },
  withoutSecrets: (settings) => ({ ...settings, auth: null }),
  example: {
    url: 'smtp://mail.example.com:587',
    name: 'Outgoing mail',
    settings: {
      expectCapabilities: ['AUTH PLAIN'],
      auth: { username: 'monitor', password: 'correct horse battery staple' },
    },
  },
})
