import { createHash } from 'node:crypto'
import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { monitorPort } from '@sightline/shared/monitor-endpoint'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import { MonitorUrlError, parseMonitorUrl, schemeOf } from '@sightline/shared/monitor-url'
import { checkTargetRules } from './target-rules.ts'

const MAX_NORMALISED_LENGTH = 8_192
/** An index row holds some 2,700 bytes; longer keys are kept as their hash. */
const MAX_PLAIN_KEY_LENGTH = 1_000
const MAIL_PROTOCOLS: ReadonlySet<unknown> = new Set(['smtp', 'imap', 'pop3'])

/** Where a monitor's checks go, by its url and its settings together. */
export interface MonitorPlace extends MonitorTarget {
  /** What makes a target the same within a workspace: type and normalised url, with the port that
   *  counts and, for a dns monitor, the record type. Source: decisions, section 6 */
  readonly key: string
  /** Name of a monitor that was given none. */
  readonly defaultName: string
}

/** Takes the url of a request apart.
 *  @param type the type the request names, or that of the monitor being changed
 *  @param protocol settings.protocol of a mail monitor, the scheme of a bare host
 *  @throws AppError badRequest when it is no URL a monitor can have */
export function readTarget(
  url: string,
  type: MonitorType | undefined,
  protocol?: unknown,
): MonitorTarget {
  const isBareMail = type === 'mail' && schemeOf(url) === null && MAIL_PROTOCOLS.has(protocol)
  let target: MonitorTarget
  try {
    target = parseMonitorUrl(isBareMail ? `${String(protocol)}://${url.trim()}` : url, type)
  } catch (error: unknown) {
    if (!(error instanceof MonitorUrlError)) throw error
    throw new AppError('badRequest', `The field "url" cannot be used: ${error.message}.`)
  }
  if (target.url.length > MAX_NORMALISED_LENGTH) {
    throw new AppError(
      'badRequest',
      `The field "url" is ${target.url.length} characters long once encoded: at most ${MAX_NORMALISED_LENGTH} are allowed.`,
    )
  }
  return target
}

/** Makes of a url and complete settings the place they mean.
 *  @throws AppError badRequest when they do not fit each other */
export function placeOf(
  target: MonitorTarget,
  settings: Readonly<Record<string, unknown>>,
): MonitorPlace {
  const given = settings as SettingsOf<MonitorType>
  checkTargetRules(target, given)
  const port = monitorPort(target.type, target.url, given)
  return {
    ...target,
    port,
    key: hashedIfLong(target.type, keyText({ ...target, port }, given)),
    defaultName: nameOf({ ...target, port }, given),
  }
}

/** Of a place what a monitor keeps. */
export function placeColumns({ url, host, port, key }: MonitorPlace) {
  return { url, host, port, targetKey: key }
}

function keyText(target: MonitorTarget, settings: SettingsOf<MonitorType>): string {
  const { type, scheme, url, host, port } = target
  switch (type) {
    case 'tcp':
    case 'udp':
      return `${type} ${scheme}://${hostInUrl(host)}:${port}`
    case 'mail':
      // "smtps://host" and "smtp://host:465" are one server.
      return `${type} ${scheme.replace(/s$/, '')}://${hostInUrl(host)}:${port}`
    case 'dns':
      return `${type} ${url} ${(settings as SettingsOf<'dns'>).recordType}`
    default:
      return `${type} ${url}`
  }
}

function hashedIfLong(type: MonitorType, key: string): string {
  if (key.length <= MAX_PLAIN_KEY_LENGTH) return key
  return `${type} sha256:${createHash('sha256').update(key).digest('hex')}`
}

/** Host and path, host and port, or name and record type: what tells it from its neighbours. */
function nameOf(target: MonitorTarget, settings: SettingsOf<MonitorType>): string {
  const { type, url, scheme, host, port } = target
  if (type === 'tcp' || type === 'udp') return `${hostInUrl(host)}:${port}`
  if (type === 'dns') return `${host} ${(settings as SettingsOf<'dns'>).recordType}`
  if (type !== 'web') return host
  const path = url.slice(url.indexOf('/', scheme.length + 3))
  return `${host}${path === '/' ? '' : path}`.slice(0, 200)
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
