import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { randomUUID } from 'node:crypto'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import type { WebRequest } from '../../http/answer.ts'

type Settings = SettingsOf<'web'>

const DEFAULT_USER_AGENT = `Sightline/${SOFTWARE_VERSION}`

const CONTENT_TYPES = {
  none: null,
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
  text: 'text/plain; charset=utf-8',
} as const satisfies Record<Settings['bodyType'], string | null>

/** What one hop of a check sends, before it is put into words of the protocol. */
export interface HopRequest {
  readonly url: URL
  readonly method: string
  /** null: none, also for what a redirect turned into a GET. */
  readonly body: string | null
  /** The monitor's own headers and credentials may be sent to this hop. */
  readonly isOwnOrigin: boolean
  /** The address that the monitor names, not one that a redirect led to. */
  readonly isFirst: boolean
  /** Makes the Cookie header out of the monitor's own one; null for none. */
  readonly cookies: (own: string | undefined) => string | null
  /** Makes the Authorization header for the path that is sent; null for none. */
  readonly authorization: ((path: string) => string) | null
}

/** Methods whose requests say how long their body is even when they have none.
 *  Source: RFC 9110, section 8.6 */
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** What browsers send: a page is looked at in the form its visitors get. They use the newer codings
 *  over HTTPS only, as middle boxes break them. */
function acceptedEncodings(url: URL): string {
  return url.protocol === 'https:' ? 'gzip, deflate, br, zstd' : 'gzip, deflate'
}

/** Path and query of an address, made unique so that no cache on the way can answer. */
export function uniquePath({ pathname, search }: URL): string {
  const unique = `sightline=${randomUUID().slice(0, 13)}`
  return `${pathname}${search === '' ? '?' : `${search}&`}${unique}`
}

function pathOf({ url, isFirst }: HopRequest, { cacheBust }: Settings): string {
  return cacheBust && isFirst ? uniquePath(url) : `${url.pathname}${url.search}`
}

/** A monitor's own headers win over the usual ones, the credentials of its `auth` over both. */
export function requestOf(hop: HopRequest, settings: Settings): WebRequest {
  const headers = new Map<string, string>([
    ['host', hop.url.host],
    ['user-agent', settings.userAgent ?? DEFAULT_USER_AGENT],
    ['accept', '*/*'],
    ['accept-encoding', acceptedEncodings(hop.url)],
  ])
  if (settings.cacheBust && hop.isFirst) headers.set('cache-control', 'no-cache')
  const contentType = hop.body === null ? null : CONTENT_TYPES[settings.bodyType]
  if (contentType !== null) headers.set('content-type', contentType)
  if (hop.isOwnOrigin) {
    for (const [name, value] of Object.entries(settings.headers)) {
      const key = name.toLowerCase()
      const isOfBody = key.startsWith('content-')
      // A redirect that drops the body drops what describes it (Fetch standard, HTTP-redirect fetch).
      if (!isOfBody || hop.body !== null || hop.isFirst) headers.set(key, value)
    }
  }
  const cookie = hop.cookies(headers.get('cookie'))
  if (cookie !== null) headers.set('cookie', cookie)
  const path = pathOf(hop, settings)
  if (hop.authorization !== null) headers.set('authorization', hop.authorization(path))
  const body = hop.body === null ? null : Buffer.from(hop.body, 'utf8')
  if (body !== null) headers.set('content-length', String(body.length))
  else if (METHODS_WITH_BODY.has(hop.method)) headers.set('content-length', '0')
  return { method: hop.method, url: hop.url, path, headers, body }
}
