import { isIP } from 'node:net'
import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { mailEndpoint, monitorPort } from '@sightline/shared/monitor-endpoint'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { MonitorTarget } from '@sightline/shared/monitor-url'

/** What a url and the settings beside it must be to each other.
 *  @param settings complete, of the target's type
 *  @throws AppError badRequest
 *  Source: decisions, section 6 */
export function checkTargetRules(target: MonitorTarget, settings: SettingsOf<MonitorType>): void {
  switch (target.type) {
    case 'tcp':
    case 'udp':
      checkPort(target, settings as SettingsOf<'tcp' | 'udp'>)
      break
    case 'dns':
      checkName(target, settings as SettingsOf<'dns'>)
      break
    case 'mail':
      checkMail(target, settings as SettingsOf<'mail'>)
      break
    default:
  }
}

function refuse(field: string, value: unknown, why: string): AppError {
  const sent = value === null ? 'is missing' : `is ${JSON.stringify(value)}`
  return new AppError('badRequest', `The field "${field}" ${sent}: ${why}.`)
}

function checkSamePort({ port, namesPort }: MonitorTarget, settings: { port: number | null }) {
  if (!namesPort || settings.port === null || settings.port === port) return
  throw refuse(
    'settings.port',
    settings.port,
    `it must be the port of the url, which is ${port}; send one of them, or null to drop the setting`,
  )
}

function checkPort(target: MonitorTarget, settings: SettingsOf<'tcp' | 'udp'>): void {
  const { type, host, url } = target
  checkSamePort(target, settings)
  if (monitorPort(type, url, settings as SettingsOf<MonitorType>) !== null) return
  const example = `${type}://${host.includes(':') ? `[${host}]` : host}:${type === 'tcp' ? 443 : 53}`
  const or = type === 'udp' ? ', settings.port or a settings.preset' : ' or settings.port'
  throw new AppError(
    'badRequest',
    `The field "url" names no port, which a ${type} monitor needs: send a url such as "${example}"${or}.`,
  )
}

function checkName({ host }: MonitorTarget, { recordType }: SettingsOf<'dns'>): void {
  if (isIP(host) === 0 || recordType === 'PTR') return
  const why = `it must be "PTR" for the address ${host}, which has no other records`
  throw refuse('settings.recordType', recordType, why)
}

function checkMail(target: MonitorTarget, settings: SettingsOf<'mail'>): void {
  const { scheme, host, url } = target
  const isImplicitTls = scheme.endsWith('s')
  const ofScheme = isImplicitTls ? scheme.slice(0, -1) : scheme
  if (settings.protocol !== null && settings.protocol !== ofScheme) {
    const why = `it must be "${ofScheme}" or left out, because the url begins with ${scheme}://`
    throw refuse('settings.protocol', settings.protocol, why)
  }
  if (isImplicitTls && settings.security !== null && settings.security !== 'tls') {
    const why = `it must be "tls" or left out, because the url begins with ${scheme}://; ${ofScheme}:// leaves the choice`
    throw refuse('settings.security', settings.security, why)
  }
  checkSamePort(target, settings)
  const { protocol, security, port } = mailEndpoint(url, settings)
  if (settings.auth !== null && security === 'none' && settings.security === null) {
    const why = `it must be "starttls" or "tls" to sign in on port ${port}, or "none" to send the password unencrypted`
    throw refuse('settings.security', null, why)
  }
  if (protocol !== 'smtp' && settings.mailFromTest !== null) throw onlySmtp('mailFromTest', scheme)
  if (protocol !== 'smtp' && settings.ehloName !== null) throw onlySmtp('ehloName', scheme)
  if (!settings.resolveMx) return
  if (protocol !== 'smtp') throw onlySmtp('resolveMx', scheme)
  if (isIP(host) !== 0) {
    throw refuse('settings.resolveMx', true, `it needs a domain, and ${host} is an address`)
  }
}

function onlySmtp(name: string, scheme: string): AppError {
  return new AppError(
    'badRequest',
    `The field "settings.${name}" is for smtp:// and smtps:// only: leave it out for ${scheme}://.`,
  )
}
