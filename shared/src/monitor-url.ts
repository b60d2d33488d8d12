import { readAuthority } from './authority.ts'
import type { MonitorType } from './check-words.ts'
import { MONITOR_TYPES } from './check-words.ts'
import type { TargetUrl } from './monitor-types/description.ts'
import { descriptionOf } from './monitor-types/registry.ts'

/** Where a monitor points, taken apart and normalised. */
export interface MonitorTarget extends TargetUrl {
  readonly type: MonitorType
}

/** A URL no monitor can have; the message is for the person who sent it. */
export class MonitorUrlError extends Error {
  override readonly name = 'MonitorUrlError'
}

/** Which type of monitor a scheme means. */
const TYPE_OF_SCHEME: ReadonlyMap<string, MonitorType> = new Map(
  MONITOR_TYPES.flatMap((type) =>
    Object.keys(descriptionOf(type).schemes).map((scheme) => [scheme, type] as const),
  ),
)

/** Scheme a bare host gets. */
function defaultScheme(type: MonitorType): string {
  return Object.keys(descriptionOf(type).schemes)[0] ?? ''
}

const MAX_PORT = 65_535

/** @param type undefined while any will do */
function allowed(type: MonitorType | undefined): string {
  const types = type === undefined ? MONITOR_TYPES : [type]
  return `use ${types.map((each) => descriptionOf(each).form).join(', ')}, or a bare host`
}

/** @returns the scheme a text begins with, in lower case; null for a bare host */
export function schemeOf(text: string): string | null {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(text.trim())?.[1]?.toLowerCase() ?? null
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
  const scheme = sentScheme ?? defaultScheme(type ?? 'web')
  const rest = sentScheme === null ? trimmed : trimmed.slice(sentScheme.length + '://'.length)
  const ofScheme = TYPE_OF_SCHEME.get(scheme)
  if (ofScheme === undefined) {
    throw new MonitorUrlError(`"${shorten(scheme)}://" cannot be monitored: ${allowed(type)}`)
  }
  if (type !== undefined && ofScheme !== type) {
    throw new MonitorUrlError(
      `"${scheme}://" does not fit a monitor of type "${type}": ${allowed(type)}`,
    )
  }
  const { schemes, noPort, hasPath } = descriptionOf(ofScheme)
  const { port: impliedPort = null, shownAs = scheme } = schemes[scheme] ?? {}
  const read = readAuthority(rest)
  if (read === null) {
    // With user-info it could be of a password.
    const named = /^[^/?#@]*:(\d{1,20})(?=[/?#][^@]*$|$)/.exec(rest)?.[1]
    if (Number(named) > MAX_PORT) {
      throw new MonitorUrlError(`port ${named} cannot be monitored: use 1 to ${MAX_PORT}`)
    }
    throw new MonitorUrlError(
      `"${shorten(withoutUserInfo(trimmed))}" is not a URL: ${allowed(type)}`,
    )
  }
  const { host, pathname, search } = read
  if (host === '') {
    throw new MonitorUrlError(
      `"${shorten(withoutUserInfo(trimmed))}" has no usable host: ${allowed(type)}`,
    )
  }
  const port = read.port ?? impliedPort
  if (port === 0) throw new MonitorUrlError(`port 0 cannot be monitored: use 1 to ${MAX_PORT}`)
  if (noPort !== null && read.port !== null) {
    throw new MonitorUrlError(`it names the port ${read.port}: ${noPort}`)
  }
  if (!hasPath && (pathname !== '/' || search !== '')) {
    throw new MonitorUrlError(
      `"${shorten(withoutUserInfo(pathname + search))}" after the host has no meaning for a monitor of type "${ofScheme}": leave it out`,
    )
  }
  const hostInUrl = host.includes(':') ? `[${host}]` : host
  const shownPort = port === null || port === impliedPort ? '' : `:${port}`
  const path = hasPath ? `${pathname}${search}` : ''
  return {
    type: ofScheme,
    scheme,
    url: `${shownAs}://${hostInUrl}${shownPort}${path}`,
    host,
    port,
    namesPort: read.port !== null,
  }
}

/** The text with what may be a password hidden, whatever else is wrong with it: it must not come back in an error,
 *  which is logged and shown. That something stood there is told, as what is left may look right by itself. */
export function withoutUserInfo(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@')
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
