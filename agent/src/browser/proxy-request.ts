import { timingSafeEqual } from 'node:crypto'

/** Host and port that a proxy is asked to reach; no brackets around an IPv6 address. */
export interface ProxyTarget {
  readonly host: string
  readonly port: number
}

/** A guard's proxy answers this address itself (204): a request for it signs a context in. Of a top-level
 *  domain that is never there. Source: RFC 6761, section 6.4 */
export const SIGN_IN_HOST = 'sign-in.invalid'
export const SIGN_IN_URL = `http://${SIGN_IN_HOST}/`

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Reads the target of a CONNECT request. Source: RFC 9110, section 9.3.6
 *  @param authority such as `example.com:443`; @returns null when it is none */
export function connectTarget(authority: string): ProxyTarget | null {
  const port = Number(/:(\d{1,5})$/.exec(authority)?.[1] ?? 0)
  if (port < 1 || port > 65_535 || /[/?#@\\\s]/.test(authority)) return null
  const url = URL.parse(`http://${authority}`)
  return url === null ? null : { host: bare(url.hostname), port }
}

/** Reads the target of any other request, which names it in full. Source: RFC 9112, section 3.2.2
 *  @returns null for what is no address over http */
export function absoluteTarget(text: string): { target: ProxyTarget; url: URL } | null {
  const url = /^http:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  const port = url.port === '' ? 80 : Number(url.port)
  return port === 0 ? null : { target: { host: bare(url.hostname), port }, url }
}

/** Headers that concern one connection only. Source: RFC 9110, section 7.6.1 */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** What of a message's headers goes on, as name, value, name, value.
 *  @param rawHeaders in the same shape
 *  @param leftOut more names that stay behind, in lower case */
export function forwardedHeaders(
  rawHeaders: readonly string[],
  leftOut: readonly string[],
): string[] {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const named = rawHeaders
    .filter((_, at) => at % 2 === 1 && names[(at - 1) / 2] === 'connection')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim())
  const left = new Set([...HOP_BY_HOP, ...named, ...leftOut])
  return rawHeaders.filter((_, at) => !left.has(names[Math.floor(at / 2)] ?? ''))
}

/** Whether a request knows the proxy's name and password.
 *  @param header of the request, `Proxy-Authorization` */
export function isSignedIn(
  header: string | undefined,
  credentials: { readonly username: string; readonly password: string },
): boolean {
  const { username, password } = credentials
  const expected = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
